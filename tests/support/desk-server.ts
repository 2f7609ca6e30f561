import { removeEnrolments, restClient } from './desk.ts';
import { ROW } from './people.ts';
import { type Engine, openTestServer } from './server.ts';
import { signedIn } from './sign-in.ts';

/** A server with two administrators, a stranger and a visitor, each with the official client, and people who enrol. */
export async function openDesk(engine: Engine) {
  const server = await openTestServer(engine);
  const client = (token: string) => restClient(server, token);
  const [first, second, other] = await Promise.all([
    signedIn(server, { administrator: true }),
    signedIn(server, { administrator: true }),
    signedIn(server, { administrator: false }),
  ]);
  const visitor = restClient(server);

  /** Enrols as anybody does and gives the id. Each is somebody else unless `changes` say otherwise. */
  let count = 0;
  const enrol = async (changes: Partial<Record<keyof typeof ROW, unknown>> = {}): Promise<string> => {
    count += 1;
    const row = {
      ...ROW,
      nome_completo: `Pessoa ${count} de Teste`,
      cpf: `${String(count).padStart(9, '0')}-00`,
      telefone_whatsapp: `6290${String(count).padStart(7, '0')}`,
      ...changes,
    };
    const { error } = await visitor.from('inscricoes_projeto').insert(row);
    if (error) throw new Error(`${error.message} ${server.lines.slice(-3).join(' ')}`);
    return (
      (await server.value<string>(
        'select id from public.inscricoes_projeto order by created_at desc limit 1',
      )) ?? ''
    );
  };

  /** The names that a filter finds, in order. Throws on a refusal. */
  const find = async (filtro: Record<string, unknown>): Promise<string[]> => {
    const { data, error } = await client(first.token).rpc('lista_de_inscricoes', { filtro });
    if (error) throw new Error(`${error.code} ${error.message} ${server.lines.slice(-3).join(' ')}`);
    const ids = (data as { rows: { id: string }[] }).rows.map(({ id }) => id);
    const rows = await server.rows<{ nome_completo: string }>(
      `select nome_completo from unnest($1::uuid[]) with ordinality as t (id, n) join public.inscricoes_projeto using (id) order by n`,
      ids,
    );
    return rows.map(({ nome_completo }) => nome_completo);
  };

  return {
    server,
    enrol,
    find,
    visitor,
    administrator: client(first.token),
    colleague: client(second.token),
    stranger: client(other.token),
    emails: { administrator: first.email, colleague: second.email },
    close: () => server.close(),
    clear: () => removeEnrolments(server),
  };
}

export type Desk = Awaited<ReturnType<typeof openDesk>>;
