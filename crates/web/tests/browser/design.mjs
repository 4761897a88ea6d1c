// The new page's promises: addresses, the phone without scrolling, dragging, two people by link, records, rules.

import assert from 'node:assert/strict';
import {
  ask,
  at,
  choose,
  eventually,
  fromMenu,
  match,
  place,
  says,
  setUp,
  startGame,
  tab,
  turn,
  type,
  visit,
} from './session.mjs';

const PHONE = [390, 844];
const DUO = 'f8,e9,f9,g9,e10 i4,h5,i5,j5,i6 g5,g6,g7,h7,i7 k6,l6,j7,k7,j8'.replaceAll(' ', '+');

/** Whether everything of an element is inside the window. */
async function isInView(page, selector) {
  return page.$eval(selector, (element) => {
    const box = element.getBoundingClientRect();
    return box.top >= 0 && box.bottom <= innerHeight + 1 && box.left >= 0 && box.right <= innerWidth + 1;
  });
}

/** The end of a game of knights: 90 is in reach, and 03, after which all is lost. */
const ENDGAME =
  '--------------------/--------------------/--------------------/--------------------/--03--90------------/----------0805------/04------------------/----------------71--/--------------25----/-------------------- c3 j10 100 100 1';

/** The move of the person's that takes the smallest number. */
async function poorest(page) {
  const { setup } = await match(page);
  const { choices, scene } = await ask(page, '/api/state', { ...setup, choices: [1] });
  const numbers = new Map(scene.squares.map(({ at: cell, text }) => [cell, Number(text)]));
  const worth = ({ parts }) => numbers.get(parts[0][1][0]);
  return choices.toSorted((one, other) => worth(one) - worth(other))[0].move;
}

/** Pairs of elements whose boxes lie over each other. */
async function overlapping(page, selector) {
  return page.$$eval(selector, (all) => {
    const boxes = all.map((one) => [one.textContent, one.getBoundingClientRect()]).filter(([, box]) => box.width);
    const isOver = (a, b) =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
    return boxes.flatMap(([name, box], i) =>
      boxes.slice(i + 1).flatMap(([other, second]) => (isOver(box, second) ? [`${name} / ${other}`] : [])),
    );
  });
}

