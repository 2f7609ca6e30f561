import { startServer } from '../../kit/server.ts';
import type { Tools } from '../program.ts';
import { openChromium } from './chromium.ts';
import { workAtTheDesk } from './desk.ts';
import type { Engine } from './engine.ts';
import { enrol } from './enrolment.ts';
import { breakTheForm } from './faults.ts';
import { openFirefox } from './firefox.ts';
import { type Job, otherClient } from './job.ts';
import { openLine } from './line.ts';
import { Page } from './page.ts';
import { followUp } from './situation.ts';
import { Failed, Record } from './steps.ts';
import { openWebKit } from './webkit.ts';

// `npm run prove:browsers`: a family's and the desk's work, done with clicks and keys in
// Chromium, Firefox and WebKit against a real server, without one message in the console.
// Needs: firefox-esr, webkit2gtk-driver, xvfb. One browser's one job:
// `node scripts/run.mjs prove/browsers/browsers.ts webkit desk`.

const JOBS: globalThis.Record<string, Job> = {
  enrol,
  faults: breakTheForm,
  situation: followUp,
  desk: workAtTheDesk,
};

export async function run(only: string[], { ensureBrowser }: Tools): Promise<number> {
  const engines: globalThis.Record<string, () => Promise<Engine>> = {
    chromium: () => openChromium(ensureBrowser() ?? undefined),
    firefox: openFirefox,
    webkit: openWebKit,
  };
  const asked = <Kind>(all: globalThis.Record<string, Kind>) => {
    const chosen = Object.entries(all).filter(([name]) => only.includes(name));
    return chosen.length > 0 ? chosen : Object.entries(all);
  };
  const results: string[] = [];
  let faults = 0;
  for (const [name, open] of asked(engines)) {
    const engine = await open().catch((error: Error) => error);
    if (engine instanceof Error) {
      faults += 1;
      results.push(`${name}: cannot be started here (${engine.message})`);
      continue;
    }
    const record = new Record(name);
    try {
      for (const [, job] of asked(JOBS)) await doJob(job, engine, record);
    } finally {
      await engine.quit();
    }
    faults += record.faults.length;
    const cannot = [
      ...(engine.setOffline ? [] : ['no offline switch: its line was cut']),
      ...(engine.print ? [] : ['no printing to a file: the markup alone was seen']),
    ];
    results.push(
      `${engine.version}: ${record.passed} steps passed, ${record.faults.length} faults, ` +
        `${record.expected} messages of loads broken on purpose${cannot.length > 0 ? ` (${cannot.join('; ')})` : ''}`,
    );
  }
  console.log(results.join('\n'));
  return faults === 0 ? 0 : 1;
}

/** One job against a server and a line of its own. */
async function doJob(job: Job, engine: Engine, record: Record): Promise<void> {
  const server = await startServer({ environment: { LIMITS: 'relaxed' } });
  const line = await openLine(server.url);
  try {
    const page = new Page(engine, line.url);
    await job({ page, line, server, step: record.step(engine, line), ...otherClient(server) });
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
  } finally {
    await engine.open('about:blank').catch(() => {});
    await engine.closeOthers();
    await engine.said(); // of a page that was left
    await line.close();
    await server.stop();
  }
}
