// Whole games of every game, with the mouse alone, with the keyboard alone, and with a finger.

import assert from 'node:assert/strict';
import {
  GAMES,
  ask,
  at,
  choices,
  choose,
  eventually,
  fromMenu,
  legalMoves,
  match,
  openMore,
  place,
  setUp,
  startGame,
  turn,
  type,
  visit,
} from './session.mjs';

/** The cells of the piece held over the board, where it may lie. */
const ghosts = (page) => page.evaluate(() => document.querySelector('.ghost.legal')?.getAttribute('data-cells') ?? '');
/** The cells of the piece held over the board, wherever it is. */
const held = (page) => page.evaluate(() => document.querySelector('.ghost')?.getAttribute('data-cells') ?? '');
const key = (cells) => [...cells].sort((a, b) => a - b).join();

/** A set of cells moved to the corner, as one word: its shape. */
function shape(cells, columns) {
  const places = cells.map((cell) => [Math.floor(cell / columns), cell % columns]);
  const [top, left] = [0, 1].map((i) => Math.min(...places.map((place) => place[i])));
  return places
    .map(([row, column]) => (row - top) * columns + column - left)
    .sort((a, b) => a - b)
    .join();
}

/** Turns and flips the piece over the board until it lies as the move wants it. */
async function orient(page, cells, columns, act) {
  for (let i = 0; i < 9; i++) {
    const now = await held(page);
    if (now && shape(now.split(',').map(Number), columns) === shape(cells, columns)) return;
    await act(i === 4 ? 'flip' : 'turn');
  }
  assert.fail('the piece cannot lie like that');
}

/** Whether a move is already decided by its first `n` parts: the page asks nothing that has one answer. */
function isDecided(step, n, { choices: steps }) {
  const same = (other) =>
    step.parts.slice(0, n).every(([, answer], i) => String(other.parts[i]?.[1]) === String(answer));
  return steps.filter(same).length === 1;
}

/** Plays a move by its parts with the mouse alone. */
async function byMouse(page, step, state) {
  const { columns } = state.frame;
  for (const [i, [, answer]] of step.parts.entries()) {
    if (typeof answer === 'number') {
      await page.click(`.side button:enabled[data-piece="${answer}"]`);
      continue;
    }
    await page.hover(`[data-at="${answer[0]}"]`);
    if (answer.length > 1) {
      await orient(page, answer, columns, async (how) => {
        await page.click(`button[data-key="${how}-piece"]`);
        await page.hover(`[data-at="${answer[0]}"]`);
      });
    }
    let over = answer[0];
    for (const cell of answer) {
      await page.hover(`[data-at="${cell}"]`);
      over = cell;
      if (answer.length === 1 || (await ghosts(page)) === key(answer)) break;
    }
    await page.click(`[data-at="${over}"]`);
    if (isDecided(step, i + 1, state)) return;
  }
}

const focusedAt = (page) => page.evaluate(() => document.activeElement?.getAttribute('data-at') ?? null);
const focusedKey = (page) => page.evaluate(() => document.activeElement?.getAttribute('data-key') ?? null);

/** Walks with Tab until `found` is content. */
async function tabTo(page, found) {
  for (let i = 0; i < 80; i++) {
    if (await found(page)) return;
    await page.keyboard.press('Tab');
  }
  assert.fail('the keyboard does not get there');
}

async function goTo(page, cell, columns) {
  await tabTo(page, async () => (await focusedAt(page)) !== null);
  const from = Number(await focusedAt(page));
  const across = (cell % columns) - (from % columns);
  const down = Math.floor(cell / columns) - Math.floor(from / columns);
  for (let i = 0; i < Math.abs(across); i++) await page.keyboard.press(across > 0 ? 'ArrowRight' : 'ArrowLeft');
  for (let i = 0; i < Math.abs(down); i++) await page.keyboard.press(down > 0 ? 'ArrowDown' : 'ArrowUp');
  assert.equal(Number(await focusedAt(page)), cell);
}

