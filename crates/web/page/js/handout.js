// A run as one file to hand out: every step as it is drawn, with its sentence, its board and its line of the book. It
// opens from the disk, needs no server and nothing from elsewhere.

import { download } from './dom.js';
import { language, t } from './language.js';

/** Steps that a handout holds; of a longer run the first ones. */
export const MOST_STEPS = 400;

/**
 * @typedef {{ now: string, tree: string, board: string, line: number, figures: string }} Snapshot
 * @typedef {{ title: string, code: string[], length: number, snapshot: (place: number) => Promise<Snapshot> }} Handed
 */

/** The page's own style sheets, as text. */
function styles() {
  return [...document.styleSheets]
    .map((sheet) => {
      try {
        return [...sheet.cssRules].map((rule) => rule.cssText).join('\n');
      } catch {
        return '';
      }
    })
    .join('\n');
}

/** A text as it stands in HTML. @param {string} text */
function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Bytes as text, compressed. @param {string} text */
async function packed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let binary = '';
  for (let i = 0; i < bytes.length; i += 32768) binary += String.fromCharCode(...bytes.subarray(i, i + 32768));
  return btoa(binary);
}

/**
 * What the handout does: unpacks its steps and shows one. It is written into the file as text.
 * @param {{ stepOf: string, failed: string }} words
 */
function viewer(words) {
  const byId = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));
  const unpack = async () => {
    const bytes = Uint8Array.from(atob(byId('steps').textContent.trim()), (one) => one.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    return JSON.parse(await new Response(stream).text());
  };
  unpack()
    .then((steps) => {
      const slider = byId('slider');
      slider.max = String(steps.length - 1);
      let place = 0;
      const go = (/** @type {number} */ to) => {
        place = Math.min(Math.max(to, 0), steps.length - 1);
        const step = steps[place];
        byId('now').textContent = step.now;
        byId('tree').innerHTML = step.tree;
        byId('board').innerHTML = step.board;
        byId('figures').textContent = step.figures;
        slider.value = String(place);
        byId('count').textContent = words.stepOf
          .replace('{step}', String(place))
          .replace('{all}', String(steps.length - 1));
        [...byId('code').children].forEach((line, i) => line.classList.toggle('current', i === step.line));
      };
      slider.addEventListener('input', () => go(Number(slider.value)));
      document.addEventListener('click', (event) => {
        const by = /** @type {HTMLElement} */ (event.target).dataset?.by;
        if (by) go(place + Number(by));
      });
      document.addEventListener('keydown', (event) => {
        const by = { ArrowRight: 1, ArrowLeft: -1, PageDown: 1, PageUp: -1, Home: -1e9, End: 1e9 }[event.key];
        if (by === undefined || event.target === slider) return;
        event.preventDefault();
        go(place + by);
      });
      go(1);
    })
    .catch(() => {
      byId('now').textContent = words.failed;
    });
}

/** Walks through a run and saves it. @param {Handed} run @param {string} name @param {(place: number, of: number) => void} onStep */
export async function saveHandout(run, name, onStep) {
  const last = Math.min(run.length, MOST_STEPS);
  /** @type {Snapshot[]} */
  const steps = [];
  for (let place = 0; place <= last; place++) {
    steps.push(await run.snapshot(place));
    onStep(place, last);
  }
  const theme = document.documentElement.dataset.theme ?? '';
  const woods = document.getElementById('woods')?.outerHTML ?? '';
  const words = JSON.stringify({ stepOf: t('step-of', { step: '{step}', all: '{all}' }), failed: t('handout-failed') });
  const buttons = [
    ['-999999', 'first'],
    ['-1', 'back'],
    ['1', 'forward'],
    ['999999', 'last'],
  ].map(([by, key]) => `<button type="button" data-by="${by}">${escaped(t(key))}</button>`);
  const code = run.code.map((line) => `<li>${escaped(line)}</li>`).join('');
  const note = run.length > last ? `<p>${escaped(t('handout-cut', { count: last, all: run.length }))}</p>` : '';
  const html = `<!doctype html>
<html lang="${language === 'pt' ? 'pt-PT' : 'en'}" data-theme="${theme}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(run.title)}</title>
<style>${styles().replaceAll('</', '<\\/')}
body{display:block;overflow:auto}
.handout{max-width:1280px;margin:0 auto;padding:16px;display:grid;grid-template-columns:minmax(220px,290px) minmax(0,1fr);gap:12px 24px}
.handout h1,.handout #now,.handout footer{grid-column:1/-1;margin:0}
.handout #now{font:var(--t-4)/1.4 var(--slab);min-height:2.8em}
.handout{font-family:var(--sans)}
.handout #tree{position:relative;background:var(--sheet);border:1px solid var(--line);border-radius:12px;overflow:auto;min-height:280px}
.handout #tree>svg{position:static;width:100%;height:min(68vh,640px);display:block}
.handout footer{display:flex;flex-wrap:wrap;gap:8px 16px;align-items:center}
.handout footer input{flex:1;min-width:200px}
.handout button{min-height:40px;padding:0 12px}
@media (max-width:700px){.handout{grid-template-columns:minmax(0,1fr)}}
@media print{.handout footer button,.handout footer input{display:none}}
</style>
<body>
${woods}
<main class="handout watch">
<h1>${escaped(run.title)}</h1>
<p id="now" role="status"></p>
<div class="lane-side"><div id="board" class="small-board"></div><ol id="code" class="pseudocode">${code}</ol></div>
<div id="tree"></div>
<footer>${buttons.join('')}<input id="slider" type="range" min="0" value="0" aria-label="${escaped(t('timeline'))}"><output id="count"></output><span id="figures"></span>${note}</footer>
</main>
<script type="text/plain" id="steps">${await packed(JSON.stringify(steps))}</script>
<script>(${viewer.toString()})(${words.replaceAll('</', '<\\/')})</script>
</body>
</html>
`;
  download(`${name}.html`, 'text/html', html);
  return html.length;
}
