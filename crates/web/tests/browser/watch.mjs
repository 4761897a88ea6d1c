// Watching searches: cuts, lists, simulations, two at once, forward and back, exports.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';

const step = async (page) => Number((await page.textContent('.lane output')).match(/\d+/)[0]);
const text = async (download) => readFile(await download.path(), 'utf8');

/** Every one-player search: the order of its open list, if it has one, and the line on which it finds the goal. */
const SEARCHES = {
  bfs: ['oldest first', 'if it is a goal'], frontier: ['oldest first', 'if one is a goal'], dfs: ['last in, first out', 'if it is a goal'], ids: ['last in, first out', 'if it is a goal'],
  ucs: ['lowest g first', 'if it is a goal'], greedy: ['lowest h first', 'if it is a goal'], 'a-star': ['lowest f = g + h first', 'if it is a goal'], 'weighted-a-star': ['lowest f = g + 2·h first', 'if it is a goal'],
  'ida-star': [null, 'if it is a goal'], rbfs: [null, 'if best is a goal'], 'sma-star': ['lowest f first, on a tie the newest', 'if it is a goal'], beam: ['layer by layer', 'if it is a goal'],
};
/** These test a child when it is made; the others a node when its turn comes. */
const EARLY = ['bfs', 'frontier', 'dfs', 'ids', 'ida-star', 'beam'];

/** Watches a search on a board of the puzzle. */
async function watchPuzzle(page, name, board, heuristic = 'h3') {
  await page.selectOption('[name=subject]', 'blokus-puzzle');
  await page.selectOption('[name=first]', name);
  await page.selectOption('[name=board]', board);
  await page.selectOption('[name=heuristic]', heuristic);
  await page.click('button[type=submit]');
  await page.waitForSelector(`.lane[aria-label="${name}"] .frontier`);
}

/** Steps forward, `most` times at most, and keeps what the lane shows at every step. */
async function walk(page, most) {
  return page.evaluate((most) => {
    const lane = document.querySelector('.lane');
    const forward = [...(lane?.querySelectorAll('.timeline button') ?? [])].find((button) => button.textContent?.startsWith('Forward'));
    const text = (selector) => lane?.querySelector(selector)?.textContent ?? '';
    const rows = (list) => [...(lane?.querySelectorAll(`table.${list} tbody tr`) ?? [])].map((row) => [...row.children].map((cell) => cell.textContent).join(' '));
    const look = () => ({ place: text('output'), now: text('.now'), line: text('.pseudocode .current'), open: rows('open-list'), closed: rows('closed-list'), path: rows('current-path') });
    const seen = [look()];
    for (let i = 0; i < most && forward instanceof HTMLElement; i++) {
      forward.click();
      const next = look();
      if (next.place === seen[seen.length - 1].place) break;
      seen.push(next);
    }
    return seen;
  }, most);
}

