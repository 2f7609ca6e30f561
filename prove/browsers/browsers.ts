import { signIn } from '../../kit/desk.ts';
import { startServer } from '../../kit/server.ts';
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
import type { Engine } from './webdriver.ts';

// `npm run prove -- browsers`: a visitor's, a family's and the desk's work, done with clicks and keys in
// Firefox and WebKit (in Chromium it is e2e's) against a real server, without one message in the console.
// Needs: firefox-esr, webkit2gtk-driver, xvfb. One browser's one job: `browsers webkit desk`.

const ENGINES: Record<string, () => Promise<Engine>> = { firefox: openFirefox, webkit: openWebKit };
const JOBS: Record<string, Job> = {
  home: visit,
  enrol,
  faults: breakTheForm,
  situation: followUp,
  desk: workAtTheDesk,
  documents: showDocuments,
};

export async function run(only: string[]): Promise<number> {
  const asked = <Kind>(all: Record<string, Kind>) => {
    const chosen = Object.entries(all).filter(([name]) => only.includes(name));
    return chosen.length > 0 ? chosen : Object.entries(all);
  };
  const results: string[] = [];
  let faults = 0;
  for (const [name, open] of asked(ENGINES)) {
    const engine = await open().catch((error: Error) => error);
    if (engine instanceof Error) {
      faults += 1;
      results.push(`${name}: cannot be started here (${engine.message})`);
      continue;
    }
    const steps = new Steps(name);
    try {
      for (const [, job] of asked(JOBS)) await doJob(job, engine, steps);
    } finally {
      await engine.quit();
    }
    faults += steps.faults.length;
    const cannot = [
      ...(engine.setOffline ? [] : ['no offline switch: its network was cut']),
      ...(engine.print ? [] : ['no printing to a file: the markup alone was seen']),
    ];
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
