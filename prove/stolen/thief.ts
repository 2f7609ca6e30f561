import { DOCUMENT_BUCKET } from '../../domain/document/document.ts';
import { type ApiFunction, FUNCTIONS, isOfTheDesk } from '../../domain/functions.ts';
import { newPersonalCode } from '../../domain/personal-code.ts';
import { type Act, WITH_PASSWORD } from '../../domain/roles.ts';
import { formOf } from '../../kit/family.ts';
import { type Call, call, type Site } from '../../kit/site.ts';
import { type About, callsOf, subjectOf, type Target } from './arguments.ts';
import { pathOf } from './desk-site.ts';

/** The two tokens of a session, as a copied browser's storage has them. */
export type Stolen = { access_token: string; refresh_token: string };

type Row = { id: string; protocolo: string; cadastro_unico_url: string | null };
type FollowUpState = {
  version: number;
  requests: { id: string }[];
  laterDocuments: { address: string }[];
};

/** All of the table but what brings back from the bin: that is for a direção to do. */
const ALL = (Object.entries(FUNCTIONS) as [string, ApiFunction][]).filter(
  ([name]) => !name.startsWith('devolver_'),
);
const asksPassword = ({ allowedTo }: ApiFunction) => WITH_PASSWORD.includes(allowedTo as Act);
/** What asks for the password first, while that is fresh; what touches enrolments last: only untouched ones are a flood. */
const IN_ORDER = [
  ...ALL.filter(([, fn]) => asksPassword(fn) && subjectOf(fn) !== 'enrolment'),
  ...ALL.filter(([, fn]) => !asksPassword(fn) && subjectOf(fn) === 'site'),
  ...ALL.filter(([, fn]) => asksPassword(fn) && subjectOf(fn) === 'enrolment'),
  ...ALL.filter(([, fn]) => !asksPassword(fn) && subjectOf(fn) !== 'site'),
];

/** Calls on their way at the same time. */
const AT_ONCE = 4;

