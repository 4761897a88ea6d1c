// Before anything is drawn: light or dark as chosen here or by the system, and the language's messages on their way.
{
  const kept = JSON.parse(localStorage.getItem('settings') ?? '{}');
  const isDark = kept.theme ? kept.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
  const asked = new URLSearchParams(location.search).get('lang') ?? kept.language ?? navigator.language;
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = `/js/messages/${asked.toLowerCase().startsWith('pt') ? 'pt' : 'en'}.js`;
  document.head.append(link);
}
