// A browser for the tests: every page is watched for errors and for calls to elsewhere.

import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

export const GAMES = ['blokus', 'blokus-duo', 'quatro', 'quarto', 'cavalo', 'tic-tac-toe', 'connect-four', 'othello'];

export class Session {
  static launch(executablePath) {
    const args = [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--disable-background-networking',
      '--disable-component-update',
    ];
    return chromium.launch({ executablePath, args });
  }

  /** @param {string} door the address with the key, as the program prints it */
  constructor(door, browser) {
    this.door = door;
    this.base = `${new URL(door).origin}/`;
    this.browser = browser;
    this.contexts = [];
    this.problems = [];
  }

  /** A page of its own at `place`, such as `#watch`. Time to think is long when many share a machine. */
  async open(
    place = '',
    {
      size = [1200, 850],
      scheme = 'light',
      locale = 'en-GB',
      touch = false,
      still = false,
      watch = (_page) => {},
    } = {},
  ) {
    const context = await this.browser.newContext({
      viewport: { width: size[0], height: size[1] },
      colorScheme: scheme,
      locale,
      hasTouch: touch,
      acceptDownloads: true,
      reducedMotion: still ? 'reduce' : 'no-preference',
    });
    this.contexts.push(context);
    context.setDefaultTimeout(30000);
    const page = await context.newPage();
    this.page = page;
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) this.problems.push(`console: ${message.text()}`);
    });
    page.on('pageerror', (problem) => this.problems.push(`page: ${problem.message}`));
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(this.base) && !url.startsWith('data:') && !url.startsWith('blob:'))
        this.problems.push(`elsewhere: ${url}`);
    });
    watch(page);
    await page.goto(this.door + place);
    await page.waitForSelector('#main > *');
    return page;
  }

  /** Fails if a page complained or called elsewhere. */
  checkClean() {
    const problems = this.problems.splice(0);
    assert.deepEqual(problems, []);
  }

  /** Forgets the browser's note of an answer that was a refusal, where one was asked for. */
  expectRefusal() {
    this.problems = this.problems.filter((problem) => !/status of 4(00|09)/.test(problem));
  }

  async keepPicture(name) {
    this.problems = [];
    const path = join(tmpdir(), `plywood-${name.replaceAll(/\W+/g, '-')}.png`);
    await this.page?.screenshot({ path, fullPage: true }).then(
      () => console.error(`a picture of it: ${path}`),
      () => {},
    );
  }

  async closePages() {
    for (const context of this.contexts.splice(0)) await context.close();
  }
}

/** Goes to an address of the page, even if only what follows the # differs. */
export async function visit(page, address) {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, address);
}

/** Chooses one of a few that are all in sight. */
export async function choose(page, name, value) {
  await page.locator(`.setup-options [name=${name}][value="${value}"]`).check({ force: true });
}

/** Opens the page for a new game, at this game. */
export async function setUp(page, game) {
  await visit(page, `/new/${game}`);
  await page.waitForSelector(`.card[data-game="${game}"][aria-pressed=true]`);
}

/** Opens the form that says which search is watched. */
export async function openSettings(page) {
  await page.$eval('.watch-settings', (details) => {
    details.open = true;
  });
}

/** Opens what is seldom wanted for a new game. */
export async function openMore(page) {
  await page
    .locator('.setup-options details.more')
    .first()
    .evaluate((details) => {
      details.open = true;
    });
}

/** Starts a game from the page for new games. */
export async function startGame(page, game, { level = 1, time = 0.1, players = ['human', 'level'], more = {} } = {}) {
  await setUp(page, game);
  const n_human = players.filter((player) => player === 'human').length;
  await choose(page, 'against', ['watch', 'computer', 'person'][n_human]);
  if (n_human === 1) await choose(page, 'first', players[0] === 'human' ? 'first' : 'second');
  if (n_human < 2) await choose(page, 'level', level);
  if (n_human === 0) await choose(page, 'level2', level);
  await openMore(page);
  await page.fill('[name=time]', String(time));
  for (const [name, value] of Object.entries(more)) {
    const field = page.locator(`[name="${name}"]`);
    if ((await field.evaluate((element) => element.tagName)) === 'SELECT') await field.selectOption(value);
    else await field.fill(value);
  }
  await page.click('.setup-options button[type=submit]');
  await page.waitForSelector('.table[data-mover]');
}

/** Opens a part of the rail: moves, analysis or settings. */
export async function tab(page, name) {
  await page.click(`[data-key=tab-${name}]`);
}

/** Starts the analysis of what is on the board. */
export async function analyse(page) {
  await tab(page, 'analysis');
  await page.click('[data-key=analyse]');
}

/** Opens the rail where it is hidden, as on a phone. */
async function openRail(page, part) {
  if (!(await page.isVisible(part)) && (await page.isVisible('[data-key=quick-moves]')))
    await page.click('[data-key=quick-moves]');
}

/** Does something that stands under the menu of the table. */
export async function fromMenu(page, key) {
  await openRail(page, '[data-key=more]');
  await page.click('[data-key=more]');
  await page.click(`.menu-items [data-key="${key}"]`);
}

/** Waits until a person is to move, or the game is over; says which. */
export async function turn(page) {
  const handle = await page.waitForFunction(() => {
    const table = document.querySelector('.table[data-mover]');
    const mover = table instanceof HTMLElement ? table.dataset.mover : null;
    return mover === 'human' || mover === 'none' ? mover : null;
  });
  return handle.jsonValue();
}

/** What the server answers to the page: a question with a body is posted. */
export async function ask(page, path, body = null) {
  return page.evaluate(
    async ([path, body]) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(
        path,
        body === null ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) },
      );
      return answer.json();
    },
    [path, body],
  );
}

/** The game the page has open. */
export async function match(page) {
  return page.evaluate(() => JSON.parse(sessionStorage.getItem('match') ?? '{}'));
}

/** Waits until a look at something is as it should be; fails if it never is. */
export async function eventually(look, sentence) {
  for (let i = 0; i < 200; i++) {
    if (await look()) return;
    await new Promise((resume) => setTimeout(resume, 50));
  }
  assert.fail(sentence);
}

/** The legal moves where the page stands, as the server tells them. */
export async function legalMoves(page) {
  return (await ask(page, '/api/state', (await match(page)).setup)).moves;
}

/** The place in the game that the page shows. */
export async function place(page) {
  return Number(await page.locator('.table').getAttribute('data-place'));
}

/** The legal moves with the choices that make them, and what never changes, where the page stands. */
export async function choices(page) {
  return ask(page, '/api/state', { ...(await match(page)).setup, frame: true, choices: [1, 2] });
}

/** Types a move. */
export async function type(page, move) {
  await openRail(page, '[data-key=tab-moves], [data-key=typed]');
  if (!(await page.isVisible('[data-key=typed]'))) await tab(page, 'moves');
  await page.fill('[data-key=typed]', move);
  await page.press('[data-key=typed]', 'Enter');
}

/** Waits until the page shows this place of the game. */
export function at(page, n) {
  return page.waitForFunction(
    (wanted) => document.querySelector('.table')?.getAttribute('data-place') === String(wanted),
    n,
  );
}

/** Waits until the status says something. */
export function says(page, pattern) {
  return page.waitForFunction(
    (source) => new RegExp(source).test(document.querySelector('.status')?.textContent ?? ''),
    pattern.source,
  );
}
