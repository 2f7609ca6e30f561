import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { protocolOf } from '../../domain/enrolment/protocol.ts';
import { ADMIN, call } from '../../kit/site.ts';
import { type Background, type CurrentSite, type Entry, inBackground, type Ledger } from './ledger.ts';

export type Answer = { status: number; body: unknown };

/** The desk is not answered now: no connection, or a 5xx. */
export class NoAnswer extends Error {}

/** A signed-in administrator; signs in anew when the session is over. `headers` go with every call. */
export class Desk {
  /** The session's own access token, of the last sign-in. */
  session = '';
  private cookie = '';
  private readonly place: CurrentSite;
  private readonly headers: Record<string, string>;

  constructor(place: CurrentSite, headers: Record<string, string> = {}) {
    this.place = place;
    this.headers = headers;
  }

  /** Throws NoAnswer; any other refusal is returned as its status. */
  async signIn(password = ADMIN.password): Promise<number> {
    const asked = { email: ADMIN.email, password };
    const { status, body } = await this.withToken('', 'POST', '/auth/v1/token?grant_type=password', asked);
    if (status === 200) this.session = (body as { access_token: string }).access_token;
    return status;
  }

  /** Calls as the administrator. Throws NoAnswer. */
  async call(method: string, path: string, body?: object): Promise<Answer> {
    const answer = this.session && (await this.withToken(this.session, method, path, body));
    if (answer && answer.status !== 401 && answer.status !== 403) return answer;
    const status = await this.signIn();
    if (status !== 200) throw new Error(`the desk's sign-in answers ${status}`);
    return this.withToken(this.session, method, path, body);
  }

  rpc(name: string, body: object = {}): Promise<Answer> {
    return this.call('POST', `/rest/v1/rpc/${name}`, body);
  }

  /** The id of a family's enrolment; null when there is none. Throws NoAnswer. */
  async find(name: string): Promise<string | null> {
    const query = `select=id&nome_completo=eq.${encodeURIComponent(name)}`;
    const { status, body } = await this.call('GET', `/rest/v1/inscricoes_projeto?${query}`);
    if (status !== 200) throw new Error(`the desk's list answers ${status}: ${JSON.stringify(body)}`);
    return (body as { id: string }[])[0]?.id ?? null;
  }

  /** A call of any session, as of one that this desk no longer has: nothing is signed in anew. Throws NoAnswer. */
  async withToken(token: string, method: string, path: string, body?: object): Promise<Answer> {
    try {
      const headers = { ...(this.cookie && { Cookie: this.cookie }), ...this.headers };
      const answer = await call(this.place(), path, { method, body, ...(token && { token }), headers });
      const text = await answer.text();
      if ([500, 502, 503, 504].includes(answer.status)) throw new NoAnswer(`${answer.status} ${text}`);
      const [cookie] = (answer.headers.get('set-cookie') ?? '').split(';');
      this.cookie = cookie || this.cookie;
      return { status: answer.status, body: text ? (JSON.parse(text) as unknown) : null };
    } catch (error) {
      throw error instanceof NoAnswer ? error : new NoAnswer((error as Error).message);
    }
  }
}

const DECISIONS = ['em-analise', 'aprovada', 'desistiu'] as const;

/** Decides about one enrolment. Throws NoAnswer when it may have been decided or not. */
export async function decide(desk: Desk, ledger: Ledger, entry: Entry, id: string): Promise<void> {
  const { body: read } = await desk.rpc('ficha', { inscricao: id });
  const situation = DECISIONS[randomInt(DECISIONS.length)] as string;
  entry.unanswered.add(situation);
  const { status, body } = await desk.rpc('decidir_situacao', {
    inscricao: id,
    versao: (read as { version: number }).version,
    situacao: situation,
  });
  if (status === 507) return; // nothing was stored, or the disk filled up at the commit
  if (status !== 200 || (body as { applied?: boolean }).applied !== true)
    throw new Error(`a decision answers ${status}: ${JSON.stringify(body)}`);
  entry.situation = situation;
  entry.unanswered.clear();
  ledger.decided += 1;
}

/** Erases one enrolment as the page does; false when the disk refused it. Throws NoAnswer. */
export async function erase(desk: Desk, ledger: Ledger, entry: Entry, id: string): Promise<boolean> {
  entry.erased = entry.erased === 'no' ? 'asked' : entry.erased;
  const { status, body } = await desk.rpc('apagar_inscricao', {
    inscricao: id,
    confirmacao: protocolOf(entry.uuid),
    motivo: 'pedido_da_familia',
  });
  if (status === 507) return false;
  if (status !== 200) throw new Error(`erasing answers ${status}: ${JSON.stringify(body)}`);
  entry.erased = 'yes';
  ledger.erased += 1;
  return true;
}

/** The desk decides and erases what families sent, whatever happens to the server, until `stop`. */
export function startDesk(ledger: Ledger, place: CurrentSite): Background {
  const desk = new Desk(place);
  return inBackground(async (open) => {
    while (open()) {
      await pause(randomInt(600));
      const known = ledger.acknowledged.filter(({ erased }) => erased !== 'yes');
      const entry = known[randomInt(Math.max(1, known.length))];
      if (entry) await workOn(desk, ledger, entry);
    }
  });
}

async function workOn(desk: Desk, ledger: Ledger, entry: Entry): Promise<void> {
  try {
    const id = await desk.find(entry.name);
    if (id === null && entry.erased === 'no') throw new Error('NOT KEPT: an enrolment is there');
    if (id === null)
      entry.erased = 'yes'; // the answer was lost, the erasure was not
    else if (entry.erased === 'asked' || randomInt(4) === 0) await erase(desk, ledger, entry, id);
    else await decide(desk, ledger, entry, id);
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    await pause(50);
  }
}
