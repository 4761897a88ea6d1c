// See it think: predictions, heuristics of one's own, searches side by side, handouts, lessons.

import assert from 'node:assert/strict';
import { pathToFileURL } from 'node:url';
import { copyFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSettings, visit } from './session.mjs';

const CUTS = '#/watch?subject=tic-tac-toe&first=alpha-beta&position=x../.o./o.x&depth=5';

/** Answers every question of a quiz: wrong first where asked to, then right. Returns how many there were. */
async function answerAll(page, alsoWrong = false) {
  let count = 0;
  for (; count < 10; count++) {
    const isOver = await page.$('[data-key=quiz-again]');
    if (isOver) break;
    const keys = await page.$$eval('.answers button', (all) => all.map((one) => one.dataset.key));
    let isRight = false;
    for (const key of keys) {
      await page.click(`[data-key="${key}"]`);
      const said = await page.textContent('.reply');
      if (said?.startsWith('Right.')) {
        isRight = true;
        break;
      }
      assert.match(said ?? '', /^Not so\. Try again\. .{20}/);
      alsoWrong = false;
    }
    assert.ok(isRight, `one of ${keys} is right`);
    await page.click('[data-key=next-question]');
  }
  await page.waitForSelector('[data-key=quiz-again]');
  return count;
}

/** The walk of a lecturer. */
async function walk(session) {
  const page = await session.open(CUTS, { size: [1280, 720] });
  await page.waitForSelector('.lane[data-engine=alpha-beta] .tree-item');
  // To the first cut, by its button; the address says which step that is, and opens at it.
  await page.click('text=Next cut');
  const said = await page.textContent('.lane .now');
  assert.match(said ?? '', /^Cut\. After .+ answers .+ and gets .+ already has .+ cannot matter\.$/);
  const link = await page.evaluate(() => location.hash);
  assert.match(link, /step=\d+/);
  const other = await session.open(link, { size: [1280, 720] });
  await other.waitForFunction((said) => document.querySelector('.lane .now')?.textContent === said, said);
  await other.waitForSelector('.drawn .refutes');
  await other.context().close();
  // Ten predictions.
  await page.click('[data-key=predict]');
  await page.waitForSelector('.predicting .answers button');
  assert.equal(await answerAll(page), 10);
  assert.match(await page.evaluate(() => location.hash), /quiz=1/);
  await page.click('[data-key=quiz-leave]');
  await page.waitForSelector('.lane:not(.predicting)');
  // A heuristic that overestimates, on the 8-puzzle; then mended.
  await visit(page, '/watch?subject=tiles&first=a-star&board=8-easy&heuristic=manhattan');
  await page.waitForSelector('.lane[data-engine=a-star]');
  await openSettings(page);
  await page.click('summary:has-text("Write a heuristic")');
  await page.fill('[name=script]', '2 * manhattan');
  await page.click('[data-key=script-check]');
  await page.waitForSelector('[data-verdict=overestimates]');
  assert.match((await page.textContent('[data-verdict=overestimates]')) ?? '', /h says \d+, but \d+ is enough/);
  await page.waitForSelector('.counter-board svg');
  await page.waitForSelector('.counts tbody tr:nth-child(3)');
  await page.fill('[name=script]', 'manhattan / 2\n');
  await page.click('[data-key=script-check]');
  await page.waitForSelector('[data-verdict=admissible]');
  await page.click('[data-key=script-run]');
  await page.waitForFunction(() => location.hash.includes('heuristic=own'));
  await page.waitForSelector('.lane[data-engine=a-star] .lists');
  // A script that never ends is told so, with its line.
  await openSettings(page);
  await page.fill('[name=script]', 'let n = 0;\nloop { n += 1; }');
  await page.click('[data-key=script-check]');
  await page.waitForSelector('.verdict-box .faulty');
  assert.match((await page.textContent('.verdict-box')) ?? '', /line 2: the script does not end/);
  session.expectRefusal();
  // A* beside IDA*.
  await visit(page, '/watch?subject=tiles&first=a-star&second=ida-star&board=8-easy&heuristic=manhattan');
  await page.waitForSelector('.together .run-chart');
  await page.keyboard.press('End');
  await page.waitForSelector('.finding:has-text("expanded")');
  assert.equal(
    await page.$$eval(
      '.run-chart .line path',
      (all) => all.filter((one) => one.getAttribute('d')?.includes('L')).length,
    ),
    2,
  );
  await page.waitForSelector('.beside-table td:has-text("✓ yes")');
  // The handout, opened from the disk.
  await visit(page, '/watch?subject=tiles&first=a-star&board=8-easy&heuristic=manhattan');
  await page.waitForSelector('.lane[data-engine=a-star] [data-key=export-handout]');
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('[data-key=export-handout]')]);
  const file = join(tmpdir(), `plywood-handout-${process.pid}.html`);
  await copyFile(await download.path(), file);
  const context = await session.browser.newContext({ offline: true, viewport: { width: 1280, height: 720 } });
  try {
    const sheet = await context.newPage();
    const problems = [];
    sheet.on('pageerror', (problem) => problems.push(problem.message));
    sheet.on('request', (request) => {
      if (!/^(file|data|blob):/.test(request.url())) problems.push(request.url());
    });
    await sheet.goto(pathToFileURL(file).href);
    await sheet.waitForSelector('#tree svg .tree-item');
    const before = await sheet.textContent('#now');
    await sheet.keyboard.press('End');
    await sheet.waitForFunction((before) => document.querySelector('#now')?.textContent !== before, before);
    assert.match((await sheet.textContent('#count')) ?? '', /Step \d+ of \d+/);
    assert.deepEqual(problems, []);
    if (process.env.PLYWOOD_LOOK) await sheet.screenshot({ path: join(process.env.PLYWOOD_LOOK, 'handout.png') });
  } finally {
    await context.close();
  }
}

