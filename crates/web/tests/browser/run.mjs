// The browser tests: node run.mjs URL[,URL…] CHROMIUM [PART-OF-A-NAME], one page at work for each URL. Prints results as cargo's tests do.

import { Session } from './session.mjs';
import { firstViewTests } from './first-view.mjs';
import { playTests } from './play.mjs';
import { rulesTests } from './rules.mjs';
import { stateTests } from './states.mjs';
import { analysisTests } from './analysis.mjs';
import { watchTests } from './watch.mjs';
import { thinkTests } from './think.mjs';
import { viewTests } from './views.mjs';
import { colourTests } from './colours.mjs';
import { pictureTests } from './screenshots.mjs';
import { designTests } from './design.mjs';

const [urls, chromium, only] = process.argv.slice(2);
const browser = await Session.launch(chromium);
const all = [
  ...firstViewTests,
  ...colourTests,
  ...designTests,
  ...pictureTests,
  ...playTests,
  ...rulesTests,
  ...stateTests,
  ...analysisTests,
  ...watchTests,
  ...thinkTests,
  ...viewTests,
];
const tests = all.filter(({ name }) => !only || name.includes(only));
const waiting = [...tests];
const begun = Date.now();
const seconds = (since) => ((Date.now() - since) / 1000).toFixed(1);
let failed = 0;

async function work(base) {
  const session = new Session(base, browser);
  for (let test = waiting.shift(); test; test = waiting.shift()) {
    const started = Date.now();
    try {
      await test.run(session);
      session.checkClean();
      console.log(`test browser: ${test.name} ... ok (${seconds(started)} s)`);
    } catch (problem) {
      failed += 1;
      console.log(`test browser: ${test.name} ... FAILED`);
      console.error(problem);
      await session.keepPicture(test.name);
    }
    await session.closePages();
  }
}

await Promise.all(urls.split(',').map(work));
await browser.close();
console.log(
  `test result: ${failed ? 'FAILED' : 'ok'}. ${tests.length - failed} passed; ${failed} failed; 0 ignored; finished in ${seconds(begun)}s`,
);
process.exitCode = failed ? 1 : 0;