export const watchTests = [
  { name: 'the original table stands beside right figures', async run(session) {
    const page = await session.open('#compare');
    await page.waitForSelector('.compare form');
    await page.click('.as-published');
    await page.waitForFunction(() => document.querySelectorAll('table.published tbody tr').length === 24);
    await page.waitForSelector('.results p');
    const table = await page.textContent('table.published');
    for (const figure of ['11553/936', '12471/972', '9468/5895', '41185/2', '327/19', 'heap full']) assert.ok(table.includes(figure), figure);
    assert.match(await page.textContent('.results'), /two to the left/);
  } },
  { name: 'tiles and maps are watched and compared like the puzzle', async run(session) {
    const page = await session.open('#/watch');
    await page.waitForSelector('.lane');
    for (const [subject, cells, end] of [['tiles', 9, '^11 slides, cost 11$'], ['grid', 72, '^[1-9]\\d* steps, cost']]) {
      await page.selectOption('[name=subject]', subject);
      await page.waitForSelector('[name=board]');
      await page.click('button[type=submit]');
      await page.waitForFunction((n) => document.querySelectorAll('.frontier [data-cell]').length === n, cells);
      await page.click('.lane >> text=Last ▶|');
      await page.waitForFunction((end) => new RegExp(end).test(document.querySelector('.frontier .figures')?.textContent ?? ''), end);
    }
    await page.goto(`${session.base}#/compete`);
    await page.waitForSelector('.compare form');
    await page.selectOption('[name=problem]', 'tiles');
    await page.click('.compare button.primary >> nth=0');
    await page.waitForSelector('.results tbody tr');
    assert.match(await page.textContent('.results thead'), /slides/);
  } },
  { name: 'alpha–beta cuts two steps after the page opens', async run(session) {
    const page = await session.open();
    await page.click('.invitation');
    await page.waitForSelector('.lane');
    await page.click('text=Next cut ✂');
    await page.waitForFunction(() => /^Cut:/.test(document.querySelector('.now')?.textContent ?? ''));
    assert.match(await page.textContent('.pseudocode .current'), /cut/);
    assert.match(await page.textContent('.tree .cut'), /moves skipped/);
    const at = await step(page);
    await page.click('.lane >> text=◀ Back');
    assert.equal(await step(page), at - 1);
    await page.click('.lane >> text=Forward ▶');
    await page.click('.lane >> text=Run');
    await page.waitForFunction((n) => Number(document.querySelector('.lane output')?.textContent?.match(/\d+/)?.[0]) > n + 2, at);
    await page.click('.lane >> text=Pause');
    await page.click('.lane >> text=Last ▶|');
    assert.match(await page.textContent('.lane .figures'), /[1-9]\d* alpha cuts, [1-9]\d* beta cuts/);
    const [trace] = await Promise.all([page.waitForEvent('download'), page.click('text=Trace (JSON lines)')]);
    const lines = (await text(trace)).trim().split('\n').map((line) => JSON.parse(line));
    assert.equal(lines.length, await step(page));
    const [picture] = await Promise.all([page.waitForEvent('download'), page.click('text=Picture (SVG)')]);
    assert.match(await text(picture), /^<svg xmlns.*root/s);
  } },
  { name: 'two algorithms stand side by side and move together', async run(session) {
    const page = await session.open('#/watch');
    await page.waitForSelector('.lane');
    await page.click('text=Minimax beside alpha–beta');
    await page.waitForFunction(() => document.querySelectorAll('.lane').length === 2);
    await page.click('.together >> text=Last ▶|');
    const counts = await page.$$eval('.lane .figures', (all) => all.map((one) => Number(one.textContent?.match(/\d+/)?.[0])));
    assert.ok(counts[1] < counts[0], `alpha–beta looks at fewer positions: ${counts}`);
  } },
  { name: 'open and closed lists are shown with g, h, f', async run(session) {
    const page = await session.open('#/watch');
    await page.waitForSelector('.lane');
    await page.click('text=A* beside breadth-first');
    await page.waitForFunction(() => document.querySelectorAll('.frontier').length === 2);
    await page.click('.lane >> nth=0 >> text=Last ▶|');
    assert.match(await page.textContent('.now'), /A goal, with cost 5/);
    assert.match(await page.textContent('.lists'), /\d+ open, 5 closed/, 'as the rules say for board B');
    const [picture] = await Promise.all([page.waitForEvent('download'), page.click('text=Picture (SVG) >> nth=0')]);
    assert.match(await text(picture), /g 5 {2}h 0 {2}f 5/);
  } },
  { name: 'every search has a page of its own and ends on the line that found the goal', async run(session) {
    const page = await session.open('#/watch');
    await page.waitForSelector('.lane');
    const pages = new Set();
    for (const [name, [, line]] of Object.entries(SEARCHES)) {
      await watchPuzzle(page, name, 'A');
      await page.click('.lane >> text=Last ▶|');
      assert.match(await page.textContent('.now'), name === 'dfs' ? /A goal/ : /A goal, with cost 2/, name);
      assert.ok((await page.textContent('.pseudocode .current')).includes(line), name);
      const code = await page.$$eval('.pseudocode li', (all) => all.map((one) => one.textContent ?? ''));
      assert.deepEqual(code.filter((text) => /^(code|order)-|\{rank\}/.test(text)), [], name);
      const [goal, child] = [code.findIndex((text) => text.includes(line)), code.findIndex((text) => /for each (child|node)/.test(text))];
      assert.equal(goal > child && child >= 0, EARLY.includes(name) || name === 'rbfs', `${name} tests ${EARLY.includes(name) ? 'children' : 'the node taken'}`);
      pages.add(code.join('\n'));
    }
    assert.equal(pages.size, Object.keys(SEARCHES).length);
  } },
  { name: 'the open list stands in the order in which nodes are taken', async run(session) {
    const page = await session.open('#/watch');
    await page.waitForSelector('.lane');
    for (const [name, [order]] of Object.entries(SEARCHES).filter(([, [order]]) => order)) {
      await watchPuzzle(page, name, 'B', 'h1');
      assert.ok((await page.textContent('table.open-list caption')).includes(order), name);
      const seen = await walk(page, 60);
      let taken = 0;
      for (const [i, { now, line, closed, open }] of seen.entries()) {
        assert.ok(open.length <= 13 && closed.length <= 13, `${name} shows a few`);
        if (/is taken/.test(now)) {
          taken += 1;
          assert.equal(closed[0], seen[i - 1].open[0], `${name}, step ${i}: the first of open is the latest closed`);
          assert.match(line, /take |close it|look at its children|make its children/, name);
        }
        if (/is refused/.test(now)) assert.match(line, /refuse it/, name);
        if (/joins the open list/.test(now)) assert.match(line, /put it|push it|is a goal/, name);
      }
      assert.ok(taken > 2, `${name} took ${taken}`);
    }
  } },
  { name: 'searches without lists say so and show their path', async run(session) {
    const page = await session.open('#/watch');
    await page.waitForSelector('.lane');
    for (const name of ['ida-star', 'rbfs']) {
      await watchPuzzle(page, name, 'B', 'h4');
      assert.match(await page.textContent('.lists'), /keeps no open and no closed list/);
      assert.equal(await page.locator('table.open-list, table.closed-list').count(), 0);
      for (const { path, now } of await walk(page, 200)) {
        assert.deepEqual(path.map((row) => Number(row.split(' ')[1])), path.map((_, depth) => depth), 'each piece costs one');
        assert.ok(!now.includes('4294967295'));
      }
      await page.click('.lane >> text=Last ▶|');
      assert.equal(await page.locator('table.current-path tbody tr').count(), 6, 'the start and five pieces');
    }
  } },
  { name: 'a simulation selects, expands, simulates and backpropagates', async run(session) {
    const page = await session.open('#/watch');
    await page.waitForSelector('.lane');
    await page.click('text=Monte Carlo');
    await page.waitForSelector('.lane[aria-label=mcts]');
    const lines = (await walk(page, 7)).map(({ line }) => line.trim().split(':')[0]);
    const simulation = ['select', 'expand', 'simulate', 'backpropagate'];
    assert.deepEqual(lines, [...simulation, ...simulation]);
  } },
  { name: 'Monte Carlo grows its tree where it matters', async run(session) {
    const page = await session.open('#/watch');
    await page.waitForSelector('.lane');
    await page.click('text=Monte Carlo');
    await page.waitForSelector('.lane[aria-label=mcts]');
    await page.click('.lane >> text=Last ▶|');
    assert.match(await page.textContent('.lane .figures'), /300 simulations/);
    assert.equal(await page.textContent('.tree .visits >> nth=0'), '300 visits');
  } },
  { name: 'a board of the learner’s own, and a bad one refused', async run(session) {
    const page = await session.open('#/watch');
    await page.waitForSelector('.lane');
    await page.selectOption('[name=subject]', 'blokus-puzzle');
    await page.click('summary');
    await page.fill('[name=text]', '....\n....\n....\nobjective: 5');
    await page.click('button[type=submit]');
    await page.waitForSelector('.frontier');
    assert.equal(await page.locator('.frontier [data-cell]').count(), 12);
    await page.fill('[name=text]', '..x.\nobjective: 5');
    await page.click('button[type=submit]');
    await page.waitForFunction(() => (document.querySelector('form .note')?.textContent ?? '').length > 5);
    session.expectRefusal();
  } },
];
