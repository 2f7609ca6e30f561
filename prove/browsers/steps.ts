import { setTimeout as pause } from 'node:timers/promises';
import type { Desk } from '../../kit/desk.ts';
import type { RunningServer } from '../../kit/server.ts';
import type { Network } from './network.ts';
import type { Page } from './page.ts';

/** What a browser itself says of a load that a step breaks on purpose. */
const OF_THE_BROWSER =
  /^(error: Failed to load resource|not loaded: |.*(NetworkError|Load failed|Failed to fetch|ERR_|Cross-Origin Request Blocked|Loading failed for the module|Importing a module script failed|Unable to preload CSS))/;

/** What a job works with: the page in one browser, and a server of its own behind a network that can fail. */
export type Scene = {
  page: Page;
  network: Network;
  /** Runs one step, whose name says what happens; throws when something else does. */
  step: (name: string, work: () => Promise<void>, breaks?: 'breaks a load') => Promise<void>;
  server: RunningServer;
  /** An administrator's client, past the browser; signed in anew for each use. */
  desk: () => Promise<Desk>;
};

/** Work that somebody does on the page, in steps that follow on each other. */
export type Job = (scene: Scene) => Promise<void>;

/** A step that did not go as it must; the rest of its job is left out. */
export class Failed extends Error {}

/** Runs the steps of one browser, prints and counts them, with the console messages of each. */
export class Steps {
  passed = 0;
  readonly faults: string[] = [];
  /** How many console messages were about loads that were broken on purpose. */
  expected = 0;
  readonly #browser: string;

  constructor(browser: string) {
    this.#browser = browser;
  }

  stepOn({ engine }: Page, network: Network): Scene['step'] {
    /** Everything that the browser and its pages have said since it was last asked. */
    const saidBy = async () => {
      const ofPage = await engine.run<string[]>('return window.saidByPage?.splice(0) ?? []');
      return [...network.said.splice(0), ...ofPage, ...(await engine.said())];
    };
    return async (name, work, breaks) => {
      const began = performance.now();
      const problem = await work().then(
        () => null,
        (error: Error) => error.message.slice(0, 1200),
      );
      await pause(100); // what a page says a moment after
      const said = await saidBy().catch((error: Error) => [`cannot be asked: ${error.message}`]);
      const meant = breaks ? said.filter((words) => OF_THE_BROWSER.test(words)) : [];
      this.expected += meant.length;
      const wrong = [...(problem ? [problem] : []), ...said.filter((words) => !meant.includes(words))];
      const ms = Math.round(performance.now() - began);
      console.log(`${wrong.length === 0 ? 'ok ' : 'BAD'} ${this.#browser}: ${name} (${ms} ms)`);
      for (const words of wrong) {
        console.log(`    ${words}`);
        this.faults.push(`${name}: ${words}`);
      }
      if (wrong.length === 0) this.passed += 1;
      if (problem) throw new Failed(name);
    };
  }
}
