// Analysis: live lines and bar, heat map, peek, hint, why not, review, take-back of bad moves.

import assert from 'node:assert/strict';
import { legalMoves, place, startGame, turn } from './session.mjs';

/** A position of quatro with a move that wins and moves that hand the win over. */
const POSITION = '024./..../..../...9 -';

async function type(page, move) {
  await page.fill('[data-key=typed]', move);
  await page.press('[data-key=typed]', 'Enter');
}

export const analysisTests = [
  { name: 'analysis shows lines, bar, proof and heat', async run(session) {
    const page = await session.open();
    await startGame(page, 'quatro', { players: ['human', 'human'], more: { position: POSITION } });
    assert.equal(await page.locator('.lines li').count(), 0, 'off until asked for');
    await page.click('[data-key=analyse]');
    await page.waitForSelector('.proven');
    assert.equal(await page.textContent('.proven'), 'proven win');
    assert.match(await page.textContent('.bar-text'), /Player 1: =\+1/);
    await page.click('.lines .move >> nth=0');
    assert.ok(await page.locator('.ghost.legal').count() > 0, 'a line shows on the board');
    await page.check('[data-key=heat-map]');
    await page.waitForSelector('.heat');
    await page.fill('[data-key=why]', '1@d2');
    await page.press('[data-key=why]', 'Enter');
    await page.waitForSelector('.reason');
    assert.match(await page.textContent('.reason'), /1@d2 loses .* against/);
    await page.click('[data-key=analyse]');
    assert.equal(await page.locator('.lines').count(), 0);
  } },
  { name: 'no line is stale after a move', async run(session) {
    const page = await session.open();
    await startGame(page, 'cavalo', { players: ['human', 'human'], more: { seed: '5' } });
    await page.click('[data-key=analyse]');
    for (let i = 0; i < 3; i++) {
      await page.waitForSelector('.lines li .move');
      const first = await page.textContent('.lines li .move');
      const before = await place(page);
      await type(page, first);
      await page.waitForFunction((n) => Number(document.querySelector('.table')?.getAttribute('data-place')) > n, before);
      await page.waitForSelector('.lines li .move');
      const moves = await legalMoves(page);
      for (const line of await page.$$eval('.lines li', (lines) => lines.map((one) => one.querySelector('.move')?.textContent))) assert.ok(moves.includes(line), `${line} is legal`);
    }
  } },
  { name: 'a hint stays, a peek goes', async run(session) {
    const page = await session.open();
    await startGame(page, 'quatro', { players: ['human', 'human'], more: { position: POSITION } });
    await page.hover('[data-key=peek]');
    await page.mouse.down();
    await page.waitForSelector('.ghost.legal');
    await page.mouse.up();
    await page.waitForFunction(() => document.querySelectorAll('.ghost').length === 0);
    await page.click('[data-key=hint]');
    await page.waitForSelector('.ghost.legal');
    assert.match(await page.textContent('.status'), /Hint: 6@d1|Hint: .@d1/);
  } },
  { name: 'a bad move is taken back once, and played by who insists', async run(session) {
    const page = await session.open();
    await startGame(page, 'quatro', { players: ['human', 'human'], more: { position: POSITION, patience: '1' } });
    await type(page, '1@d2');
    await page.waitForFunction(() => /taken back/.test(document.querySelector('.status')?.textContent ?? ''));
    assert.equal(await place(page), 0);
    await type(page, '1@d2');
    await page.waitForFunction(() => document.querySelector('.table')?.getAttribute('data-place') === '1');
  } },
  { name: 'a game is reviewed: graph and costliest moves', async run(session) {
    const page = await session.open();
    await startGame(page, 'quatro', { players: ['human', 'human'], more: { position: POSITION } });
    await type(page, '1@d2');
    await page.waitForFunction(() => document.querySelector('.table')?.getAttribute('data-place') === '1');
    await page.click('[data-key=review]');
    await page.waitForSelector('.graph');
    await page.waitForSelector('.mistakes button');
    await page.click('.mistakes button');
    await page.waitForFunction(() => document.querySelector('.table')?.getAttribute('data-place') === '0');
  } },
  { name: 'locked hints stay locked until the end', async run(session) {
    const page = await session.open();
    await page.click('.setup details summary >> nth=0');
    await page.check('[name=locked]');
    await page.click('.setup button[type=submit]');
    await turn(page);
    assert.equal(await page.locator('[data-key=hint]').count(), 0);
    assert.equal(await page.isVisible('.analysis'), false);
    await page.click('[data-key=resign]');
    assert.equal(await page.isVisible('.analysis'), true);
  } },
];
