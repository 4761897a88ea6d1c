// The first view: how much travels and how soon it can be used.

import assert from 'node:assert/strict';

const MOST_BYTES = 150_000;

export const firstViewTests = [
  {
    name: `the first view is at most ${MOST_BYTES / 1000} KB`,
    async run(session) {
      let bytes = 0;
      const count = async (request) => {
        const sizes = await request.sizes().catch(() => null);
        bytes += sizes ? sizes.responseHeadersSize + sizes.responseBodySize : 0;
      };
      const page = await session.open('', { watch: (fresh) => fresh.on('requestfinished', count) });
      await page.waitForSelector('.living .picture');
      await page.waitForLoadState('networkidle');
      // What the living board plays from here on is no part of the first view.
      const first = bytes;
      const times = [];
      for (let i = 0; i < 5; i++) {
        const fresh = await session.open();
        await fresh.waitForSelector('.door');
        // The page marks the moment itself: a driver that asks is late.
        times.push(await fresh.evaluate(() => performance.getEntriesByName('usable')[0].startTime));
      }
      assert.ok(first > 10_000 && first <= MOST_BYTES, `${first} bytes`);
      console.log(
        `  first view: ${(first / 1000).toFixed(0)} KB, usable after ${Math.min(...times).toFixed(0)} ms at best of ${times.length}`,
      );
    },
  },
  {
    name: 'both languages have the same messages',
    async run(session) {
      const page = await session.open();
      const { missing, empty } = await page.evaluate(async () => {
        const [en, pt] = [{}, {}];
        for (const part of ['', 'rest-', 'watch-', 'rules-']) {
          Object.assign(en, (await import(`/js/messages/${part}en.js`)).messages);
          Object.assign(pt, (await import(`/js/messages/${part}pt.js`)).messages);
        }
        const keys = new Set([...Object.keys(en), ...Object.keys(pt)]);
        const holes = (text) =>
          [...new Set([...(text ?? '').matchAll(/\{(\w+)\}/g)].map(([, name]) => name))].sort().join();
        return {
          missing: [...keys].filter(
            (key) => !(key in en) || !(key in pt) || (holes(en[key]) !== holes(pt[key]) && !key.startsWith('code-')),
          ),
          empty: [...keys].filter((key) => en[key] && !pt[key]),
        };
      });
      assert.deepEqual({ missing, empty }, { missing: [], empty: [] });
    },
  },
];