/** Plays a move by its parts with the keyboard alone: pieces by their names, from the cell they go to. */
async function byKeyboard(page, step, state) {
  const { frame } = state;
  const cells = step.parts.map(([, answer]) => answer).find((answer) => Array.isArray(answer));
  if (cells) await goTo(page, cells[0], frame.columns);
  for (const [i, [, answer]] of step.parts.entries()) {
    if (i > 0 && answer !== cells && Array.isArray(answer)) {
      const name = await page.getAttribute(`[data-at="${answer[0]}"]`, 'data-cell');
      await tabTo(page, async () => (await focusedKey(page)) === `extra-${name}`);
      await page.keyboard.press('Enter');
    } else if (typeof answer === 'number') {
      if (!cells) await tabTo(page, async () => (await focusedAt(page)) !== null);
      const isLast = i === step.parts.length - 1;
      const before = await place(page);
      // The letter again for the next piece that begins with it.
      for (let tries = 0; tries < 8; tries++) {
        await page.keyboard.press(frame.pieces[answer].name[0].toLowerCase());
        if (isLast && (await place(page)) !== before) break;
        if (await page.locator(`.tray button[aria-pressed=true][data-piece="${answer}"]`).count()) break;
      }
    } else {
      if (answer.length > 1) {
        await orient(page, answer, frame.columns, (how) => page.keyboard.press(how === 'flip' ? ',' : ' '));
        for (const cell of answer) {
          await goTo(page, cell, frame.columns);
          if ((await ghosts(page)) === key(answer)) break;
        }
      }
      await page.keyboard.press('Enter');
      if (isDecided(step, i + 1, state)) return;
    }
  }
}

/** Plays a game to its end and checks that the page says how it ended. */
async function wholeGame(page, play) {
  let seed = 7;
  for (let count = 0; (await turn(page)) === 'human'; count++) {
    const state = await choices(page);
    seed = (seed * 1103515245 + 12345) % 2147483648;
    const step = state.choices[seed % state.choices.length];
    const before = await place(page);
    await play(page, step, state);
    await page.waitForFunction((n) => Number(document.querySelector('.table')?.getAttribute('data-place')) > n, before);
    assert.ok(count < 80, 'games end');
  }
  assert.match(await page.textContent('.status'), /Game over/);
  assert.match(await page.textContent('.result h2'), /You win|Computer wins|A draw/);
}

/** Plays a move given as text with the mouse. */
async function click(page, move) {
  const state = await choices(page);
  await byMouse(
    page,
    state.choices.find((step) => step.move === move),
    state,
  );
}

const mouse = GAMES.map((game) => ({
  name: `a whole game of ${game} by mouse`,
  async run(session) {
    const page = await session.open();
    await startGame(page, game);
    await wholeGame(page, byMouse);
  },
}));

const keyboard = GAMES.map((game) => ({
  name: `a whole game of ${game} by keyboard`,
  async run(session) {
    const page = await session.open('#/new');
    await tabTo(page, () => page.evaluate((name) => document.activeElement?.getAttribute('data-game') === name, game));
    await page.keyboard.press('Enter');
    await tabTo(page, () => page.evaluate(() => document.activeElement?.getAttribute('name') === 'level'));
    for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowLeft');
    assert.equal(await page.inputValue('[name=level]:checked'), '1');
    await tabTo(page, () => page.evaluate(() => document.activeElement?.getAttribute('type') === 'submit'));
    await page.keyboard.press('Enter');
    await page.waitForSelector('.table[data-mover]');
    await wholeGame(page, byKeyboard);
  },
}));