export const designTests = [
  {
    name: 'no word lies over another: the acts of the tray, and the values on a board of numbers',
    async run(session) {
      for (const locale of ['en-GB', 'pt-PT'])
        for (const size of [[1280, 720], [1440, 900], [1024, 768], PHONE]) {
          const page = await session.open(`#/play/blokus-duo?moves=${DUO}&seats=human+human`, { size, locale });
          await turn(page);
          await page.click('.tray button:enabled[data-piece="12"]');
          assert.deepEqual(await overlapping(page, '.dock button > *'), [], `${locale} at ${size}`);
        }
      const page = await session.open('#/analyse/cavalo?seed=7&moves=c3+e8', { size: [1280, 720] });
      await page.waitForSelector('.advice-text');
      await eventually(
        async () => (await overlapping(page, '.advice-text, .number.valued')).length === 0,
        'values stand under their numbers',
      );
      assert.ok((await page.locator('.number.valued').count()) > 0);
    },
  },
  {
    name: 'home says what it is, and its five doors lead somewhere',
    async run(session) {
      const page = await session.open();
      assert.match(await page.textContent('h1'), /workbench for search on boards/);
      const doors = await page.$$eval('.door', (all) => all.map((door) => door.getAttribute('href')));
      assert.deepEqual(doors, ['#/new', '#/analyse', '#/watch', '#/learn', '#/compete']);
      await page.waitForSelector('.living .picture .block');
      assert.equal(await page.locator('.game-links a').count(), 8 + 3, 'every game and every problem is named');
      await page.click('.game-links a >> text=8-puzzle');
      await page.waitForSelector('.lane .drawn .tree-item');
      for (const [door, found] of [
        ['#/analyse', '.table.analyse'],
        ['#/learn', '.lessons'],
        ['#/new', '.setup'],
        ['#/compete', '.compare'],
        ['#/watch', '.lane'],
        ['#/analyze', '.table.analyse'],
      ]) {
        await page.goto(session.base + door);
        await page.waitForSelector(found);
      }
    },
  },
  {
    name: 'everything of home is in view on a phone',
    async run(session) {
      const page = await session.open('', { size: PHONE, touch: true });
      await page.waitForSelector('.living .picture');
      const excess = await page.evaluate(
        () => [...document.querySelectorAll('.door')].at(-1).getBoundingClientRect().bottom - innerHeight,
      );
      assert.ok(excess <= 0, `the last door ends ${excess} pixels below the screen`);
    },
  },
  {
    name: 'on a phone Blokus Duo shows board, tray and button, and nothing scrolls',
    async run(session) {
      const page = await session.open(`#/play/blokus-duo?moves=${DUO}&seats=human+human`, { size: PHONE, touch: true });
      await turn(page);
      for (const part of ['.board', '.tray', '.dock .primary', '.strip.owner-1', '.strip.owner-2'])
        assert.ok(await isInView(page, part), `${part} is in view`);
      assert.equal(
        await page.evaluate(() => document.documentElement.scrollHeight - innerHeight),
        0,
        'the page does not scroll',
      );
      const small = await page.$$eval(
        '.tray .take',
        (all) => all.filter((one) => one.getBoundingClientRect().height < 40).length,
      );
      assert.equal(small, 0, 'every piece can be hit with a finger');
      await page.tap('.tray button:enabled[data-piece="12"]');
      await page.tap('[data-key=turn-piece]');
      await page.tap('[data-key=walk-moves]');
      await page.waitForSelector('.ghost.legal');
      assert.deepEqual(
        await page.evaluate(() => [scrollX, scrollY, document.querySelector('.side')?.scrollTop]),
        [0, 0, 0],
        'nothing scrolled by itself',
      );
      assert.equal(await place(page), 4);
      await page.tap('[data-key=play-shown]');
      await at(page, 5);
    },
  },
  {
    name: 'a piece in the tray lies as it will be placed, and Esc puts it back',
    async run(session) {
      const page = await session.open(`#/play/blokus-duo?moves=${DUO}&seats=human+human`);
      await turn(page);
      const drawn = () => page.$eval('.take[aria-pressed=true] .body', (path) => path.getAttribute('d'));
      await page.keyboard.press('p');
      const before = await drawn();
      await page.keyboard.press(' ');
      assert.notEqual(await drawn(), before, 'turned in the tray too');
      await page.keyboard.press(',');
      await page.hover('[data-cell=h2]');
      await page.mouse.wheel(0, 100);
      assert.equal(await page.evaluate(() => scrollY), 0, 'the wheel turns, it does not scroll');
      await page.keyboard.press('Escape');
      assert.equal(await page.locator('.take[aria-pressed=true]').count(), 0);
      assert.equal(await page.locator('.ghost').count(), 0);
    },
  },
  {
    name: 'a piece is dragged onto the board, without a slow frame',
    async run(session) {
      const page = await session.open(`#/play/blokus-duo?moves=${DUO}&seats=human+human`, { size: [1280, 720] });
      await turn(page);
      const box = await page.locator('.take[data-piece="0"]').boundingBox();
      const board = await page.locator('.board').boundingBox();
      await page.evaluate(() => {
        window.frames_ = [];
        let last = performance.now();
        const look = (now) => {
          window.frames_.push(now - last);
          last = now;
          window.isWatched = window.isWatched !== false;
          if (window.isWatched) requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      });
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      await page.mouse.down();
      const begun = Date.now();
      for (let i = 0; Date.now() - begun < 5000; i++)
        await page.mouse.move(
          board.x + 40 + ((i * 37) % (board.width - 80)),
          board.y + 40 + ((i * 23) % (board.height - 80)),
        );
      await page.waitForSelector('.ghost');
      const frames = await page.evaluate(() => {
        window.isWatched = false;
        return window.frames_.slice(2);
      });
      frames.sort((a, b) => a - b);
      console.log(
        `  dragging for 5 s: ${frames.length} frames, median ${frames[frames.length >> 1].toFixed(0)} ms, worst ${frames.at(-1).toFixed(0)} ms, ${frames.filter((ms) => ms > 50).length} over 50 ms`,
      );
      const spot = await page.evaluate(() => {
        const fit = document.querySelector('.fit')?.getBoundingClientRect();
        return fit ? [fit.x + fit.width / 2, fit.y + fit.height / 2] : null;
      });
      await page.mouse.move(spot[0], spot[1]);
      await page.waitForSelector('.ghost.legal');
      await page.mouse.up();
      await at(page, 5);
    },
  },
  {
    name: 'every place of a game has an address that reopens it; back and forward work',
    async run(session) {
      const page = await session.open();
      await startGame(page, 'quarto', { players: ['human', 'human'] });
      for (const [i, move] of ['>6', 'b1>d', 'c2>0'].entries()) {
        await type(page, move);
        await at(page, i + 1);
      }
      await page.click('[data-key=ply-2]');
      await at(page, 2);
      const link = page.url();
      assert.match(link, /#\/play\/quarto\?moves=.*&ply=2/);
      const other = await session.open(link.slice(session.base.length));
      await at(other, 2);
      assert.equal(await other.locator('.moves [data-move]').count(), 3, 'the whole game came along');
      await page.click('[data-key=rules]');
      await page.keyboard.press('Escape');
      await visit(page, '/learn');
      await page.waitForSelector('.lessons');
      await page.goBack();
      await at(page, 2);
      await page.goForward();
      await page.waitForSelector('.lessons');
      await page.goBack();
      await at(page, 2);
      await page.reload();
      await at(page, 2);
      assert.equal(await page.locator('.moves [data-move]').count(), 3);
    },
  },
  {
    name: 'a link that cannot be played says which move is wrong',
    async run(session) {
      const page = await session.open('#/play/quatro?moves=0@a1+0@b2');
      await page.waitForFunction(
        () =>
          /move 2/.test(document.querySelector('#main')?.textContent ?? '') ||
          /move 2/.test(document.querySelector('#announcer')?.textContent ?? ''),
      );
      session.expectRefusal();
    },
  },
  {
    name: 'two people play by link, and others watch',
    async run(session) {
      const host = await session.open();
      await setUp(host, 'quatro');
      await choose(host, 'against', 'link');
      await choose(host, 'first', 'first');
      await host.click('.setup-options button[type=submit]');
      await host.waitForSelector('[data-key=copy-invite]');
      const link = host.url();
      assert.match(link, /#\/together\/[0-9a-f]+$/);
      assert.match(
        await host.locator('.invite').innerText(),
        /--listen/,
        'on loopback nobody else can come, and it says so',
      );
      const guest = await session.open(link.slice(session.base.length));
      await guest.fill('[name=guest]', 'Rui');
      await guest.click('[data-key=sit-down]');
      await guest.waitForSelector('.table[data-mover=remote]');
      await host.waitForFunction(() => /Rui/.test(document.querySelector('.strip.owner-2')?.textContent ?? ''));
      const watcher = await session.open(link.slice(session.base.length));
      await watcher.waitForSelector('.table[data-mover=remote]');
      await type(host, '0@a1');
      for (const page of [host, guest, watcher]) await at(page, 1);
      await guest.waitForSelector('.table[data-mover=human]');
      await type(guest, '1@b2');
      for (const page of [host, guest, watcher]) await at(page, 2);
      assert.equal(await watcher.getAttribute('.table', 'data-mover'), 'remote', 'who watches cannot move');
      await guest.reload();
      await at(guest, 2);
      await fromMenu(host, 'resign');
      await says(guest, /Rui wins|You win/);
    },
  },
  {
    name: 'records are searched, filtered, removed and brought back',
    async run(session) {
      const page = await session.open();
      await startGame(page, 'quatro', { players: ['human', 'human'] });
      await type(page, '0@a1');
      await at(page, 1);
      await eventually(async () => (await match(page)).rest?.id, 'the game is kept');
      const { id } = (await match(page)).rest;
      await visit(page, '/games');
      await page.waitForSelector(`.record[data-id="${id}"] .picture`);
      await page.fill('[name=search]', 'quatro unfinished');
      await page.waitForSelector(`.record[data-id="${id}"]`);
      await page.fill('[name=search]', 'no such words');
      await page.waitForFunction(() => !document.querySelector('.record'));
      await page.fill('[name=search]', '');
      await page.click(`.record[data-id="${id}"]`);
      const count = (await ask(page, '/api/records')).records.length;
      await page.click('[data-key=remove-record]');
      await page.waitForFunction((one) => !document.querySelector(`.record[data-id="${one}"]`), id);
      assert.equal((await ask(page, '/api/records')).records.length, count - 1);
      await page.click('.toast .way');
      await eventually(async () => (await ask(page, '/api/records')).records.length === count, 'undo brings it back');
      await page.waitForSelector('.record .picture');
    },
  },
  {
    name: 'the rules of every game take a minute, in pictures the rules have made',
    async run(session) {
      const page = await session.open('#/learn');
      await page.waitForSelector('.learn .card');
      const games = await page.$$eval('.learn .card', (cards) => cards.map((card) => card.getAttribute('href')));
      assert.ok(games.length >= 5);
      for (const locale of ['en-GB', 'pt-PT']) {
        const reader = await session.open(games[0], { locale });
        for (const game of games) {
          await visit(reader, game.slice(1));
          await reader.waitForFunction(
            (name) => location.hash === name && document.querySelectorAll('.minute .picture').length === 4,
            game,
          );
          const words = await reader.$$eval('.minute h2, .minute p', (all) => all.map((one) => one.textContent));
          assert.ok(
            words.every((text) => text && !text.startsWith('minute-')),
            `${game}: ${words.join('; ')}`,
          );
          assert.ok(
            words.every((text) => text.split(' ').length <= 16),
            'no sentence is long',
          );
        }
      }
    },
  },
  {
    name: 'variations stay in sight as a tree, with comments',
    async run(session) {
      const page = await session.open('#/analyse/quatro?moves=0@a1+1@b2');
      await at(page, 2);
      await page.click('[data-key=node-1-0]');
      await at(page, 1);
      await page.click('.tray button:enabled[data-piece="5"]');
      await page.click('[data-cell=d4]');
      await at(page, 2);
      assert.equal(await page.locator('.variation-node').count(), 3, 'the game and what was tried');
      await page.fill('[data-key=comment]', 'a corner for a corner');
      await page.locator('[data-key=comment]').blur();
      await page.waitForSelector('.bubble');
      await page.click('.variation-node[data-move="1@b2"]');
      await eventually(
        async () => (await page.getAttribute('.variation-node[aria-current=step]', 'data-move')) === '1@b2',
        'the other line is taken up',
      );
      assert.equal(await page.locator('.variation-node').count(), 3);
    },
  },
  {
    name: 'a board is shared as a picture, and settings are remembered',
    async run(session) {
      const page = await session.open();
      await startGame(page, 'blokus', { players: ['human', 'human'] });
      await type(page, 'b@a1');
      await at(page, 1);
      for (const [key, name] of [
        ['picture-svg', 'blokus-1.svg'],
        ['picture-png', 'blokus-1.png'],
      ]) {
        await page.click('[data-key=more]');
        const [download] = await Promise.all([page.waitForEvent('download'), page.click(`[data-key=${key}]`)]);
        assert.equal(download.suggestedFilename(), name);
      }
      await tab(page, 'settings');
      await page.check('[data-key=setting-marks]');
      await page.waitForSelector('.pieces .side-mark');
      await page.reload();
      await page.waitForSelector('.pieces .side-mark');
      await setUp(page, 'cavalo');
      assert.equal(await page.inputValue('[name=against]:checked'), 'person', 'who played is remembered');
    },
  },
  {
    name: 'clocks run, and whose time is up has lost',
    async run(session) {
      const page = await session.open();
      await startGame(page, 'quatro', { players: ['human', 'human'], more: { minutes: '0.5' } });
      assert.equal(await page.textContent('[data-clock="1"]'), '0:30');
      await type(page, '0@a1');
      await at(page, 1);
      await page.waitForFunction(() => document.querySelector('[data-clock="2"]')?.textContent !== '0:30');
      assert.equal(await page.textContent('[data-clock="1"]'), '0:30');
      await page.evaluate(() => {
        const kept = JSON.parse(sessionStorage.getItem('match'));
        kept.rest.clock.left[1] = 600;
        sessionStorage.setItem('match', JSON.stringify(kept));
      });
      await page.reload();
      await says(page, /ran out of time/);
      assert.match(await page.textContent('.result h2'), /Player 1 wins/);
      await eventually(async () => {
        const { id } = (await match(page)).rest;
        return id && (await ask(page, `/api/records/${id}`)).ending?.reason === 'time';
      }, 'the loss is kept as one on time');
      const { id } = (await match(page)).rest;
      await visit(page, '/games');
      await page.click(`.record[data-id="${id}"]`);
      await page.click('[data-key=open-table]');
      await says(page, /ran out of time/);
    },
  },
  {
    name: 'a contest goes on when its view is left, with levels among the players, and its games replay',
    async run(session) {
      const page = await session.open('#/compete/engines');
      await page.waitForSelector('.compare form');
      await page.fill('[name=players]', 'random\nlevel:1');
      await page.fill('[name=pairs]', '3');
      await page.click('.compare-form > button.primary');
      await page.waitForFunction(() => /of 6 games/.test(document.querySelector('.compare')?.textContent ?? ''));
      await visit(page, '/learn');
      await page.waitForSelector('.lessons');
      await visit(page, '/compete/engines');
      await page.waitForFunction(() => /6 of 6 games/.test(document.querySelector('.compare')?.textContent ?? ''));
      await page.click('.replays summary');
      await page.click('[data-replay="0"]');
      await page.waitForSelector('.table.analyse[data-place="0"]');
      assert.ok((await page.locator('.variation-node').count()) > 4, 'the game is there to be stepped through');
    },
  },
  {
    name: 'where discs fall the heads of columns are buttons, and a full one says so',
    async run(session) {
      const page = await session.open('#/play/connect-four?moves=d+d+d+d+d+d&seats=human+human');
      await turn(page);
      assert.equal(await page.textContent('[data-head=d]'), 'full');
      assert.equal(await page.isDisabled('[data-head=d]'), true);
      await page.hover('[data-head=c]');
      await page.waitForSelector('.ghost.legal');
      await page.click('[data-head=c]');
      await at(page, 7);
      await page.focus('[data-head=b]');
      await page.keyboard.press('Enter');
      await at(page, 8);
    },
  },
  {
    name: 'the reach of both sides is what the rules say, in colours and in words',
    async run(session) {
      const page = await session.open(`#/analyse/blokus-duo?moves=${DUO}`);
      await at(page, 4);
      await page.check('[data-key=reach-map]');
      await page.waitForSelector('.reachable-one');
      const { setup } = await match(page);
      const { reach } = await ask(page, '/api/state', { ...setup, reach: true, choices: [] });
      const cells = new Set(reach.flat()).size;
      assert.equal(await page.locator('[class^=reachable-]').count(), cells);
      assert.match(await page.textContent('.reach-words'), new RegExp(`could cover ${reach[0].length} cells`));
    },
  },
  {
    name: 'a sign put behind a move stays with it',
    async run(session) {
      const page = await session.open('#/analyse/quatro?moves=0@a1+1@b2');
      await at(page, 2);
      await page.click('[data-key="glyph-?!"]');
      await page.waitForSelector('.variation-node[aria-current=step] .glyph-sign.slip');
      await page.reload();
      await page.waitForSelector('.variation-node .glyph-sign.slip');
      await page.click('[data-key="glyph-?!"]');
      await page.waitForFunction(() => !document.querySelector('.variation-node .glyph-sign'));
    },
  },
  {
    name: 'a walk: rules, a game, hint and take-back, a loss, the review, the better move, a link',
    async run(session) {
      const page = await session.open();
      await page.click('.door[href="#/learn"]');
      await page.click('.card[href="#/rules/cavalo"]');
      await page.waitForFunction(() => document.querySelectorAll('.minute .picture').length === 4);
      await page.click('.rules-page a.primary');
      await startGame(page, 'cavalo', { level: 3, more: { position: ENDGAME } });
      await page.click('[data-key=hint]');
      await says(page, /Hint: the knight takes 90/);
      await page.keyboard.press('Escape');
      await type(page, await poorest(page));
      await page.waitForFunction(() => Number(document.querySelector('.table')?.getAttribute('data-place')) >= 2);
      await turn(page);
      await page.click('[data-key=take-back]');
      await at(page, 0);
      await page.click('[data-key=redo]');
      await page.waitForFunction(() => Number(document.querySelector('.table')?.getAttribute('data-place')) >= 2);
      // The smallest number in reach, to the end: whoever plays like that loses.
      for (let i = 0; i < 5 && (await turn(page)) === 'human'; i++) {
        const before = await place(page);
        await type(page, await poorest(page));
        await page.waitForFunction(
          (n) => Number(document.querySelector('.table')?.getAttribute('data-place')) > n,
          before,
        );
      }
      await page.waitForSelector('.result');
      assert.match(await page.textContent('.result h2'), /Computer wins/);
      await page.click('.result [data-key=review]');
      await page.waitForSelector('.mistakes', { timeout: 90000 });
      await page.locator('.report').first().locator('[data-key^=worst-]').first().click();
      await page.click('[data-key=seek]');
      await page.waitForFunction(() =>
        /play something better/.test(document.querySelector('.verdict-words')?.textContent ?? ''),
      );
      await page.click('[data-key=show-better]');
      await page.waitForSelector('.board-frame.preview');
      await page.click('[data-key=ply-1]');
      await at(page, 1);
      const link = page.url();
      const other = await session.open(link.slice(session.base.length));
      await at(other, 1);
      assert.equal(await other.locator('.table.review').count(), 1);
    },
  },
];
