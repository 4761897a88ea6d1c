// Analysis: live lines and bar, heat map, peek, hint, why not, review, take-back of bad moves.

import assert from 'node:assert/strict';
import { at, legalMoves, place, startGame, turn, type } from './session.mjs';

/** A position of quatro with a move that wins and moves that hand the win over. */
const POSITION = '024./..../..../...9 -';

export const analysisTests = [
  { name: 'analysis shows lines, bar, proof and heat', async run(session) {
    const page = await session.open();
    await startGame(page, 'quatro', { players: ['human', 'human'], more: { position: POSITION } });
    assert.equal(await page.locator('.lines li').count(), 0, 'off until asked for');
    await page.click('[data-key=analyse]');
    await page.waitForSelector('.score.exact');
    assert.match(await page.textContent('.score.exact'), /^Player 1 wins( in 1 ply)?$/);
    assert.match(await page.textContent('.bar-text'), /^Player 1 wins( in 1 ply)?$/);
    await page.click('.lines .move >> nth=0');
    await page.waitForSelector('.board-frame.preview');
    await page.check('[data-key=heat-map]');
    await page.click('[data-key=end-preview]');
    await page.waitForSelector('.heat');
    await page.fill('[data-key=why]', '1@d2');
    await page.press('[data-key=why]', 'Enter');
    await page.waitForSelector('.reason');
    assert.match(await page.textContent('.reason'), /1@d2: Player 2 wins in 2 plies; with .@d1: Player 1 wins in 1 ply\./);
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
    await page.waitForSelector('.preview');
    await page.mouse.up();
    await page.waitForFunction(() => document.querySelectorAll('.preview').length === 0);
    await page.click('[data-key=hint]');
    await page.waitForSelector('.preview');
    assert.match(await page.textContent('.status'), /Hint: .@d1 \(Player 1 wins( in 1 ply)?\)/);
  } },
  { name: 'a bad move is taken back once, and played by who insists', async run(session) {
    const page = await session.open();
    await startGame(page, 'quatro', { players: ['human', 'human'], more: { position: POSITION, patience: '1' } });
    await type(page, '1@d2');
    await page.waitForFunction(() => /[Tt]aken back/.test(document.querySelector('.status')?.textContent ?? ''));
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
  { name: 'perfect play is not accused, and a faster loss is told', async run(session) {
    const page = await session.open();
    await startGame(page, 'quatro', { players: ['human', 'human'], more: { position: 'e.0./a..c/1..b/8563 -' } });
    await type(page, '2@b1');
    await at(page, 1);
    await page.click('[data-key=review]');
    await page.waitForSelector('.mistakes .sooner');
    assert.match(await page.textContent('.mistakes .sooner'), /1\. 2@b1 loses in 2 plies, .* holds out for 6/);
    assert.match(await page.textContent('.mistakes'), /Only proven results count/);
    await page.click('[data-key=take-back]');
    await at(page, 0);
    await page.click('[data-key=hint]');
    await page.waitForSelector('.preview');
    const best = (await page.textContent('.status')).match(/Hint: (\S+)/)[1];
    await type(page, best);
    await at(page, 1);
    assert.equal(await page.locator('.mistakes').count(), 0, 'the old review is not shown for another game');
    await page.click('[data-key=review]');
    await page.waitForSelector('.mistakes p');
    assert.match(await page.textContent('.mistakes'), /No mistake was found/);
  } },
  { name: 'the heat map values every move on all its cells, around a neutral middle', async run(session) {
    const page = await session.open();
    await startGame(page, 'blokus-duo', { players: ['human', 'human'] });
    await page.click('[data-key=analyse]');
    await page.check('[data-key=heat-map]');
    await page.waitForSelector('.legend');
    assert.match(await page.textContent('.legend'), /All 414 moves are valued/);
    assert.match(await page.textContent('.legend'), /worse for Player 1.*even.*better for Player 1/);
    const cells = await page.locator('.cell .heat').count();
    const reach = await page.evaluate(async () => {
      const token = document.querySelector('meta[name="plywood-token"]')?.getAttribute('content') ?? '';
      const body = JSON.stringify({ game: 'blokus-duo', choices: [1] });
      const state = await (await fetch('/api/state', { method: 'POST', body, headers: { 'x-plywood-token': token, 'content-type': 'application/json' } })).json();
      return new Set(state.choices.flatMap(({ parts }) => parts[1][1])).size;
    });
    assert.equal(cells, reach, 'every cell that a move covers');
    // Where every move loses, nothing looks good.
    await page.goto(`${session.base}#play`);
    await page.waitForSelector('.cards');
    await startGame(page, 'quatro', { players: ['human', 'human'], more: { position: 'e.0./a..c/1..b/8563 -' } });
    await page.click('[data-key=analyse]');
    await page.check('[data-key=heat-map]');
    await page.waitForSelector('.heat.bad');
    assert.equal(await page.locator('.heat.good').count(), 0);
    assert.match(await page.textContent('.legend'), /1 is a win, 0 even, −1 a loss/);
  } },
  { name: 'scores say for whom and in which unit', async run(session) {
    const page = await session.open();
    await startGame(page, 'cavalo', { players: ['human', 'human'], more: { seed: '5' } });
    await page.click('[data-key=analyse]');
    for (let ply = 0; ply < 2; ply++) {
      await page.waitForSelector('.lines li .score');
      const said = /^(level|a draw|\+[\d.,]+ points? for Player [12]|Player [12] wins by [\d.,]+ points?)$/;
      const [bar, first] = [await page.textContent('.bar-text'), await page.textContent('.lines li .score')];
      assert.match(bar, said);
      assert.match(first, said);
      await type(page, (await legalMoves(page))[0]);
      await at(page, ply + 1);
    }
    await page.waitForSelector('.graph');
    assert.match(await page.textContent('.graph-frame'), /Above the line Player 1 is ahead, below it Player 2/);
    await page.goto(`${session.base}#watch`);
    await page.waitForSelector('.lane');
    await page.click('text=Next cut ✂');
    await page.waitForFunction(() => /points for Player [12], at least/.test(document.querySelector('.now')?.textContent ?? ''));
  } },
];
