import { type EnrolmentRow, signIn } from '../../kit/desk.ts';
import type { RunningServer } from '../../kit/server.ts';
import type { Line } from './line.ts';
import type { Page } from './page.ts';
import type { Step } from './steps.ts';

/** What a job works with: the page in one browser, and a server of its own behind a line. */
export type Scene = {
  page: Page;
  line: Line;
  step: Step;
  server: RunningServer;
  /** The rows of a name, as an administrator's client reads them. */
  rowsOf: (name: string) => Promise<EnrolmentRow[]>;
  /** Calls a function as an administrator's client. */
  call: (name: string, parameters: object) => Promise<void>;
};

/** Work that somebody does on the page, in steps that follow on each other. */
export type Job = (scene: Scene) => Promise<void>;

/** An administrator's client, past the browser; signed in anew for each call. */
export function otherClient(server: RunningServer): Pick<Scene, 'rowsOf' | 'call'> {
  return {
    rowsOf: async (name) => (await signIn(server)).rowsOf(name),
    call: async (name, parameters) => void (await (await signIn(server)).rpc(name, parameters)),
  };
}
