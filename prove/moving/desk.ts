import { check } from '../kill.ts';
import { ADMIN } from '../server.ts';

type Home = { url: string; key: string };

/** Signs somebody in; throws with the answer unless they may. */
export async function signIn({ url, key }: Home, account: { email: string; password: string } = ADMIN) {
  const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: account.email, password: account.password }),
  });
  const { access_token: token } = (await answer.json()) as { access_token?: string };
  if (!token) throw new Error(`sign-in: ${answer.status}`);
  const headers = { apikey: key, Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const got = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) });
    const text = await got.text();
    if (!got.ok) throw new Error(`${method} ${path}: ${got.status} ${text}`);
    return (text ? JSON.parse(text) : null) as T;
  };
  return {
    call,
    /** A document's bytes by bucket and name, as they stand in an address. */
    download: async (path: string): Promise<Buffer> => {
      const got = await fetch(`${url}/storage/v1/object/authenticated/${path}`, { headers });
      if (!got.ok) throw new Error(`${path}: ${got.status} ${await got.text()}`);
      return Buffer.from(await got.arrayBuffer());
    },
    desk: <T = unknown>(name: string, body: object) => call<T>('POST', `/rest/v1/rpc/${name}`, body),
  };
}

export type Person = Awaited<ReturnType<typeof signIn>>;

/** The number of an enrolment by its person's name. */
export async function idOf(person: Person, name: string): Promise<string> {
  const rows = await person.call<{ id: string }[]>(
    'GET',
    `/rest/v1/inscricoes_projeto?select=id&nome_completo=eq.${encodeURIComponent(name)}`,
  );
  check(rows.length === 1, `${name} is there once (${rows.length})`);
  return rows[0]?.id ?? '';
}

/** Takes a decision, as the desk's page does; throws unless it is taken. */
export async function decide(person: Person, name: string, situacao: string, versao = 1): Promise<void> {
  await person.desk('mudar_situacao', { inscricao: await idOf(person, name), versao, situacao });
}
