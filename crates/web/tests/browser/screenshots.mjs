// The pictures of the README, made anew by every run of the tests; `cargo xtask screenshots` keeps them. Nothing in
// them depends on chance or speed.

import assert from 'node:assert/strict';
import { mkdtemp, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { turn } from './session.mjs';

const MOST_BYTES = 250_000;
const MOVES =
  'f8,e9,f9,g9,e10 i4,h5,i5,j5,i6 g5,g6,g7,h7,i7 k6,l6,j7,k7,j8 i9,j9,k9,h10,i10 l8,l9,l10,m10,l11 g2,h2,f3,g3,f4 j11,i12,j12,k12,i13';

const folder = process.env.PLYWOOD_PICTURES ?? (await mkdtemp(join(tmpdir(), 'plywood-pictures-')));

async function keep(page, name) {
  const path = join(folder, name);
  await page.screenshot({ path });
  const { size } = await stat(path);
  assert.ok(size < MOST_BYTES, `${name} has ${size} bytes`);
  console.log(`  ${path}: ${(size / 1000).toFixed(0)} KB`);
}

export const pictureTests = [
  {
    name: 'the README has pictures of the page',
    async run(session) {
      const home = await session.open('', { size: [1280, 800], still: true });
      await home.waitForSelector('.living .picture');
      await keep(home, 'page-home.png');

      const play = await session.open(`#/play/blokus-duo?moves=${MOVES.replaceAll(' ', '+')}&seats=human+human`, {
        size: [1280, 720],
      });
      await play.waitForSelector('.table[data-mover]');
      await turn(play);
      await play.click('.tray button:enabled[data-piece="12"]');
      await play.click('[data-key=walk-moves]');
      await play.waitForSelector('.ghost.legal');
      await keep(play, 'page-play.png');

      const review = await session.open('#/review/cavalo?seed=7&moves=c3+e8+a2+d6&seats=human+level:3', {
        size: [1280, 720],
        scheme: 'dark',
      });
      await review.waitForSelector('.graph');
      await review.waitForSelector('.mistakes');
      await keep(review, 'page-review.png');

      const watch = await session.open('#/watch', { size: [1280, 720] });
      await watch.waitForSelector('.drawn .tree-item');
      for (let i = 0; i < 9; i++) await watch.click('text=Next cut ✂');
      await watch.waitForSelector('.drawn .refutes.head');
      await keep(watch, 'page-watch.png');
    },
  },
];
