import { setTimeout as pause } from 'node:timers/promises';
import { signIn } from '../../kit/desk.ts';
import { startServer } from '../../kit/server.ts';
import { openChromium } from './chromium.ts';
import { workAtTheDesk } from './desk.ts';
import { openFirefox, openWebKit } from './engines.ts';
import { enrolAndFollowUp } from './family.ts';
import type { Job, Scene } from './job.ts';
import { openNetwork } from './network.ts';
import { Page } from './page.ts';
import { goThrough } from './tap.ts';
import type { Engine } from './webdriver.ts';

// `npm run prove -- browsers`: a visitor's, a family's and the desk's work, done with clicks, taps and keys in
// Firefox, WebKit and older Chromium (in today's it is e2e's) against a real server, without one message in
// the console. Needs: firefox-esr, webkit2gtk-driver, xvfb. One browser's one job: `browsers webkit desk`.

const JOBS: Record<string, Job> = { family: enrolAndFollowUp, desk: workAtTheDesk, tap: goThrough };
const EVERY = Object.keys(JOBS);

/** How each is started, and the jobs that it is promised to do. */
const ENGINES: Record<string, [open: () => Promise<Engine>, jobs: string[]]> = {
  firefox: [openFirefox, EVERY],
  webkit: [openWebKit, EVERY],
  chromium92: [() => openChromium('92.0.0'), ['tap']],
  chromium103: [() => openChromium('103.0.0'), ['family', 'tap']],
  chromium109: [() => openChromium('109.0.6'), EVERY],
};

/** What a browser itself says of a load that a step breaks on purpose, or leaves. */
const OF_THE_BROWSER =
  /^(error: Failed to load resource|not loaded: |.*(NetworkError|Load failed|Failed to fetch|ERR_|Cross-Origin Request Blocked|Loading failed for the module|Importing a module script failed|Unable to preload CSS))/;

export async function run(only: string[]): Promise<number> {
  const asked = <Kind>(all: Record<string, Kind>) => {
    const chosen = Object.entries(all).filter(([name]) => only.includes(name));
    return chosen.length > 0 ? chosen : Object.entries(all);
  };
  const results: string[] = [];
  let faults = 0;
  for (const [name, [open, promised]] of asked(ENGINES)) {
    const engine = await open().catch((error: Error) => error);
    const found = { passed: 0, faults: 0 };
    if (engine instanceof Error) {
      found.faults = 1;
      results.push(`${name}: cannot be started here (${engine.message})`);
    } else {
      for (const [title, job] of asked(JOBS))
        if (promised.includes(title)) await doJob(job, name, engine, found);
      await engine.quit();
      results.push(`${engine.version}: ${found.passed} steps passed, ${found.faults} faults`);
    }
    faults += found.faults;
  }
  console.log(results.join('\n'));
  return faults === 0 ? 0 : 1;
}

/** One job against a server and a network of its own; what follows a step that went wrong is left out. */
async function doJob(job: Job, name: string, engine: Engine, found: { passed: number; faults: number }) {
  const server = await startServer({ environment: { LIMITS: 'relaxed' } });
  const network = await openNetwork(server.url);
  /** Everything that the browser and its pages have said since it was last asked. */
  const said = async () => {
    const ofPage = await engine.run<string[]>('return window.saidByPage?.splice(0) ?? []');
    return [...network.said.splice(0), ...ofPage, ...(await engine.said())];
  };
  const step: Scene['step'] = async (title, work) => {
    const began = performance.now();
    const problem = await work().then(
      () => null,
      (error: Error) => error,
    );
    await pause(100); // what a page says a moment after
    const words = await said().catch((error: Error) => [`cannot be asked: ${error.message}`]);
    const wrong = [
      problem?.message.slice(0, 1200),
      ...words.filter((one) => !OF_THE_BROWSER.test(one)),
    ].filter(Boolean);
    console.log(
      `${wrong.length === 0 ? 'ok ' : 'BAD'} ${name}: ${title} (${Math.round(performance.now() - began)} ms)`,
    );
    for (const one of wrong) console.log(`    ${one}`);
    found[wrong.length === 0 ? 'passed' : 'faults'] += 1;
    if (problem) throw new Failed(title);
  };
  try {
    await job({ page: new Page(engine, network.url), network, server, step, desk: () => signIn(server) });
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
  } finally {
    await engine.open('about:blank').catch(() => {});
    await engine.said(); // of a page that was left
    await network.close();
    await server.stop();
  }
}

/** A step that did not go as it must. */
class Failed extends Error {}
