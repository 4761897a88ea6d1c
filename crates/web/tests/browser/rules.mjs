// The page knows no rule: what the rules accept, it shows, and what it shows ahead the rules have made.

import assert from 'node:assert/strict';
import { analyse, ask, at, choices, match, openSettings, place, startGame, type, visit } from './session.mjs';

const cellsOf = (page, selector) =>
  page.$$eval(selector, (cells) =>
    cells
      .map((cell) => cell.getAttribute('data-cell'))
      .sort()
      .join(),
  );
const openEditor = async (page, game) => {
  await visit(page, `/edit/${game}`);
  await page.waitForSelector('.editing .board');
};

export const rulesTests = [
  {
    name: 'a move typed in any form the rules read is shown as they write it',
    async run(session) {
      const page = await session.open();
      await startGame(page, 'blokus', { players: ['human', 'human'] });
      await type(page, 'B@A1');
      await at(page, 1);
      assert.equal(await page.getAttribute('[data-key=ply-1]', 'data-move'), 'b@a1');
      assert.equal(await cellsOf(page, '.cell.owner-1'), 'a1,a2,b1,b2');
      await type(page, 'N14,m14,N13,m13');
      await at(page, 2);
      assert.equal(await page.getAttribute('[data-key=ply-2]', 'data-move'), 'b@m13');
      assert.equal(await cellsOf(page, '.cell.owner-2'), 'm13,m14,n13,n14');
      assert.equal(await cellsOf(page, '.cell.last'), 'm13,m14,n13,n14');
    },
  },
  {
    name: 'a square that wins is marked, with the reason',
    async run(session) {
      const page = await session.open();
      await startGame(page, 'quatro', {
        players: ['human', 'human'],
        more: { 'rule-squares': 'true', position: '02../4.../..../...9 -' },
      });
      await type(page, '6@b2');
      await page.waitForFunction(() => document.querySelectorAll('.winning').length === 4);
      assert.equal(await cellsOf(page, '.winning'), 'a1,a2,b1,b2');
      assert.match(await page.textContent('.status'), /Player 1 wins: All four white/);
    },
  },
  {
    name: 'a look ahead is a position the rules have made',
    async run(session) {
      const page = await session.open();
      await startGame(page, 'blokus-duo', { players: ['human', 'human'] });
      await analyse(page);
      await page.waitForFunction(
        () => (document.querySelector('.lines li')?.querySelectorAll('.move').length ?? 0) >= 2,
      );
      await page.click('.lines li >> nth=0 >> .move >> nth=1');
      await page.waitForSelector('.preview');
      const owners = [await page.locator('.preview .owner-1').count(), await page.locator('.preview .owner-2').count()];
      assert.ok(
        owners.every((count) => count >= 1 && count <= 5),
        `one piece of each player: ${owners}`,
      );
      assert.equal(await page.locator('.preview .ghost').count(), 0);
      assert.equal(await place(page), 0, 'nothing was played');
      await page.click('[data-cell=e10]');
      await page.waitForFunction(() => !document.querySelector('.preview') && !document.querySelector('.cell.owner-1'));
    },
  },
  {
    name: 'pieces of a line ahead are the pieces of its moves',
    async run(session) {
      const page = await session.open();
      await startGame(page, 'quarto', { players: ['human', 'human'], more: { position: 'a..c/..57/...0/34.. 6' } });
      await analyse(page);
      await page.waitForSelector('.score.exact');
      const { setup } = await match(page);
      const state = await choices(page);
      const move = state.choices.at(-1).move;
      await page.fill('[data-key=why]', move);
      await page.press('[data-key=why]', 'Enter');
      await page.waitForSelector('.reason .move');
      await page.waitForSelector('.preview');
      const line = await page.$$eval('.reason .move', (moves) => moves.map((one) => one.getAttribute('data-move')));
      const after = await ask(page, '/api/state', { ...setup, moves: line, frame: true });
      const wanted = after.scene.squares
        .map(({ at: spot, piece }) => `${spot} ${after.frame.pieces[piece].label}`)
        .sort();
      const shown = await page.$$eval('.preview .cell', (cells) =>
        cells
          .filter((cell) => !/, empty$/.test(cell.getAttribute('aria-label') ?? ''))
          .map((cell) => `${cell.getAttribute('data-at')} ${cell.getAttribute('aria-label')?.split(', ')[1]}`)
          .sort(),
      );
      assert.deepEqual(shown, wanted);
      assert.equal(
        new Set(shown.map((text) => text.slice(text.indexOf(' ')))).size,
        shown.length,
        'no piece is there twice',
      );
    },
  },
  {
    name: 'a hint goes when one goes back or goes on',
    async run(session) {
      const page = await session.open();
      await startGame(page, 'quatro', { players: ['human', 'human'], more: { position: '024./..../..../...9 -' } });
      const hint = async () => {
        await page.click('[data-key=hint]');
        await page.waitForSelector('.ghost.legal');
      };
      const figures = () => page.locator('.board .figure').count();
      await hint();
      assert.equal(await figures(), 5, 'the piece of the hint is there');
      await page.focus('.board .cell[tabindex="0"]');
      await page.keyboard.press('Escape');
      await page.waitForFunction(() => !document.querySelector('.ghost'));
      assert.equal(await figures(), 4);
      await hint();
      await type(page, '1@d2');
      await at(page, 1);
      assert.equal(await page.locator('.ghost').count(), 0);
      assert.doesNotMatch(await page.textContent('.status'), /Hint/);
      await hint();
      await page.focus('.board .cell[tabindex="0"]');
      await page.keyboard.press('Escape');
      await page.waitForFunction(() => !document.querySelector('.ghost'));
    },
  },
  {
    name: 'a piece put down again in the editor moves',
    async run(session) {
      const page = await session.open();
      await openEditor(page, 'quarto');
      for (const cell of ['a1', 'b2', 'c3', 'd4']) {
        await page.click(`.editing [data-cell="${cell}"]`);
        await page.waitForFunction(
          (name) =>
            !/, empty$/.test(
              document.querySelector(`.editing [data-cell="${name}"]`)?.getAttribute('aria-label') ?? ', empty',
            ),
          cell,
        );
      }
      assert.equal(await page.inputValue('.as-text'), '..../..../..../...0 -');
      await page.selectOption('.editing select', '0');
      await page.waitForFunction(() =>
        /on the board/.test(document.querySelector('.checks .fails')?.textContent ?? ''),
      );
    },
  },
  {
    name: 'pieces are dragged from the editor’s trays onto the board, by mouse and by finger',
    async run(session) {
      const laid = (page) =>
        page.waitForFunction(() => document.querySelectorAll('.editing .cell.owner-1').length === 4);
      const page = await session.open('', { size: [1280, 800] });
      await openEditor(page, 'blokus-duo');
      const from = await page.locator('[data-key="lay-1-O"]').boundingBox();
      const to = await page.locator('.editing [data-cell="e5"]').boundingBox();
      await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
      await page.mouse.down();
      await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 8 });
      await page.waitForSelector('.editing .ghost');
      await page.mouse.up();
      await laid(page);
      await page.waitForSelector('[data-key="lay-1-O"]', { state: 'detached' });

      const phone = await session.open('', { size: [390, 844], touch: true });
      await openEditor(phone, 'blokus-duo');
      const scrolled = await phone.evaluate(() => scrollY);
      const piece = await phone.locator('[data-key="lay-1-O"]').boundingBox();
      const cell = await phone.locator('.editing [data-cell="e5"]').boundingBox();
      const finger = await phone.context().newCDPSession(phone);
      const touch = (type, x, y) =>
        finger.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
      const [x, y] = [piece.x + piece.width / 2, piece.y + piece.height / 2];
      // The piece is held above the finger, so that it is seen.
      const [tx, ty] = [cell.x + cell.width / 2, cell.y + cell.height / 2 + 44];
      await touch('touchStart', x, y);
      for (let i = 1; i <= 8; i++) await touch('touchMove', x + ((tx - x) * i) / 8, y + ((ty - y) * i) / 8);
      await phone.waitForSelector('.editing .ghost');
      await touch('touchEnd');
      await laid(phone);
      assert.equal(await phone.evaluate(() => scrollY), scrolled, 'the page stays where it is');
    },
  },
  {
    name: 'problems for one player have their rules in a minute, in both languages',
    async run(session) {
      for (const locale of ['en-GB', 'pt-PT']) {
        const page = await session.open('#/learn', { locale });
        for (const name of ['blokus-puzzle', 'tiles', 'grid']) {
          await page.click(`.cards a[href="#/rules/${name}"]`);
          await page.waitForFunction(() => document.querySelectorAll('.minute li svg[aria-label]').length === 4);
          const words = await page.$$eval('.minute p', (all) => all.map((one) => one.textContent ?? ''));
          assert.ok(
            words.every((text) => text.length > 10 && !text.startsWith('minute-') && text.split(' ').length <= 15),
          );
          await page.click('.acts .primary');
          await page.waitForSelector('.lane');
          assert.match(page.url(), new RegExp(`subject=${name}`));
          await page.goBack();
          await page.waitForSelector('.minute');
          await page.goBack();
        }
        await page.goto(`${session.base}#/watch?subject=tiles`);
        await page.waitForSelector('.lane');
        await openSettings(page);
        await page.click('[data-key=rules]');
        await page.waitForSelector('dialog .minute svg');
      }
    },
  },
  {
    name: 'no script takes a move or a position apart',
    async run(session) {
      const page = await session.open();
      const sources = await page.evaluate(async () => {
        const seen = new Map();
        const waiting = ['/js/main.js'];
        for (let path = waiting.pop(); path; path = waiting.pop()) {
          if (seen.has(path)) continue;
          const text = await (await fetch(path)).text();
          seen.set(path, text);
          for (const [, name] of text.matchAll(/from '\.\/([\w/]+\.js)'|import\('\.\/([\w/]+\.js)'\)/g))
            if (name) waiting.push(`/js/${name}`);
          for (const [, , name] of text.matchAll(/(from|import\()'\.\/([\w/]+\.js)'/g)) waiting.push(`/js/${name}`);
        }
        return [...seen];
      });
      assert.ok(sources.length > 20, `${sources.length} scripts were read`);
      const suspects = sources
        .filter(([path]) => !path.includes('/messages/'))
        .flatMap(([path, text]) =>
          text
            .split('\n')
            .filter((line) => /position\.split|(move|text)\.split\('[@>x,]'\)|split\('[@>x/]'\)/.test(line))
            .map((line) => `${path}: ${line.trim()}`),
        );
      assert.deepEqual(suspects, []);
    },
  },
];
