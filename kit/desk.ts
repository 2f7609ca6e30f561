import { DOCUMENT_BUCKET } from '../domain/document/document.ts';
import { type Account, ADMIN, ask, type Call, type Site } from './site.ts';

/** A row of the enrolments, with the columns that were asked for. */
export type EnrolmentRow = Record<string, unknown> & {
  id: string;
  nome_completo: string;
  cadastro_unico_url: string | null;
};

/** Somebody who has signed in, past the browser. */
export type Desk = Awaited<ReturnType<typeof signIn>>;

/** Signs in, by default as the first administrator; throws when that is refused. */
export async function signIn(site: Site, account: Account = ADMIN) {
  const { email, password } = account;
  const session = await ask<{ access_token: string }>(site, '/auth/v1/token?grant_type=password', {
    body: { email, password },
  });
  const token = session.access_token;
  const headers = { apikey: site.key, Authorization: `Bearer ${token}` };
  const asked = <Answer = unknown>(path: string, it: Call = {}) => ask<Answer>(site, path, { token, ...it });
  /** The rows that a query string finds, as PostgREST reads it. */
  const list = <Row = EnrolmentRow>(query: string) => asked<Row[]>(`/rest/v1/inscricoes_projeto?${query}`);
  return {
    session,
    token,
    headers,
    ask: asked,
    list,
    rpc: <Answer = unknown>(name: string, body: object = {}) =>
      asked<Answer>(`/rest/v1/rpc/${name}`, { body }),
    rowsOf: (name: string) => list(`select=*&nome_completo=eq.${encodeURIComponent(name)}`),
    /** The whole list, newest first, page by page. */
    rows: async (): Promise<EnrolmentRow[]> => {
      const rows: EnrolmentRow[] = [];
      for (;;) {
        const page = await list(`select=*&order=created_at.desc,id.desc&limit=500&offset=${rows.length}`);
        if (page.length === 0) return rows;
        rows.push(...page);
      }
    },
    /** The bytes at a path of the bucket, by a signed address. */
    document: async (path: string): Promise<Buffer> => {
      const { signedURL } = await asked<{ signedURL: string }>(
        `/storage/v1/object/sign/${DOCUMENT_BUCKET}/${path}`,
        { body: { expiresIn: 60 } },
      );
      return Buffer.from(
        await (await (site.fetch ?? fetch)(`${site.url}/storage/v1${signedURL}`)).arrayBuffer(),
      );
    },
  };
}