export const playTests = [
  ...mouse,
  ...keyboard,
  {
    name: 'a finger shows a piece before it plays it',
    async run(session) {
      const page = await session.open('', { size: [390, 844], touch: true });
      await startGame(page, 'blokus');
      await page.tap('.tray button:enabled[data-key$="-b"]');
      await page.tap('[data-cell="a1"]');
      await page.waitForSelector('.ghost.legal');
      assert.equal(await place(page), 0, 'the first touch only shows it');
      assert.equal(await page.evaluate(() => scrollY), 0, 'nothing scrolls by itself');
      await page.tap('[data-key=play-shown]');
      await page.waitForFunction(() => Number(document.querySelector('.table')?.getAttribute('data-place')) > 0);
    },
  },
  {
    name: 'an illegal move is explained',
    async run(session) {
      const page = await session.open('', { locale: 'pt-PT' });
      await startGame(page, 'blokus', { players: ['human', 'human'] });
      await page.click('.tray button:enabled[data-key$="-b"]');
      await page.hover('[data-cell="f6"]');
      assert.equal((await page.getAttribute('.ghost.illegal', 'data-cells')).split(',').length, 4);
      await page.click('[data-cell="f6"]');
      await page.waitForSelector('.toast:not([hidden])');
      assert.match(await page.textContent('.toast'), /a1/);
      assert.equal(await place(page), 0);
      session.expectRefusal();
    },
  },
  {
    name: 'moves are taken back, redone, left and taken up again',
    async run(session) {
      const page = await session.open();
      await startGame(page, 'quatro', { players: ['human', 'human'] });
      for (const move of ['0@a1', '1@b2', '2@c3']) {
        const before = await place(page);
        await type(page, move);
        await at(page, before + 1);
      }
      await page.click('[data-key=take-back]');
      await at(page, 2);
      await page.click('[data-key=redo]');
      await at(page, 3);
      await page.click('[data-key=ply-1]');
      await at(page, 1);
      await page.click('.tray button:enabled[data-key$="-5"]');
      await page.click('[data-cell=d4]');
      await at(page, 2);
      await page.click('.variation button');
      await eventually(
        async () => (await page.getAttribute('.moves [aria-current=step]', 'data-move')) === '1@b2',
        'the line left is taken up again',
      );
      await page.reload();
      await page.waitForSelector('.table[data-mover]');
      await at(page, 2);
      assert.equal(await page.locator('[data-key=ply-3]').count(), 1, 'the line is whole');
    },
  },
  {
    name: 'sides are swapped, games resigned, shared, imported and exported',
    async run(session) {
      const page = await session.open();
      await startGame(page, 'quarto');
      await fromMenu(page, 'swap-sides');
      await page.waitForFunction(() => Number(document.querySelector('.table')?.getAttribute('data-place')) > 0);
      await turn(page);
      await fromMenu(page, 'share');
      const text = await page.inputValue('.share');
      await page.click('[data-key=more]');
      const [download] = await Promise.all([page.waitForEvent('download'), page.click('[data-key=export]')]);
      assert.equal(download.suggestedFilename(), 'quarto.json');
      await fromMenu(page, 'resign');
      assert.match(await page.textContent('.status'), /Computer wins: You resigned/);
      await startGame(page, 'quatro', { players: ['human', 'human'], more: { import: text } });
      assert.equal(await place(page), JSON.parse(text).moves.length);
      await visit(page, '/games');
      await page.locator('.record').first().click();
      await page.click('[data-key=open-table]');
      await page.waitForSelector('.table[data-mover]');
    },
  },
  {
    name: 'positions are edited on the board and played from',
    async run(session) {
      const page = await session.open('#/new/quatro');
      await openMore(page);
      await page.click('[data-key=edit-position]');
      await page.waitForSelector('.editing .board');
      const put = async (piece, cell) => {
        await page.locator('.editing .take').nth(piece).click();
        await page.click(`.editing [data-cell="${cell}"]`);
      };
      for (const [piece, cell] of [
        [0, 'a1'],
        [2, 'b1'],
        [4, 'c1'],
        [9, 'd4'],
      ])
        await put(piece, cell);
      await eventually(async () => (await page.inputValue('.as-text')) === '024./..../..../...9 -', 'no press is lost');
      assert.match(page.url(), /position=024/, 'a position in the making has an address');
      await page.click('[data-key=edit-play]');
      await page.waitForSelector('.setup-options');
      assert.equal(await page.inputValue('[name=position]'), '024./..../..../...9 -');
      await choose(page, 'against', 'person');
      await page.click('.setup-options button[type=submit]');
      await page.waitForSelector('.table[data-mover]');
      await click(page, '6@d1');
      await page.waitForFunction(() => document.querySelectorAll('.winning').length === 4);
      for (const game of ['blokus', 'blokus-duo', 'quarto', 'cavalo', 'connect-four']) {
        await visit(page, `/edit/${game}`);
        await page.waitForSelector(`.editing[data-game="${game}"]`);
        await page.click('[data-key=edit-analyse]');
        await page.waitForSelector('.table.analyse[data-mover]');
      }
    },
  },
  {
    name: 'the editor lays pieces whole, lifts them, and refuses at once what can never be, with rule and cell',
    async run(session) {
      const page = await session.open('#/edit/blokus-duo', { size: [1280, 720] });
      const over = (cell) => page.hover(`.editing [data-cell="${cell}"]`);
      const text = () => page.inputValue('.as-text');
      await page.click('[data-key="lay-1-O"]');
      await page.click('.editing [data-cell="e10"]');
      await page.waitForSelector('[data-key="lay-1-O"]', { state: 'detached' });
      const laid = await text();
      assert.equal((laid.match(/1/g) ?? []).length, 4 + (laid.split(' ')[1] === '1' ? 1 : 0), laid);
      assert.equal(await page.locator('.checks .holds').count(), 4);
      // Beside a piece of its own it can never lie: hatched, the edge thick, the reason on the strip.
      await page.click('[data-key="lay-1-I3"]');
      await over('e8');
      await page.waitForSelector('.ghost.illegal .offending', { state: 'attached' });
      assert.match(await page.textContent('.strip.wrong'), /I3 cannot lie here.*edge with player 1 at [a-n]\d+/);
      await page.click('.editing [data-cell="e8"]');
      await page.waitForSelector('.strip.wrong');
      assert.equal(await text(), laid, 'it is never laid');
      // The other side's may.
      await page.keyboard.press('Escape');
      assert.equal(await page.locator('.ghost').count(), 0, 'Esc lets go');
      await page.click('[data-key="lay-2-I3"]');
      await over('e8');
      await page.waitForSelector('.ghost.legal');
      await page.click('.editing [data-cell="e8"]');
      await page.waitForSelector('[data-key="lay-2-I3"]', { state: 'detached' });
      assert.equal(await page.locator('.checks .fails').count(), 1, 'a first piece must cover its start');
      assert.ok(await page.isDisabled('[data-key=edit-analyse]'));
      // A press lifts it; Esc then leaves it in its tray.
      await page.click('.editing .cell.owner-2');
      await page.waitForSelector('[data-key="lay-2-I3"][aria-pressed=true]');
      await page.keyboard.press('Escape');
      assert.equal(await text(), laid);
      await page.click('[data-key=edit-undo]');
      await page.waitForSelector('[data-key="lay-2-I3"]', { state: 'detached' });
      await page.click('[data-key=edit-undo]');
      await page.waitForFunction((before) => document.querySelector('.as-text').value === before, laid);
      // A reload keeps what was made; a bad text is refused with its reason.
      await page.reload();
      await page.waitForSelector('.editing .board');
      assert.equal(await text(), laid);
      await page.fill('.as-text', 'nonsense');
      await page.press('.as-text', 'Tab');
      await page.waitForSelector('.strip.wrong');
      session.expectRefusal();
      await visit(page, '/edit/connect-four');
      await page.waitForSelector('.editing[data-game=connect-four]');
      await page.click('.editing .cell >> nth=0');
      await page.waitForSelector('.strip.wrong');
      assert.match(await page.textContent('.strip.wrong'), /falls/);
    },
  },
  {
    name: 'looking back and mistakes change nothing that was played',
    async run(session) {
      const page = await session.open();
      await startGame(page, 'quatro', { players: ['human', 'human'] });
      for (const [i, move] of ['0@a1', '1@b2', '2@c3'].entries()) {
        await type(page, move);
        await at(page, i + 1);
      }
      await page.click('[data-key=ply-1]');
      await at(page, 1);
      await type(page, 'zzz');
      await page.waitForFunction(() => /zzz/.test(document.querySelector('.status')?.textContent ?? ''));
      session.expectRefusal();
      assert.equal(await page.locator('[data-key=ply-3]').count(), 1, 'the line is whole');
      assert.equal(await page.locator('.variation').count(), 0);
      await fromMenu(page, 'resign');
      await type(page, '5@d4');
      assert.match(await page.textContent('.status'), /take back/);
      await eventually(async () => {
        const { rest } = await match(page);
        const { records } = await ask(page, '/api/records');
        return records.some(({ id, ending }) => id === rest?.id && ending?.winner === 1);
      }, 'who resigned has lost, and the record says so');
      await visit(page, '/games');
      const card = page.locator('.record').filter({ hasText: 'Player 1 won' }).first();
      assert.match((await card.textContent()) ?? '', /Player 1 – Player 2/);
      await card.click();
      await page.click('[data-key=open-table]');
      await at(page, 3);
      await page.click('[data-key=ply-0]');
      await at(page, 0);
      await page.waitForTimeout(200);
      const { records } = await ask(page, '/api/records');
      assert.ok(
        records.some((record) => record.ending?.reason === 'resigned' && record.n_plies === 3),
        'the record is as it was',
      );
    },
  },
  {
    name: 'passes are played once, however one goes back and forth',
    async run(session) {
      const page = await session.open();
      await startGame(page, 'cavalo', { players: ['human', 'human'], more: { seed: '5' } });
      const { setup } = await match(page);
      const moves = [];
      for (let next = ''; next !== undefined;) {
        const state = await ask(page, '/api/state', { ...setup, moves: next ? [...moves, next] : moves });
        moves.splice(0, moves.length, ...state.played.map((ply) => ply.move));
        next = state.moves[0];
      }
      const pass = moves.indexOf('pass');
      assert.ok(pass > 0, 'somebody has to pass in this game');
      await startGame(page, 'cavalo', {
        players: ['human', 'human'],
        more: { import: JSON.stringify({ game: 'cavalo', seed: 5, moves }) },
      });
      const length = () => page.locator('.moves [data-move]').count();
      const before = await length();
      for (let i = 0; i < 2; i++) {
        await page.click(`[data-key=ply-${pass}]`);
        await page.waitForFunction(
          (n) => Number(document.querySelector('.table')?.getAttribute('data-place')) > n,
          pass,
        );
      }
      assert.equal(await length(), before);
      await page.click('[data-key=take-back]');
      await page.waitForFunction((n) => Number(document.querySelector('.table')?.getAttribute('data-place')) < n, pass);
      await page.click('[data-key=redo]');
      assert.equal(await length(), before);
    },
  },
  {
    name: 'haste does no harm: double clicks, the other’s turn, hints that come late',
    async run(session) {
      const page = await session.open();
      await startGame(page, 'cavalo', { players: ['human', 'human'], more: { seed: '3' } });
      const first = (await legalMoves(page)).find((move) => !move.includes('x'));
      await page.dblclick(`[data-cell="${first}"]`);
      await at(page, 1);
      assert.equal(await page.locator('.strip.owner-2.on-turn').count(), 1);
      await startGame(page, 'quatro', { players: ['human', 'human'] });
      await page.click('[data-key=hint]');
      await type(page, '0@a1');
      await at(page, 1);
      await page.waitForTimeout(1500);
      assert.doesNotMatch((await page.textContent('.status')) ?? '', /Hint/);
      await startGame(page, 'cavalo', { level: 9, time: 3 });
      await type(page, (await legalMoves(page))[0]);
      await page.waitForFunction(() => document.querySelector('.table')?.getAttribute('data-mover') === 'engine');
      await type(page, 'a1');
      assert.match((await page.textContent('.status')) ?? '', /not your turn/);
    },
  },
  {
    name: 'the language changes wherever one is',
    async run(session) {
      const page = await session.open('#/watch');
      await page.waitForSelector('.lane');
      await page.getByRole('button', { name: 'Português' }).click();
      await page.waitForFunction(
        () =>
          document.documentElement.lang === 'pt-PT' &&
          location.hash.startsWith('#/watch') &&
          document.querySelector('#main h1'),
      );
    },
  },
];