/** Begins `work` for each in order, AT_ONCE at a time. */
async function inTurns<T>(all: readonly T[], work: (one: T, at: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < all.length) {
      const at = next;
      next += 1;
      await work(all[at] as T, at);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** Somebody who has a session's tokens, perhaps the password too, and what became of each call. */
export class Thief {
  /** How many calls of each kind were answered below 300, and how many otherwise. */
  readonly answered = new Map<string, { done: number; refused: number }>();
  private readonly site: Site;
  tokens: Stolen; // another session's, where the password was stolen too

  constructor(site: Site, tokens: Stolen) {
    this.site = site;
    this.tokens = tokens;
  }

  /** As long as the session lives; false when it was ended. */
  async refresh(): Promise<boolean> {
    const body = { refresh_token: this.tokens.refresh_token };
    const answer = await call(this.site, '/auth/v1/token?grant_type=refresh_token', { body });
    if (answer.ok) this.tokens = (await answer.json()) as Stolen;
    return answer.ok;
  }

  /** Whether the session is over: its token opens nothing, and makes no other. */
  async isOut(): Promise<boolean> {
    const asked = { token: this.tokens.access_token, body: {} };
    const { status } = await call(this.site, '/rest/v1/rpc/lista_de_turmas', asked);
    return [401, 403].includes(status) && !(await this.refresh());
  }

  /** One call with the stolen token; what it answers, null for nothing or no JSON. Throws when the server fails. */
  async ask(kind: string, path: string, asked: Call = {}): Promise<unknown> {
    const answer = await call(this.site, path, { token: this.tokens.access_token, ...asked });
    const text = await answer.text();
    if (answer.status >= 500) throw new Error(`${kind}: ${answer.status} ${text}`);
    const counts = this.answered.get(kind) ?? { done: 0, refused: 0 };
    counts[answer.ok ? 'done' : 'refused'] += 1;
    this.answered.set(kind, counts);
    try {
      return answer.ok ? (JSON.parse(text) as unknown) : null;
    } catch {
      return null;
    }
  }

  private rpc(name: string, body: object): Promise<unknown> {
    return this.ask(name, `/rest/v1/rpc/${name}`, { body });
  }

  /** Every function of the table, in every way, on every enrolment and account; `upload` makes a document to send. */
  async callEverything({
    accounts,
    nowMs,
    upload,
  }: {
    accounts: readonly string[];
    nowMs: number;
    upload: () => Promise<string>;
  }): Promise<void> {
    const rows = await this.rows();
    const floods = ((await this.rpc('lista_de_enxurradas', {})) ?? []) as About['flood'][];
    const known = floods.length > 0 ? floods : [{ origin: 'nada', hour: '2026-01-01' }];
    const [first] = rows;
    if (!first) return;
    const classes = (((await this.rpc('lista_de_turmas', {})) ?? []) as { id: string }[]).map(({ id }) => id);
    const target = await this.target(first, rows, 0, await upload());
    const about = { target, account: accounts[0] ?? '', flood: known[0] as About['flood'], classes, nowMs };
    for (const [name, fn] of IN_ORDER) {
      const subject = subjectOf(fn);
      if (subject === 'site') await this.callAll(name, fn, about);
      if (subject === 'account')
        for (const account of accounts) await this.callAll(name, fn, { ...about, account });
      if (subject === 'flood') for (const flood of known) await this.callAll(name, fn, { ...about, flood });
      if (subject === 'enrolment')
        await inTurns(rows, async (row, at) =>
          this.callAll(name, fn, { ...about, target: await this.target(row, rows, at, target.upload) }),
        );
    }
  }

  private async callAll(name: string, fn: ApiFunction, about: About): Promise<void> {
    for (const body of callsOf(name, fn, about)) {
      if ('versao' in body) body.versao = about.target.version;
      const state = (await this.rpc(name, body)) as Partial<FollowUpState> | null;
      if (isOfTheDesk(fn) && typeof state?.version === 'number') about.target.version = state.version;
    }
  }

  /** An enrolment as it is now. */
  private async target(row: Row, rows: readonly Row[], turn: number, upload: string): Promise<Target> {
    const state = (await this.rpc('ficha', { inscricao: row.id })) as FollowUpState | null;
    const link = (await this.rpc('fazer_link', { inscricao: row.id })) as { code: string } | null;
    const other = rows[(turn + 1) % rows.length] ?? row;
    return {
      id: row.id,
      protocol: row.protocolo,
      code: link?.code ?? newPersonalCode(),
      version: state?.version ?? 1,
      requests: state?.requests.map(({ id }) => id) ?? [],
      ...{ other: other.id, upload, turn },
    };
  }

  /** Reads the whole list again and again: more rows than a day's work at the desk, on the smallest site too. */
  async copyTheList(): Promise<void> {
    for (let time = 0; time < 100; time += 1) await this.rows();
  }

  private async rows(): Promise<Row[]> {
    const list = '/rest/v1/inscricoes_projeto?select=*&order=created_at&limit=1000';
    return ((await this.ask('whole list', list)) ?? []) as Row[];
  }

  /** Writes past the functions: to every table of every schema by PostgREST's names, to the storage, to the accounts. */
  async writeEverywhere(
    tables: readonly { schema: string; name: string }[],
    accounts: readonly string[],
  ): Promise<void> {
    const [row] = await this.rows();
    for (const { schema, name } of tables) {
      const headers = {
        'Accept-Profile': schema,
        'Content-Profile': schema,
        Prefer: 'resolution=merge-duplicates',
      };
      const path = `/rest/v1/${name}`;
      for (const where of ['', `?id=eq.${row?.id}`, '?id=not.is.null', '?or=(id.is.null,id.not.is.null)'])
        for (const method of ['PATCH', 'DELETE', 'PUT'])
          await this.ask(`${method} of a table`, path + where, {
            method,
            headers,
            ...(method !== 'DELETE' && {
              body: { nome_completo: 'Roubada', desativado_em: null, papel: 'direcao' },
            }),
          });
      await this.ask('upsert of a table', path, { body: [{ ...row, nome_completo: 'Roubada' }], headers });
    }
    await this.attackDocuments();
    await this.attackAccounts(accounts);
  }

  private async attackDocuments(): Promise<void> {
    const rows = await this.rows();
    const names = rows.flatMap(({ cadastro_unico_url: address }) => (address ? [pathOf(address)] : []));
    for (const { id } of rows) {
      const state = (await this.rpc('ficha', { inscricao: id })) as FollowUpState | null;
      names.push(...(state?.laterDocuments ?? []).map(({ address }) => pathOf(address)));
    }
    const bucket = `/storage/v1/object/${DOCUMENT_BUCKET}`;
    for (const prefixes of [names, ['public'], ['public/'], ['']]) {
      await this.ask('DELETE of documents', bucket, { method: 'DELETE', body: { prefixes } });
    }
    for (const name of names) {
      const spoilt = formOf(new TextEncoder().encode('%PDF-1.4\nroubado'));
      await this.ask('document over another', `${bucket}/${name}`, {
        body: spoilt,
        headers: { 'x-upsert': 'true' },
      });
    }
  }

  private async attackAccounts(accounts: readonly string[]): Promise<void> {
    const password = 'a senha de quem roubou';
    for (const body of [
      { password },
      { password, current_password: 'adivinhada' },
      { email: 'ladrao@example.com' },
      { data: { papel: 'direcao' } },
    ])
      await this.ask('PUT of the own account', '/auth/v1/user', { method: 'PUT', body });
    const made = { email: 'ladrao@example.com', password, papel: 'direcao' };
    for (const body of [made, { ...made, current_password: 'adivinhada' }, { ...made, current_password: '' }])
      await this.ask('POST of an account', '/auth/v1/admin/users', { body });
    for (const account of accounts) {
      await this.ask('PUT of an account', `/auth/v1/admin/users/${account}`, {
        method: 'PUT',
        body: { password },
      });
      await this.ask('DELETE of an account', `/auth/v1/admin/users/${account}`, { method: 'DELETE' });
      await this.ask('logout of an account', `/auth/v1/admin/users/${account}/logout`, { body: {} });
    }
    await this.ask('signup', '/auth/v1/signup', { body: made });
    await this.ask('logout of the others', '/auth/v1/logout?scope=others', { body: {} });
  }
}
