// What the page says is so now: no state outlives what it was about, and nobody's move is lost.

import assert from 'node:assert/strict';
import {
  analyse,
  ask,
  at,
  choose,
  eventually,
  fromMenu,
  legalMoves,
  match,
  openMore,
  openSettings,
  place,
  says,
  setUp,
  startGame,
  tab,
  turn,
  type,
  visit,
} from './session.mjs';

export const stateTests = [
  {
    name: 'no level is called perfect: most games are not solved',
    async run(session) {
      const page = await session.open();
      await setUp(page, 'quarto');
      await choose(page, 'level', 9);
      const level = await page.textContent('.setup-options .field-head .faint');
      assert.match(level, /9.*strongest/s);
      assert.doesNotMatch(level, /perfect/i);
    },
  },
  {
    name: 'redo brings back whole turns',
    async run(session) {
      const page = await session.open();
      await startGame(page, 'quatro', { level: 1 });
      for (const n of [2, 4]) {
        await turn(page);
        await type(page, (await legalMoves(page))[0]);
        await at(page, n);
      }
      assert.equal(await turn(page), 'human');
      await page.click('[data-key=take-back]');
      await at(page, 2);
      await page.click('[data-key=take-back]');
      await at(page, 0);
      assert.equal(await page.isDisabled('[data-key=take-back]'), true);
      await page.click('[data-key=redo]');
      await at(page, 2);
      await page.click('[data-key=redo]');
      await at(page, 4);
      assert.equal(await page.isDisabled('[data-key=redo]'), true);
    },
  },
  {
    name: 'nobody is said to think after a take-back',
    async run(session) {
      const page = await session.open();
      await startGame(page, 'cavalo', { level: 9, time: 20, more: { seed: '5' } });
      await type(page, (await legalMoves(page))[0]);
      await says(page, /is thinking/);
      await page.click('[data-key=take-back]');
      await at(page, 0);
      await says(page, /^Your move/);
      assert.doesNotMatch(await page.textContent('.status'), /thinking/);
    },
  },
  {
    name: 'a reloaded game says that it waits, and goes on when told to',
    async run(session) {
      const page = await session.open();
      await startGame(page, 'quatro', { level: 9, time: 20 });
      await type(page, '0@a1');
      await says(page, /is thinking/);
      await page.reload();
      await page.waitForSelector('.table[data-mover=engine]');
      await says(page, /Paused: Computer is to move. Press “Go on”/);
      await page.click('[data-key=go-on]');
      await says(page, /is thinking/);
    },
  },
  {
    name: 'looking back while the computer would move is called that',
    async run(session) {
      const page = await session.open();
      await startGame(page, 'quatro', { level: 1 });
      await type(page, '0@a1');
      await at(page, 2);
      await page.click('[data-key=ply-1]');
      await at(page, 1);
      await says(page, /Looking back/);
    },
  },
  {
    name: 'the bar shows the result once there is one',
    async run(session) {
      const page = await session.open();
      await startGame(page, 'quatro', { players: ['human', 'human'], more: { position: '024./..../..../...9 -' } });
      await analyse(page);
      await page.waitForSelector('.score.exact');
      await type(page, '1@d2');
      await at(page, 1);
      await type(page, '6@d1');
      await at(page, 2);
      await tab(page, 'analysis');
      assert.equal(await page.textContent('.bar-text'), 'Game over: Player 2');
      assert.equal(await page.getAttribute('.bar', 'aria-valuenow'), '0');
      assert.equal(await page.locator('.lines li').count(), 0);
    },
  },
  {
    name: 'a resignation is in the bar and ends the analysis',
    async run(session) {
      const page = await session.open();
      await startGame(page, 'cavalo', { players: ['human', 'human'], more: { seed: '5' } });
      await analyse(page);
      await page.waitForSelector('.lines li');
      await fromMenu(page, 'resign');
      await says(page, /Player 1 resigned/);
      assert.equal(await page.textContent('.bar-text'), 'Game over: Player 2');
      assert.equal(await page.locator('.lines li').count(), 0);
      assert.equal(await page.isDisabled('[data-key=hint]'), true);
    },
  },
  {
    name: 'lanes run by one clock, and its button says so',
    async run(session) {
      const page = await session.open('#/watch');
      await page.waitForSelector('.lane');
      await page.click('text=Minimax beside alpha–beta');
      await page.waitForFunction(() => document.querySelectorAll('.lane').length === 2);
      const place = () => page.textContent('.together output');
      const before = await place();
      await page.click('.together .run');
      assert.equal(await page.textContent('.together .run'), 'Pause');
      await page.waitForFunction((first) => document.querySelector('.together output')?.textContent !== first, before);
      await page.click('.together .run');
      assert.equal(await page.textContent('.together .run'), 'Run');
      const halted = await place();
      await page.waitForTimeout(700);
      assert.equal(await place(), halted, 'nothing runs while the button says Run');
    },
  },
  {
    name: 'a board of one’s own counts only while the menu says so',
    async run(session) {
      const page = await session.open('#/watch');
      await page.waitForSelector('.lane');
      await openSettings(page);
      await page.selectOption('[name=subject]', 'blokus-puzzle');
      await page.click('form summary');
      await page.fill('[name=text]', '....\n....\n....\nobjective: 5');
      assert.equal(await page.inputValue('[name=board]'), 'own');
      await page.selectOption('[name=board]', 'A');
      await page.click('button[type=submit]');
      await page.waitForFunction(() => document.querySelectorAll('.lane-side [data-cell]').length === 196);
      await openSettings(page);
      await page.selectOption('[name=board]', 'own');
      await page.click('button[type=submit]');
      await page.waitForFunction(() => document.querySelectorAll('.lane-side [data-cell]').length === 12);
    },
  },
  {
    name: 'nothing old stands under a new error',
    async run(session) {
      const page = await session.open('#/watch');
      await page.waitForSelector('.lane');
      await openSettings(page);
      await page.fill('[name=moves]', 'nonsense');
      await page.click('button[type=submit]');
      await page.waitForFunction(() => (document.querySelector('.watch > .note')?.textContent ?? '').length > 5);
      assert.equal(await page.locator('.lane').count(), 0);
      await page.goto(`${session.base}#/compete`);
      await page.waitForSelector('.compare form');
      await page.click('.compare-form > button.primary');
      await page.waitForSelector('.compare tbody tr');
      for (const box of await page.$$('[name=boards]:checked')) await box.uncheck({ force: true });
      await page.click('.compare-form > button.primary');
      await page.waitForFunction(() => (document.querySelector('.compare form .note')?.textContent ?? '').length > 5);
      assert.equal(await page.locator('.compare .results tbody tr').count(), 0);
      session.expectRefusal();
    },
  },
  {
    name: 'an engine that does not exist is refused before the game begins',
    async run(session) {
      const page = await session.open();
      await setUp(page, 'quatro');
      await openMore(page);
      await page.fill('[name=engine]', 'alpha-bta');
      assert.match(
        await page.textContent('.setup-options .field-head .faint'),
        /alpha-bta plays instead/,
        'the page says that a name counts now',
      );
      await page.click('.setup-options button[type=submit]');
      await page.waitForFunction(() =>
        /alpha-beta/.test(document.querySelector('.setup-options > .note')?.textContent ?? ''),
      );
      assert.equal(await page.locator('.table').count(), 0);
      await page.fill('[name=engine]', '');
      await choose(page, 'level', 1);
      await page.click('.setup-options button[type=submit]');
      await page.waitForSelector('.table[data-mover]');
      assert.match(await page.textContent('.strip.owner-2'), /level 1/);
      session.expectRefusal();
    },
  },
  {
    name: 'two people at one record: the late one is told and nothing is lost',
    async run(session) {
      const one = await session.open();
      await startGame(one, 'quatro', { players: ['human', 'human'] });
      await type(one, '0@a1');
      await at(one, 1);
      await eventually(async () => (await match(one)).rest?.id, 'the game is kept');
      const { id } = (await match(one)).rest;
      const two = await session.open('#/games');
      await two.click(`.record[data-id="${id}"]`);
      await two.click('[data-key=open-record]');
      await at(two, 1);
      assert.equal((await match(two)).rest?.id, id, 'both have the same record');
      await type(one, '1@b2');
      await at(one, 2);
      const stored = async () => (await ask(one, `/api/records/${id}`)).setup.moves.join(' ');
      await eventually(async () => (await stored()) === '0@a1 1@b2', 'the first one is kept');
      await type(two, '2@c3');
      await says(two, /Somebody else went on with this game/);
      assert.equal(await two.getAttribute('[data-key=ply-2]', 'data-move'), '1@b2', 'the board shows how it stands');
      assert.match(
        await two.getAttribute('.variation [title]', 'title'),
        /2@c3/,
        'the late move is kept as a variation',
      );
      assert.equal(await stored(), '0@a1 1@b2', 'the first move was not erased');
      await type(two, '3@d4');
      await at(two, 3);
      await eventually(async () => (await stored()) === '0@a1 1@b2 3@d4', 'the late one goes on from there');
      session.expectRefusal();
    },
  },
  {
    name: 'looking back and reloading change no record',
    async run(session) {
      const page = await session.open();
      await startGame(page, 'quatro', { players: ['human', 'human'] });
      for (const [i, move] of ['0@a1', '1@b2', '2@c3'].entries()) {
        await type(page, move);
        await at(page, i + 1);
      }
      await eventually(async () => (await match(page)).rest?.id, 'it is kept');
      const { id } = (await match(page)).rest;
      const record = () => ask(page, `/api/records/${id}`);
      await eventually(async () => (await record()).setup.moves.length === 3, 'all of it is kept');
      const before = await record();
      await page.click('[data-key=take-back]');
      await at(page, 2);
      await page.reload();
      await page.waitForSelector('.table[data-mover]');
      assert.equal(await place(page), 2, 'the place is remembered');
      await page.click('[data-key=redo]');
      await at(page, 3);
      assert.deepEqual(await record(), before);
    },
  },
  {
    name: 'what is played on from a finished game is another game',
    async run(session) {
      const page = await session.open();
      await startGame(page, 'quatro', { players: ['human', 'human'], more: { position: '024./..../..../...9 -' } });
      await type(page, '6@d1');
      await page.waitForSelector('.winning');
      await eventually(async () => (await match(page)).rest?.id, 'it is kept');
      const { id } = (await match(page)).rest;
      await page.click('[data-key=take-back]');
      await at(page, 0);
      await type(page, '1@d2');
      await says(page, /The finished game stays as it is/);
      const finished = await ask(page, `/api/records/${id}`);
      assert.deepEqual([finished.setup.moves, finished.ending?.winner], [['6@d1'], 1]);
      const other = (await match(page)).rest.id;
      assert.notEqual(other, id);
      assert.deepEqual((await ask(page, `/api/records/${other}`)).setup.moves, ['1@d2']);
      session.expectRefusal();
    },
  },
  {
    name: 'an imported game says that it decides',
    async run(session) {
      const page = await session.open();
      await setUp(page, 'quatro');
      await openMore(page);
      await page.fill('[name=import]', JSON.stringify({ game: 'cavalo', moves: [] }));
      await page.waitForFunction(() => /imported as Cavalo/.test(document.querySelector('.setup')?.textContent ?? ''));
      await page.fill('[name=import]', 'nonsense');
      await page.waitForFunction(() => !/imported as/.test(document.querySelector('.setup')?.textContent ?? ''));
    },
  },
  {
    name: 'a step leaves the game paused, and the buttons say so',
    async run(session) {
      const page = await session.open();
      await startGame(page, 'cavalo', { level: 9, time: 2, players: ['level', 'level'], more: { seed: '5' } });
      await page.click('[data-key=pause]');
      await says(page, /Paused/);
      const before = await place(page);
      await page.click('[data-key=step]');
      assert.equal(await page.locator('[data-key=go-on]').count(), 1);
      await at(page, before + 1);
      await says(page, /Paused|Game over/);
    },
  },
];
