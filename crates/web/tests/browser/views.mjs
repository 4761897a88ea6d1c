// Every view in both languages, light and dark: axe finds nothing, and a phone scrolls no sideways.

import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { GAMES, analyse, fromMenu, legalMoves, openMore, setUp, startGame, turn, type, visit } from './session.mjs';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const PHONE = [360, 740];

/** Every view, and how to get there. */
const VIEWS = {
  async home(page) {
    await page.waitForSelector('.living .picture');
  },
  async setup(page) {
    await setUp(page, 'quarto');
    await openMore(page);
  },
  async editor(page) {
    await visit(page, '/edit/blokus-duo');
    await page.waitForSelector('.editing[data-game=blokus-duo] .board');
    await page.click('[data-key="lay-1-W"]');
    await page.click('.editing [data-cell="e10"]');
    await page.waitForSelector('.editing .cell.owner-1');
    await visit(page, '/edit/quarto');
    await page.waitForSelector('.editing[data-game=quarto] .board');
  },
  async horizon(page) {
    await visit(page, '/watch');
    await page.waitForSelector('.lane');
    await page.click('[data-key=example-horizon]');
    await page.waitForSelector('.lane[data-engine=pvs-plain] .tree-item');
  },
  ...Object.fromEntries(
    GAMES.map((game) => [
      game,
      async (page) => {
        await startGame(page, game);
        await turn(page);
      },
    ]),
  ),
  async analysis(page) {
    await startGame(page, 'quatro', { players: ['human', 'human'], more: { position: '024./..../..../...9 -' } });
    await fromMenu(page, 'explore');
    await page.waitForSelector('.score.exact');
  },
  async review(page) {
    await visit(page, '/review/quatro?position=024./..../..../...9+-&moves=1@d2');
    await page.waitForSelector('.mistakes');
    await page.click('[data-key=ply-1]');
    await page.waitForSelector('[data-key=seek]');
  },
  async over(page) {
    await visit(page, '/play/quatro?position=024./..../..../...9+-&moves=6@d1&seats=human+level:3');
    await page.waitForSelector('.winning');
  },
  async rules(page) {
    await visit(page, '/rules/cavalo');
    await page.waitForFunction(() => document.querySelectorAll('.minute .picture').length === 4);
  },
  async learn(page) {
    await visit(page, '/learn');
    await page.waitForSelector('.lessons');
  },
  async watch(page) {
    await visit(page, '/watch');
    await page.waitForSelector('.lane');
    await page.locator('.lane button').nth(4).click();
  },
  async lists(page) {
    await visit(page, '/watch');
    await page.waitForSelector('.lane');
    await page.click('[data-key=example-astar]');
    await page.waitForSelector('.lane .lists');
  },
  async simulations(page) {
    await visit(page, '/watch');
    await page.waitForSelector('.lane');
    await page.click('[data-key=example-mcts]');
    await page.waitForSelector('[data-engine=mcts] .drawn .tree-item');
  },
  async predictions(page) {
    await visit(page, '/watch?subject=tic-tac-toe&first=alpha-beta&position=x../.o./o.x&depth=5&quiz=1');
    await page.waitForSelector('.predicting .answers button');
  },
  async beside(page) {
    await visit(page, '/watch?subject=grid&first=a-star&second=greedy&third=bfs&board=swamp');
    await page.waitForSelector('.together .run-chart');
  },
  async script(page) {
    await visit(page, '/watch?subject=tiles&first=a-star&board=8-easy');
    await page.waitForSelector('.lane .lists');
    await page.evaluate(() =>
      document.querySelectorAll('.watch-settings, .own-script, .facts').forEach((one) => one.setAttribute('open', '')),
    );
    await page.click('[data-key=script-check]');
    await page.waitForSelector('.counts tbody tr');
  },
  async lesson(page) {
    await visit(page, '/lesson/heuristics');
    await page.waitForSelector('.lesson .figure .tree-item');
  },
  async compare(page) {
    await visit(page, '/compete');
    await page.waitForSelector('.compare form');
    await page.click('.compare-form > button.primary');
    await page.waitForSelector('tbody tr');
  },
  async contest(page) {
    await visit(page, '/compete/engines');
    await page.waitForSelector('.compare form');
    await page.fill('[name=players]', 'random\nlargest');
    await page.fill('[name=pairs]', '1');
    await page.click('.compare-form > button.primary');
    await page.waitForSelector('.chart');
  },
  async records(page) {
    await startGame(page, 'quatro', { players: ['human', 'human'] });
    await type(page, '0@a1');
    await page.waitForFunction(() => JSON.parse(sessionStorage.getItem('match') ?? '{}').rest?.id);
    await visit(page, '/games');
    await page.click('.record');
    await page.waitForSelector('.record-side .picture');
  },
};

