// Analysis: live lines and bar, heat map, peek, hint, why not, review, take-back of bad moves.

import assert from 'node:assert/strict';
import {
  analyse,
  at,
  eventually,
  fromMenu,
  legalMoves,
  openMore,
  place,
  setUp,
  startGame,
  tab,
  turn,
  type,
} from './session.mjs';

/** A position of quatro with a move that wins and moves that hand the win over. */
const POSITION = '024./..../..../...9 -';

export const analysisTests = [
  {
    name: 'analysis shows lines, bar, proof and heat',
    async run(session) {
      const page = await session.open();
      await startGame(page, 'quatro', { players: ['human', 'human'], more: { position: POSITION } });
      assert.equal(await page.locator('.lines li').count(), 0, 'off until asked for');
      await analyse(page);
      await page.waitForSelector('.score.exact');
      assert.match(await page.textContent('.score.exact'), /^Player 1: win( in 1 ply)?$/);
      assert.match(await page.textContent('.bar-text'), /^Player 1: win( in 1 ply)?$/);
      await page.click('.lines .move >> nth=0');
      await page.waitForSelector('.board-frame.preview');
      await page.click('[data-key=end-preview]');
      assert.ok((await page.locator('.advice.best').count()) > 0, 'the best move is outlined on the board');
      await page.check('[data-key=heat-map]');
      await page.waitForSelector('.heat');
      await page.fill('[data-key=why]', '1@d2');
      await page.press('[data-key=why]', 'Enter');
      await page.waitForSelector('.reason');
      assert.match(
        await page.textContent('.reason'),
        /1@d2: Player 2: win in 2 plies; with .@d1: Player 1: win in 1 ply\./,
      );
      await page.click('[data-key=analyse]');
      assert.equal(await page.locator('.lines').count(), 0);
    },
  },
  {
    name: 'no line is stale after a move',
    async run(session) {
      const page = await session.open();
      await startGame(page, 'cavalo', { players: ['human', 'human'], more: { seed: '5' } });
      await analyse(page);
      for (let i = 0; i < 3; i++) {
        await page.waitForSelector('.lines li .move');
        const first = await page.getAttribute('.lines li .move', 'data-move');
        const before = await place(page);
        await type(page, first);
        await tab(page, 'analysis');
        await page.waitForFunction(
          (n) => Number(document.querySelector('.table')?.getAttribute('data-place')) > n,
          before,
        );
        await page.waitForSelector('.lines li .move');
        const moves = await legalMoves(page);
        for (const line of await page.$$eval('.lines li', (lines) =>
          lines.map((one) => one.querySelector('.move')?.getAttribute('data-move')),
        ))
          assert.ok(moves.includes(line), `${line} is legal`);
      }
    },
  },
  {
    name: 'a hint is a ghost in words that Enter plays; a peek goes',
    async run(session) {
      const page = await session.open();
      await startGame(page, 'quatro', { players: ['human', 'human'], more: { position: POSITION } });
      await page.focus('.board .cell[tabindex="0"]');
      await page.keyboard.down('Shift');
      await page.keyboard.down('B');
      await page.waitForSelector('.ghost.legal');
      await page.keyboard.up('B');
      await page.keyboard.up('Shift');
      await page.waitForFunction(() => !document.querySelector('.ghost'));
      await page.click('[data-key=hint]');
      await page.waitForSelector('.ghost.legal');
      assert.match(await page.textContent('.status'), /Hint: the .* piece on d1 \(Player 1: win( in 1 ply)?\)/);
      assert.equal(await place(page), 0, 'it is not played yet');
      await page.focus('.board .cell[tabindex="0"]');
      await page.keyboard.press('Escape');
      await page.waitForFunction(() => !document.querySelector('.ghost'));
      await page.click('[data-key=hint]');
      await page.waitForSelector('.ghost.legal');
      await page.click('[data-key=play-shown]');
      await at(page, 1);
      await page.waitForFunction(() => document.querySelectorAll('.winning').length === 4);
    },
  },
  {
    name: 'a bad move is taken back once, and played by who insists',
    async run(session) {
      const page = await session.open();
      await startGame(page, 'quatro', { players: ['human', 'human'], more: { position: POSITION, patience: '1' } });
      await type(page, '1@d2');
      await page.waitForFunction(() => /[Tt]aken back/.test(document.querySelector('.status')?.textContent ?? ''));
      assert.equal(await place(page), 0);
      await type(page, '1@d2');
      await page.waitForFunction(() => document.querySelector('.table')?.getAttribute('data-place') === '1');
    },
  },
  {
    name: 'a game is reviewed: graph, verdict, the better move found, stored in the address',
    async run(session) {
      const page = await session.open();
      await startGame(page, 'quatro', { players: ['human', 'human'], more: { position: POSITION } });
      await type(page, '1@d2');
      await at(page, 1);
      await fromMenu(page, 'review-now');
      await page.waitForSelector('.graph');
      assert.ok((await page.locator('.graph-value').count()) >= 5, 'the axis has values');
      assert.match(await page.textContent('.moves .loss'), /\?\?/);
      assert.match(await page.textContent('.mistakes'), /Player 1.*0 % of 1 moves kept the result/s);
      assert.match(await page.evaluate(() => location.hash), /^#\/review\/quatro\?moves=1@d2/);
      await page.click('[data-key=worst-1]');
      await page.click('[data-key=seek]');
      await at(page, 0);
      assert.equal(await page.locator('.advice').count(), 0, 'the best move is hidden');
      await page.fill('[data-key=typed]', '1@d3');
      await page.press('[data-key=typed]', 'Enter');
      await page.waitForFunction(() => /^Not yet/.test(document.querySelector('.verdict-words')?.textContent ?? ''));
      await page.waitForSelector('.board-frame.preview');
      await page.fill('[data-key=typed]', '6@d1');
      await page.press('[data-key=typed]', 'Enter');
      await page.waitForFunction(() => /^That is it/.test(document.querySelector('.verdict-words')?.textContent ?? ''));
      assert.equal(await page.getAttribute('[data-key=ply-1]', 'data-move'), '1@d2', 'the game itself is not changed');
    },
  },
  {
    name: 'locked hints stay locked until the end',
    async run(session) {
      const page = await session.open();
      await setUp(page, 'quatro');
      await openMore(page);
      await page.check('[name=locked]');
      await page.click('.setup-options button[type=submit]');
      await turn(page);
      assert.equal(await page.locator('[data-key=hint]').count(), 0);
      await tab(page, 'analysis');
      assert.equal(await page.locator('[data-key=analyse]').count(), 0);
      await fromMenu(page, 'resign');
      assert.equal(await page.locator('[data-key=analyse]').count(), 1);
    },
  },
  {
    name: 'perfect play is not accused, and a faster loss is told',
    async run(session) {
      const page = await session.open();
      await startGame(page, 'quatro', { players: ['human', 'human'], more: { position: 'e.0./a..c/1..b/8563 -' } });
      await type(page, '2@b1');
      await at(page, 1);
      await fromMenu(page, 'review-now');
      await page.waitForSelector('.mistakes .sooner');
      assert.match(await page.textContent('.mistakes .sooner'), /2@b1 loses in 2 plies, .* holds out for 6/);
      assert.match(await page.textContent('.mistakes'), /Only proven results count/);
      await page.click('[data-key=to-play]');
      await page.waitForSelector('.table.play[data-mover]');
      await page.click('[data-key=take-back]');
      await at(page, 0);
      await page.click('[data-key=hint]');
      await page.waitForSelector('.ghost.legal');
      await page.click('[data-key=play-shown]');
      await at(page, 1);
      assert.equal(await page.locator('.moves .loss').count(), 0, 'the old review is not shown for another game');
      await fromMenu(page, 'review-now');
      await page.waitForSelector('.mistakes p');
      assert.match(await page.textContent('.mistakes'), /No mistake was found/);
    },
  },
  {
    name: 'the heat map values every move on all its cells, around a neutral middle',
    async run(session) {
      const page = await session.open();
      await startGame(page, 'blokus-duo', { players: ['human', 'human'] });
      await analyse(page);
      await page.check('[data-key=heat-map]');
      await page.waitForSelector('.legend');
      assert.match(await page.textContent('.legend'), /All 414 moves are valued/);
      assert.match(await page.textContent('.legend'), /worse for Player 1.*even.*better for Player 1/);
      const cells = await page.locator('.board .heat').count();
      const reach = await page.evaluate(async () => {
        const body = JSON.stringify({ game: 'blokus-duo', choices: [1] });
        const state = await (
          await fetch('/api/state', { method: 'POST', body, headers: { 'content-type': 'application/json' } })
        ).json();
        return new Set(state.choices.flatMap(({ parts }) => parts[1][1])).size;
      });
      assert.equal(cells, reach, 'every cell that a move covers');
      // Where every move loses, nothing looks good.
      await startGame(page, 'quatro', { players: ['human', 'human'], more: { position: 'e.0./a..c/1..b/8563 -' } });
      await analyse(page);
      await page.check('[data-key=heat-map]');
      await page.waitForSelector('.heat.bad');
      assert.equal(await page.locator('.heat.good').count(), 0);
      assert.match(await page.textContent('.legend'), /1 is a win, 0 even, −1 a loss/);
    },
  },
  {
    name: 'scores say for whom and in which unit',
    async run(session) {
      const page = await session.open();
      await startGame(page, 'cavalo', { players: ['human', 'human'], more: { seed: '5' } });
      await analyse(page);
      for (let ply = 0; ply < 2; ply++) {
        await page.waitForSelector('.lines li .score');
        const said = /^(level|a draw|Player [12] \+[\d.,]+ points?|Player [12]: wins by [\d.,]+ points?)$/;
        const [bar, first] = [
          await page.textContent('.bar-text'),
          await page.getAttribute('.lines li .score', 'title'),
        ];
        assert.match(bar, said);
        assert.match(first, said);
        assert.match(
          await page.textContent('.lines li .score'),
          /^([+−][\d.,]+|0|a draw|Player [12]: wins by .*)$/,
          'a sign and a figure',
        );
        assert.match(await page.textContent('.figures'), /\+ is good for Player 1/);
        await type(page, (await legalMoves(page))[0]);
        await at(page, ply + 1);
        await tab(page, 'analysis');
      }
      await fromMenu(page, 'explore');
      await page.waitForSelector('.graph');
      assert.match(await page.textContent('.graph'), /Player 1 ahead.*Player 2 ahead/s);
      await page.goto(`${session.base}#/watch?subject=cavalo&first=alpha-beta&depth=3`);
      await page.waitForSelector('.lane');
      await page.waitForFunction(() =>
        /in points for Player 1/.test(document.querySelector('.now')?.textContent ?? ''),
      );
      assert.match(await page.textContent('.lane-foot .sides'), /Values in points, for/);
    },
  },
];
