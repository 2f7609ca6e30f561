import { ADMIN, type RunningServer } from '../server.ts';
import type { Line } from './line.ts';
import type { Page } from './page.ts';
import type { Step } from './steps.ts';

type Row = Record<string, unknown> & { id: string };

/** What a job works with: the page in one browser, and a server of its own behind a line. */
export type Scene = {
  page: Page;
  line: Line;
  step: Step;
  server: RunningServer;
  /** The rows of a name, as an administrator's client reads them. */
  rowsOf: (name: string) => Promise<Row[]>;
};

/** Work that somebody does on the page, in steps that follow on each other. */
export type Job = (scene: Scene) => Promise<void>;

/** Reads rows past the browser. */
export function readRows({ url, key }: RunningServer): Scene['rowsOf'] {
  return async (name) => {
    const headers = { apikey: key, 'Content-Type': 'application/json' };
    const entered = await fetch(`${url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers,
      body: JSON.stringify(ADMIN),
    });
    const { access_token } = (await entered.json()) as { access_token: string };
    const filter = `nome_completo=eq.${encodeURIComponent(name)}`;
    const answer = await fetch(`${url}/rest/v1/inscricoes_projeto?select=*&${filter}`, {
      headers: { ...headers, Authorization: `Bearer ${access_token}` },
    });
    return (await answer.json()) as Row[];
  };
}
