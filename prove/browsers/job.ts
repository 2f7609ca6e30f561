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
  /** Calls a function as an administrator's client. */
  call: (name: string, parameters: object) => Promise<void>;
};

/** Work that somebody does on the page, in steps that follow on each other. */
export type Job = (scene: Scene) => Promise<void>;

/** An administrator's client, past the browser. */
export function otherClient({ url, key }: RunningServer): Pick<Scene, 'rowsOf' | 'call'> {
  const json = { apikey: key, 'Content-Type': 'application/json' };
  const ask = async (path: string, body?: object) => {
    const entered = await fetch(`${url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify(ADMIN),
    });
    const { access_token } = (await entered.json()) as { access_token: string };
    const answer = await fetch(`${url}/rest/v1/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { ...json, Authorization: `Bearer ${access_token}` },
      body: body && JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
    return text;
  };
  return {
    rowsOf: async (name) =>
      JSON.parse(
        await ask(`inscricoes_projeto?select=*&nome_completo=eq.${encodeURIComponent(name)}`),
      ) as Row[],
    call: async (name, parameters) => void (await ask(`rpc/${name}`, parameters)),
  };
}