/** Every lesson opens in both languages, its figures run, and its exercise can be solved. */
const SOLVED = {
  uninformed: (page) => page.selectOption('.exercise select', 'ucs'),
  heuristics: (page) => page.fill('.exercise [name=script]', 'manhattan'),
  memory: (page) => page.selectOption('.exercise select', 'ida-star'),
  'alpha-beta': (page) => page.fill('.exercise input', '((3 8 12) (2 4 6) (2 5 14))'),
  ordering: (page) => page.fill('.exercise input', '((3 12 8) (2 4 6) (2 14 5))'),
  'monte-carlo': async (page) => {
    await page.click('.figure >> nth=0 >> [data-key=last]');
    const count = await page.evaluate(() => {
      const all = [...document.querySelectorAll('.figure .tree-item title')].map((one) => one.textContent ?? '');
      return all.map((text) => text.match(/^b1: (\d+) visits/)?.[1]).find(Boolean);
    });
    await page.fill('.exercise input', count ?? '');
  },
};

async function lessons(session) {
  for (const [name, solve] of Object.entries(SOLVED)) {
    const page = await session.open(`#/lesson/${name}`, { size: [1280, 900] });
    await page.waitForSelector('.lesson h1');
    for (const figure of await page.$$('.lesson .figure')) {
      await figure.scrollIntoViewIfNeeded();
      await figure.waitForSelector('.tree-item, .search-cells rect');
    }
    await page.locator('.predict').first().scrollIntoViewIfNeeded();
    assert.ok((await page.$$('.predicting .answers button')).length > 1, name);
    await page.locator('.exercise').scrollIntoViewIfNeeded();
    await solve(page);
    await page.click('.exercise [data-key=exercise-check], .exercise [data-key=script-run]');
    await page.waitForSelector('.exercise[data-solved=true]', { timeout: 20000 });
    await session.closePages();
    const pt = await session.open(`#/lesson/${name}`, { size: [390, 844], locale: 'pt-PT' });
    await pt.waitForSelector('.lesson h1');
    await pt.waitForSelector('.lesson .figure .tree-item, .lesson .figure .search-cells rect');
    const wide = await pt.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${name}: ${wide} px too wide for a phone`);
    await session.closePages();
  }
}

/** Walls are painted with the mouse; the search runs again. */
async function painting(session) {
  const page = await session.open('#/watch?subject=grid&first=a-star&board=open', { size: [1280, 800] });
  await page.waitForSelector('.painter');
  const before = await page.textContent('.lane output');
  const cell = page.locator('.map-view [data-at="29"]');
  await cell.scrollIntoViewIfNeeded();
  await cell.hover({ force: true });
  await page.mouse.down();
  await page.locator('.map-view [data-at="37"]').hover({ force: true });
  await page.mouse.up();
  await page.waitForFunction(() => location.hash.includes('board=own'));
  await page.waitForSelector('.painter');
  assert.match(decodeURIComponent(await page.evaluate(() => location.hash)), /#/);
  assert.ok(before);
}

/** A trace of a student's own solver is watched, and a bad line is named. */
async function ownTrace(session) {
  const page = await session.open('#/watch?subject=grid&first=a-star&board=open', { size: [1280, 800] });
  await page.waitForSelector('.lane');
  await openSettings(page);
  const lines = [
    { kind: 'open', node: 10 },
    { kind: 'expand', node: 10 },
    { kind: 'open', node: 11, parent: 10, move: 'right', g: 1 },
  ];
  const send = (text) =>
    page.setInputFiles('[data-key=own-trace]', {
      name: 'own.jsonl',
      mimeType: 'text/plain',
      buffer: Buffer.from(text),
    });
  await send(lines.map((line) => JSON.stringify(line)).join('\n'));
  await page.waitForSelector('.lane[data-engine=own] .cell-open');
  await openSettings(page);
  await send(`${JSON.stringify(lines[0])}\n${JSON.stringify(lines[2]).replace('"g":1', '"g":7')}\n`);
  await page.waitForSelector('[role=alert]:has-text("line 2")');
  session.expectRefusal();
}

async function comparison(session) {
  const page = await session.open(
    '#/compete?problem=tiles&boards=8-easy,8-short&algorithms=bfs,a-star&heuristic=manhattan',
  );
  await page.waitForFunction(() => document.querySelectorAll('.plain-table th[scope=row]').length === 4);
  const rows = await page.$$eval('.plain-table tbody', (all) =>
    all.map((one) =>
      [...one.querySelectorAll('tr:not(.group)')].map((row) => [...row.children].map((c) => c.textContent)),
    ),
  );
  for (const [breadth, best] of rows) assert.equal(breadth[5], best[5], 'both pay the same');
  assert.match(
    await page.textContent('.finding'),
    /^On board 8-short, A\* with manhattan generates .* where Breadth-first/,
  );
  assert.equal(await page.locator('.dot-plot .dot').count(), 4);
  // A heuristic of one's own takes its place, here and in the address.
  await page.check('[name=heuristic][value=own]', { force: true });
  await page.fill('.own-heuristic [name=script]', '0');
  await page.click('.compare-form button.primary.large');
  await page.waitForFunction(() => /your own/.test(document.querySelector('.plain-table')?.textContent ?? ''));
  await page.waitForFunction(() => document.querySelectorAll('.plain-table th[scope=row]').length === 4);
  assert.match(page.url(), /heuristic=own/);
  await page.reload();
  await page.waitForFunction(() => /your own/.test(document.querySelector('.plain-table')?.textContent ?? ''));
  assert.equal(await page.inputValue('.own-heuristic [name=script]'), '0');
  await page.fill('.own-heuristic [name=script]', 'loop {}');
  await page.click('.compare-form button.primary.large');
  await page.waitForFunction(() => (document.querySelector('.compare-form .note')?.textContent ?? '').length > 10);
}

async function paper(session) {
  const page = await session.open('#/watch?subject=tic-tac-toe&first=alpha-beta&position=x../.o./o.x&depth=5&step=30');
  await page.waitForSelector('.drawn .tree-item');
  await page.emulateMedia({ media: 'print' });
  for (const part of ['.now', '.drawn', '.pseudocode', '.small-board .board'])
    assert.ok(await page.isVisible(part), part);
  for (const part of ['#bar', '.timeline .run', '.exports', '.zoom', '.watch-head'])
    assert.ok(!(await page.isVisible(part)), part);
}

export const thinkTests = [
  { name: 'a comparison says its finding, has a link, and takes a heuristic of one’s own', run: comparison },
  { name: 'on paper stand the sentence, the tree and the code, and nothing that is pressed', run: paper },
  { name: 'a lecturer’s walk: cut, ten predictions, a heuristic mended, two searches, the handout', run: walk },
  { name: 'six lessons, live and solved, in both languages', run: lessons },
  { name: 'walls are painted and the search runs again', run: painting },
  { name: 'a trace of one’s own is watched, a bad line is named', run: ownTrace },
];
