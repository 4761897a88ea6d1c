// Addresses: every game, ply, analysis and view has one that reopens it.

/** @typedef {{ view: string, rest: string[], query: URLSearchParams }} Address */

/** What views were called before, so that old links still lead somewhere. @type {Record<string, string>} */
const OLD = { play: 'new', table: 'table', watch: 'watch', compare: 'compete', records: 'games' };

/** Other spellings of views. @type {Record<string, string>} */
const SPELT = { analyze: 'analyse' };

/** @param {string} hash @returns {Address} */
export function readAddress(hash) {
  const text = hash.replace(/^#/, '');
  if (text && !text.startsWith('/')) return { view: OLD[text] ?? 'home', rest: [], query: new URLSearchParams() };
  const [path, query = ''] = text.split('?');
  const [view = '', ...rest] = (path.match(/[^/]+/g) ?? []).map(decodeURIComponent);
  return { view: SPELT[view] ?? (view || 'home'), rest, query: new URLSearchParams(query) };
}

/** @param {string[]} path @param {Record<string, string | number | null | undefined>} [query] */
export function address(path, query = {}) {
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== '');
  // A comma and a few signs may stand as they are, which keeps moves readable.
  const text = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
  const kind = text.replaceAll('%2C', ',').replaceAll('%40', '@').replaceAll('%3A', ':').replaceAll('%2F', '/');
  return `#/${path.map(encodeURIComponent).join('/')}${kind ? `?${kind}` : ''}`;
}

/**
 * Where a game stands, as an address.
 * @param {import('./match.js').Match} match @param {string} mode `play`, `analyse` or `review`
 */
export function tableAddress(match, mode) {
  const { game, rules, seed, position } = match.setup;
  const isAtEnd = match.place === match.line.length;
  return address([mode, game], {
    moves: match.line.join(' '),
    ply: isAtEnd ? null : match.place,
    seats: match.names().join(' '),
    rules,
    seed: seed || null,
    position,
    resigned: match.isFlagged ? null : match.resigned,
    late: match.isFlagged ? match.resigned : null,
    game: match.id,
  });
}

/** Where an example is watched. @param {import('./catalogue.js').Example} example */
export function exampleAddress({ subject, engines, board, heuristic, position, depth, nodes }) {
  const [first, second] = engines;
  return address(['watch'], { subject, first, second, board, heuristic, position, depth, nodes });
}

/** What an address says of a game. @param {Address} from @returns {import('./types.js').Setup & { ply: number | null }} */
export function setupOf({ rest, query }) {
  const ply = query.get('ply');
  return {
    game: rest[0] ?? '',
    rules: query.get('rules') ?? '',
    seed: Number(query.get('seed')) || 0,
    position: query.get('position'),
    moves: (query.get('moves') ?? '').split(/\s+/).filter(Boolean),
    ply: ply === null ? null : Number(ply) || 0,
  };
}