/** What axe finds on the page as it stands. */
async function violations(page, name) {
  return page.evaluate(async (view) => {
    const { violations: found } = await /** @type {any} */ (window).axe.run(document, { resultTypes: ['violations'] });
    return found.map(
      (one) =>
        `${view}: ${one.id}: ${one.nodes
          .slice(0, 3)
          .map((node) => `${node.target.join(' ')} ${node.any[0]?.message ?? ''}`)
          .join('; ')}`,
    );
  }, name);
}

async function checkWidth(page, name) {
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(excess <= 0, `${name} is ${excess} pixels too wide`);
}

/** Buttons and the like that a finger would miss. */
async function checkTargets(page, name) {
  const small = await page.$$eval('button, select, input, a[href], summary', (all) =>
    all
      .filter((one) => {
        const box = one.getBoundingClientRect();
        return box.width > 0 && (box.height < 24 || box.width < 24);
      })
      .map((one) => one.outerHTML.slice(0, 80)),
  );
  assert.deepEqual(small, [], name);
}

export const viewTests = [
  // Words depend on the language and contrast on the light, so two of the four combinations show everything.
  ...[
    ['en-GB', 'light'],
    ['pt-PT', 'dark'],
  ].map(([locale, scheme]) => ({
    name: `axe finds nothing: ${locale}, ${scheme}`,
    async run(session) {
      const found = [];
      for (const [name, go] of Object.entries(VIEWS)) {
        const page = await session.open('', { locale, scheme });
        // The page's own policy keeps strangers' scripts out; the tester's comes in through the browser.
        await page.evaluate(await axeSource());
        await go(page, session.base);
        found.push(...(await violations(page, name)));
        assert.equal(await page.evaluate(() => document.documentElement.lang), locale === 'pt-PT' ? 'pt-PT' : 'en');
        await session.closePages();
      }
      assert.deepEqual(found, []);
    },
  })),
  {
    name: 'a phone of 360 pixels shows every view without sideways scrolling',
    async run(session) {
      for (const [name, go] of Object.entries(VIEWS)) {
        const page = await session.open('', { size: PHONE, locale: 'pt-PT', touch: true });
        await go(page, session.base);
        await checkWidth(page, name);
        await checkTargets(page, name);
        await session.closePages();
      }
    },
  },
  {
    name: 'languages and light are changed by hand and remembered',
    async run(session) {
      const page = await session.open();
      await page.getByRole('button', { name: 'Português' }).click();
      await page.waitForSelector('text=Uma oficina');
      await page.click('[aria-label="Claro ou escuro"]');
      await page.reload();
      await page.waitForSelector('text=Uma oficina');
      assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
    },
  },
  {
    name: 'stored tournaments are shown with their charts',
    async run(session) {
      const page = await session.open('#/compete/engines');
      await page.waitForSelector('text=Stored tournaments');
      await page.waitForSelector('.chart');
      assert.ok((await page.locator('.results tbody tr').count()) >= 2);
    },
  },
  {
    name: 'a stored tournament has an address: opened, reloaded, left, and gone back to',
    async run(session) {
      const page = await session.open('#/compete/engines');
      await page.click('[data-tournament="1"]');
      await page.waitForFunction(() => location.hash === '#/compete/engines/results.sqlite/1');
      const isShown = () => page.waitForSelector('.stored h2 >> text=/tournament 1 in results.sqlite/');
      await isShown();
      await page.reload();
      await isShown();
      await page.waitForSelector('[data-replay="0"]', { state: 'attached' });
      await page.goto(`${session.base}#/learn`);
      await page.waitForSelector('.learn, .lessons, h1');
      await page.goBack();
      await isShown();
      await page.goto(`${session.base}#/compete/engines/results.sqlite/99`);
      await page.waitForSelector('.stored .note >> text=There is no tournament 99 in results.sqlite.');
    },
  },
  {
    name: 'moves are announced to screen readers',
    async run(session) {
      const page = await session.open();
      // On other boards the first cell may ask which number to strike out.
      await startGame(page, 'cavalo', { more: { seed: '3' } });
      assert.equal(await page.getAttribute('.board', 'role'), 'grid');
      assert.equal(await page.locator('[role=gridcell][aria-label]').count(), 100);
      const move = (await legalMoves(page)).find((text) => !text.includes('x'));
      await page.click(`[data-cell="${move}"]`);
      await page.waitForFunction(() => /Computer plays/.test(document.getElementById('announcer')?.textContent ?? ''));
    },
  },
];

let source = '';
async function axeSource() {
  source ||= `${await (await import('node:fs/promises')).readFile(axe, 'utf8')};0`;
  return source;
}
