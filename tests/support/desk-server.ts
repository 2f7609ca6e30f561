import { beforeEach } from 'vitest';
import { enrolled, removeEnrolments, restClient, rpc } from './desk.ts';
import { codeOf } from './documents.ts';
import { ROW } from './people.ts';
import { type Engine, forTests, openTestServer, serverForTests } from './server.ts';
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
    const { data, error } = await client(first.token).rpc('buscar_inscricoes', { filtro });
    if (error) throw new Error(`${error.code} ${error.message} ${server.lines.slice(-3).join(' ')}`);
    const ids = (data as { linhas: { id: string }[] }).linhas.map(({ id }) => id);
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

/** One for the tests around, emptied before each, and what is done about its enrolments, by the administrator unless `who` says otherwise. */
export function deskForTests(engine: Engine) {
  const desk = forTests(() => openDesk(engine));
  beforeEach(() => desk.clear());
  return {
    desk,
    state: async (inscricao: string, who = desk.administrator) =>
      (await who.rpc('acompanhamento', { inscricao })).data,
    decide: (
      inscricao: string,
      versao: number,
      situacao: string,
      more: object = {},
      who = desk.administrator,
    ) => who.rpc('mudar_situacao', { inscricao, versao, situacao, ...more }),
    undo: (inscricao: string, versao: number, who = desk.administrator) =>
      who.rpc('desfazer_decisao', { inscricao, versao }),
    tick: (
      inscricao: string,
      versao: number,
      criterio: string,
      cumprido: boolean | null,
      who = desk.administrator,
    ) => who.rpc('marcar_criterio', { inscricao, versao, criterio, cumprido }),
    /** Compares two enrolments: whether they are the same person's. */
    compare: (inscricao: string, outra: string, mesma_pessoa: boolean) =>
      desk.administrator.rpc('comparar_inscricoes', { inscricao, outra, mesma_pessoa }),
    /** The rows of the list that a filter finds, as the page is given them. */
    rowsOf: async (filtro: object = {}) =>
      (await desk.administrator.rpc('buscar_inscricoes', { filtro })).data.linhas,
  };
}

/** A server for the tests around, its desk and its families: what each is answered. */
export function familyAndDeskForTests(engine: Engine) {
  const server = serverForTests(engine);
  const admin = forTests(() => signedIn(server, { administrator: true }));
  const desk = async (name: string, body: object) => (await rpc(server, admin.token, name, body)).body;
  const family = (name: string, body: object) => rpc(server, server.keys.anonKey, name, body);
  const state = (inscricao: string) => desk('acompanhamento', { inscricao });
  return {
    server,
    admin,
    desk,
    state,
    /** The answer with its status: a refusal has its code and message in `body`. */
    family,
    seenBy: async (codigo: string) => (await family('situacao_da_inscricao', { codigo })).body,
    enrol: async (answers: object = {}) => {
      const one = await enrolled(server, answers);
      return { ...one, codigo: codeOf(one.key) };
    },
    /** A decision of who has seen the last one. */
    decide: async (inscricao: string, situacao: string, more: object = {}) => {
      const { versao } = await state(inscricao);
      return desk('mudar_situacao', { inscricao, versao, situacao, motivo: 'O NIS não aparece.', ...more });
    },
    /** Answers the family's oldest open request. */
    answer: async (inscricao: string, confirmado: boolean, more: object = {}) => {
      const { versao, pedidos } = await state(inscricao);
      return desk('responder_pedido', { inscricao, versao, pedido: pedidos[0]?.id, confirmado, ...more });
    },
    /** When an enrolment is erased, and by which rule. */
    time: async (inscricao: string) => (await desk('prazos_de_guarda', { inscricoes: [inscricao] }))[0],
    /** The rows of the list, of one enrolment. */
    listed: async (inscricao: string, filtro: object = {}) =>
      (await desk('buscar_inscricoes', { filtro })).linhas.filter(
        ({ id }: { id: string }) => id === inscricao,
      ),
  };
}
