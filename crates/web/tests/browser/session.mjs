// A browser for the tests: every page is watched for errors and for calls to elsewhere.

import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

export const GAMES = ['blokus', 'blokus-duo', 'quatro', 'quarto', 'cavalo'];

export class Session {
  static launch(executablePath) {
    const args = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking', '--disable-component-update'];
    return chromium.launch({ executablePath, args });
  }

  constructor(base, browser) {
    this.base = base;
    this.browser = browser;
    this.contexts = [];
    this.problems = [];
  }

  /** A page of its own at `place`, such as `#watch`. Time to think is long when many share a machine. */
  async open(place = '', { size = [1200, 850], scheme = 'light', locale = 'en-GB', touch = false, watch = (_page) => {} } = {}) {
    const context = await this.browser.newContext({ viewport: { width: size[0], height: size[1] }, colorScheme: scheme, locale, hasTouch: touch, acceptDownloads: true });
    this.contexts.push(context);
    context.setDefaultTimeout(30000);
    const page = await context.newPage();
    this.page = page;
    page.on('console', (message) => { if (['error', 'warning'].includes(message.type())) this.problems.push(`console: ${message.text()}`); });
    page.on('pageerror', (problem) => this.problems.push(`page: ${problem.message}`));
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(this.base) && !url.startsWith('data:') && !url.startsWith('blob:')) this.problems.push(`elsewhere: ${url}`);
    });
    watch(page);
    await page.goto(this.base + place);
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
    await this.page?.screenshot({ path, fullPage: true }).then(() => console.error(`a picture of it: ${path}`), () => {});
  }

  async closePages() {
    for (const context of this.contexts.splice(0)) await context.close();
  }
}

/** Starts a game from the first page. */
export async function startGame(page, game, { level = 1, time = 0.1, players = ['human', 'level'], more = {} } = {}) {
  await page.locator('.card').nth(GAMES.indexOf(game)).click();
  await page.selectOption('[name=player1]', players[0]);
  await page.selectOption('[name=player2]', players[1]);
  await page.selectOption('[name=level]', String(level));
  await page.fill('[name=time]', String(time));
  if (Object.keys(more).length) await page.click('.setup details summary >> nth=0');
  for (const [name, value] of Object.entries(more)) {
    const field = page.locator(`[name="${name}"]`);
    if (await field.evaluate((element) => element.tagName) === 'SELECT') await field.selectOption(value);
    else await field.fill(value);
  }
  await page.click('.setup button[type=submit]');
  await page.waitForSelector('.table[data-mover]');
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
  return page.evaluate(async ([path, body]) => {
    const headers = { 'x-plywood-token': document.querySelector('meta[name="plywood-token"]')?.getAttribute('content') ?? '', 'content-type': 'application/json' };
    const answer = await fetch(path, body === null ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) });
    return answer.json();
  }, [path, body]);
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
  await page.fill('[data-key=typed]', move);
  await page.press('[data-key=typed]', 'Enter');
}

/** Waits until the page shows this place of the game. */
export function at(page, n) {
  return page.waitForFunction((wanted) => document.querySelector('.table')?.getAttribute('data-place') === String(wanted), n);
}

/** Waits until the status says something. */
export function says(page, pattern) {
  return page.waitForFunction((source) => new RegExp(source).test(document.querySelector('.status')?.textContent ?? ''), pattern.source);
}
