import type { Desk } from '../../kit/desk.ts';
import type { RunningServer } from '../../kit/server.ts';
import type { Network } from './network.ts';
import type { Page } from './page.ts';

/** What a job works with: the page in one browser, and a server of its own behind a network that can fail. */
export type Scene = {
  page: Page;
  network: Network;
  /** Runs one step, whose name says what happens; throws when something else does. */
  step: (name: string, work: () => Promise<void>) => Promise<void>;
  server: RunningServer;
  /** An administrator's client, past the browser; signed in anew for each use. */
  desk: () => Promise<Desk>;
};

/** Work that somebody does on the page, in steps that follow on each other. */
export type Job = (scene: Scene) => Promise<void>;
