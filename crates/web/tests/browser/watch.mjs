// Watching searches: cuts, lists, simulations, two at once, forward and back, exports.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';

const step = async (page) => Number((await page.textContent('.lane output')).match(/\d+/)[0]);
const text = async (download) => readFile(await download.path(), 'utf8');

export const watchTests = [
  { name: 'alpha–beta cuts two steps after the page opens', async run(session) {
    const page = await session.open();
    await page.click('.invitation');
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
    const page = await session.open('#watch');
    await page.waitForSelector('.lane');
    await page.click('text=Minimax beside alpha–beta');
    await page.waitForFunction(() => document.querySelectorAll('.lane').length === 2);
    await page.click('.together >> text=Last ▶|');
    const counts = await page.$$eval('.lane .figures', (all) => all.map((one) => Number(one.textContent?.match(/\d+/)?.[0])));
    assert.ok(counts[1] < counts[0], `alpha–beta looks at fewer positions: ${counts}`);
  } },
  { name: 'open and closed lists are shown with g, h, f', async run(session) {
    const page = await session.open('#watch');
    await page.waitForSelector('.lane');
    await page.click('text=A* beside breadth-first');
    await page.waitForFunction(() => document.querySelectorAll('.frontier').length === 2);
    await page.click('.lane >> nth=0 >> text=Last ▶|');
    assert.match(await page.textContent('.now'), /A goal, with cost 5/);
    assert.match(await page.textContent('.lists'), /\d+ open, 5 closed/, 'as the rules say for board B');
    const [picture] = await Promise.all([page.waitForEvent('download'), page.click('text=Picture (SVG) >> nth=0')]);
    assert.match(await text(picture), /g 5 {2}h 0 {2}f 5/);
  } },
  { name: 'Monte Carlo grows its tree where it matters', async run(session) {
    const page = await session.open('#watch');
    await page.waitForSelector('.lane');
    await page.click('text=Monte Carlo');
    await page.waitForSelector('.lane[aria-label=mcts]');
    await page.click('.lane >> text=Last ▶|');
    assert.match(await page.textContent('.lane .figures'), /300 simulations/);
    assert.equal(await page.textContent('.tree .visits >> nth=0'), '300 visits');
  } },
  { name: 'a board of the learner’s own, and a bad one refused', async run(session) {
    const page = await session.open('#watch');
    await page.waitForSelector('.lane');
    await page.selectOption('[name=subject]', 'puzzle');
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
