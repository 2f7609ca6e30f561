import { signIn } from '../../kit/desk.ts';
import { startServer } from '../../kit/server.ts';
import { openChromium } from './chromium.ts';
import { workAtTheDesk } from './desk.ts';
import { showDocuments } from './documents.ts';
import { openFirefox, openWebKit } from './engines.ts';
import { enrol } from './enrolment.ts';
import { breakTheForm } from './faults.ts';
import { visit } from './home.ts';
import { openNetwork } from './network.ts';
import { Page } from './page.ts';
import { followUp } from './situation.ts';
import { Failed, type Job, Steps } from './steps.ts';
import { goThrough, goThroughTheDesk } from './tap.ts';
import type { Engine } from './webdriver.ts';

// `npm run prove -- browsers`: a visitor's, a family's and the desk's work, done with clicks, taps and keys in
// Firefox, WebKit and older Chromium (in today's it is e2e's) against a real server, without one message in
// the console. Needs: firefox-esr, webkit2gtk-driver, xvfb. One browser's one job: `browsers webkit desk`.

const JOBS: Record<string, Job> = {
  home: visit,
  enrol,
  faults: breakTheForm,
  situation: followUp,
  desk: workAtTheDesk,
  documents: showDocuments,
  tap: goThrough,
  tapdesk: goThroughTheDesk,
};
const EVERY = Object.keys(JOBS);
const FAMILY = ['home', 'enrol', 'faults', 'situation', 'tap'];

/** How each is started, and the jobs that it is promised to do. */
const ENGINES: Record<string, [open: () => Promise<Engine>, jobs: string[]]> = {
  firefox: [openFirefox, EVERY],
  webkit: [openWebKit, EVERY],
  chromium92: [() => openChromium('92.0.0'), ['tap']],
  chromium103: [() => openChromium('103.0.0'), FAMILY],
  chromium109: [() => openChromium('109.0.6'), EVERY],
  chromium114: [() => openChromium('114.0.0'), EVERY],
  chromium119: [() => openChromium('119.0.2'), EVERY],
};

export async function run(only: string[]): Promise<number> {
  const asked = <Kind>(all: Record<string, Kind>) => {
    const chosen = Object.entries(all).filter(([name]) => only.includes(name));
    return chosen.length > 0 ? chosen : Object.entries(all);
  };
  const results: string[] = [];
  let faults = 0;
  for (const [name, [open, promised]] of asked(ENGINES)) {
    const engine = await open().catch((error: Error) => error);
    if (engine instanceof Error) {
      faults += 1;
      results.push(`${name}: cannot be started here (${engine.message})`);
      continue;
    }
    const steps = new Steps(name);
    try {
      for (const [title, job] of asked(JOBS)) if (promised.includes(title)) await doJob(job, engine, steps);
    } finally {
      await engine.quit();
    }
    faults += steps.faults.length;
    const cannot = [...(engine.print ? [] : ['no printing to a file: the markup alone was seen'])];
    results.push(
      `${engine.version}: ${steps.passed} steps passed, ${steps.faults.length} faults, ` +
        `${steps.expected} messages of loads broken on purpose${cannot.length > 0 ? ` (${cannot.join('; ')})` : ''}`,
    );
  }
  console.log(results.join('\n'));
  return faults === 0 ? 0 : 1;
}

/** One job against a server and a network of its own. */
async function doJob(job: Job, engine: Engine, steps: Steps): Promise<void> {
  const server = await startServer({ environment: { LIMITS: 'relaxed' } });
  const network = await openNetwork(server.url);
  try {
    const page = new Page(engine, network.url);
    await job({ page, network, server, step: steps.stepOn(page, network), desk: () => signIn(server) });
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
  } finally {
    await engine.open('about:blank').catch(() => {});
    await engine.closeOthers();
    await engine.said(); // of a page that was left
    await network.close();
    await server.stop();
  }
}
