import { randomUUID } from 'node:crypto';
import { beforeEach } from 'vitest';
import { laterDay, todayInBrazil } from '../../domain/dates.ts';
import type { Mark } from '../../domain/desk/attendance.ts';
import type { Role } from '../../domain/roles.ts';
import { addClass, auditEntries, enrolled, removeEnrolments, restClient, rpc, uploaded } from './desk.ts';
import { addressOf, codeOf } from './documents.ts';
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

/** One for the tests around, emptied before each, and what is done about its enrolments, by the administrator unless `who` says otherwise. */
export function deskForTests(engine: Engine) {
  const desk = forTests(() => openDesk(engine));
  beforeEach(() => desk.clear());
  return {
    desk,
    state: async (inscricao: string, who = desk.administrator) =>
      (await who.rpc('ficha', { inscricao })).data,
    decide: (
      inscricao: string,
      versao: number,
      situacao: string,
      more: object = {},
      who = desk.administrator,
    ) => who.rpc('decidir_situacao', { inscricao, versao, situacao, ...more }),
    undo: (inscricao: string, versao: number, who = desk.administrator) =>
      who.rpc('voltar_decisao', { inscricao, versao }),
    tick: (
      inscricao: string,
      versao: number,
      criterio: string,
      cumprido: boolean | null,
      who = desk.administrator,
    ) => who.rpc('conferir_criterio', { inscricao, versao, criterio, cumprido }),
    /** Compares two enrolments: whether they are the same person's. */
    compare: (inscricao: string, outra: string, mesma_pessoa: boolean) =>
      desk.administrator.rpc('comparar_pessoas', { inscricao, outra, mesma_pessoa }),
    /** The rows of the list that a filter finds, as the page is given them. */
    rowsOf: async (filtro: object = {}) =>
      (await desk.administrator.rpc('lista_de_inscricoes', { filtro })).data.rows,
  };
}

/** A server for the tests around, its desk, of this role, and its families: what each is answered. */
export function familyAndDeskForTests(engine: Engine, role: Role = 'direcao') {
  const server = serverForTests(engine);
  const admin = forTests(() => signedIn(server, { administrator: true, role }));
  const asked = (name: string, body: object, { token } = admin) => rpc(server, token, name, body);
  const desk = async (name: string, body: object, who = admin) => (await asked(name, body, who)).body;
  const family = (name: string, body: object) => rpc(server, server.keys.anonKey, name, body);
  const state = (inscricao: string, who = admin) => desk('ficha', { inscricao }, who);
  type Seen = { versao?: number; [argument: string]: unknown };
  /** A call about an enrolment as it was seen last, unless `more` has another version. */
  const seeing = async (name: string, inscricao: string, more: Seen, who = admin) => {
    const versao = more.versao ?? (await state(inscricao, who)).version;
    return asked(name, { inscricao, ...more, versao }, who);
  };
  const respond = async (inscricao: string, confirmado: boolean, more: Seen = {}, who = admin) => {
    const { version: versao, requests } = await state(inscricao);
    const answered = { versao, pedido: requests[0]?.id, confirmado, ...more };
    return seeing('atender_pedido', inscricao, answered, who);
  };
  return {
    server,
    admin,
    /** The answer with its status, as `family`; `desk` gives its body alone. */
    asked,
    desk,
    state,
    /** The answer with its status: a refusal has its code and message in `body`. */
    family,
    /** What is stored of an enrolment: its answers, and what is kept beside them. */
    rowOf: (id: string) => server.row('select * from public.inscricoes_projeto where id = $1', id),
    followedOf: (id: string) =>
      server.row('select * from private.acompanhamentos where inscricao_id = $1', id),
    seenBy: async (codigo: string) => (await family('situacao_da_inscricao', { codigo })).body,
    enrol: async (answers: object = {}) => {
      const one = await enrolled(server, answers);
      return { ...one, codigo: codeOf(one.key) };
    },
    decide: async (inscricao: string, situacao: string, more: Seen = {}) =>
      (await seeing('decidir_situacao', inscricao, { situacao, motivo: 'O NIS não aparece.', ...more })).body,
    tick: async (inscricao: string, criterio: string, cumprido: boolean) =>
      (await seeing('conferir_criterio', inscricao, { criterio, cumprido })).body,
    /** Corrects answers; the answer with its status. */
    correct: (inscricao: string, mudancas: object, more: Seen = {}, who = admin) =>
      seeing('corrigir_respostas', inscricao, { mudancas, motivo: 'digitado-errado', ...more }, who),
    /** Takes back what was decided or corrected last; the answer with its status. */
    undo: (inscricao: string, more: Seen = {}, who = admin) => seeing('voltar_decisao', inscricao, more, who),
    /** Asks for something by the personal link. */
    request: async (codigo: string, tipo: string, telefone?: string) =>
      (await family('pedir_pela_familia', { codigo, tipo, telefone })).body,
    /** Opens 'Meus dados' by the personal link and the CPF. */
    open: async (codigo: string, cpf = ROW.cpf) => (await family('meus_dados', { codigo, cpf })).body,
    /** Asks there for something about the data. */
    requestOfData: async (codigo: string, tipo: string, mudancas?: object) =>
      (await family('pedir_dos_dados', { codigo, cpf: ROW.cpf, tipo, mudancas })).body,
    /** Notes what a family asked for at the desk; with other answers, as 1.2 noted them. The state afterwards. */
    noteRequest: async (inscricao: string, pedido: string, mudancas?: object, who = admin) => {
      if (!mudancas) return (await asked('nova_nota', { inscricao, texto: 'Pediu.', pedido }, who)).body;
      const values = [inscricao, pedido, mudancas, who.userId];
      await server.rows('select private.pedir($1, null, $2, null, $3, $4)', ...values);
      return state(inscricao, who);
    },
    /** Answers the family's oldest open request; with the status, and without. */
    respond,
    answer: async (...answered: Parameters<typeof respond>) => (await respond(...answered)).body,
    /** Sends another document by the personal link; the answer with its status. */
    send: (codigo: string, endereco: string | null) => family('enviar_outro_documento', { codigo, endereco }),
    /** Uploads a document as a family; its key and address. */
    upload: async () => {
      const key = await uploaded(server);
      return { key, endereco: addressOf(key) };
    },
    /** When an enrolment is erased, and by which rule. */
    time: async (inscricao: string) => (await desk('dias_de_guarda', { inscricoes: [inscricao] }))[0],
    /** The rows of the list, of one enrolment. */
    listed: async (inscricao: string, filtro: object = {}) =>
      (await desk('lista_de_inscricoes', { filtro })).rows.filter(
        ({ id }: { id: string }) => id === inscricao,
      ),
    /** The lines of the audit log about one enrolment, oldest first. */
    noted: async (id: string) => (await auditEntries(server)).filter(({ inscricao }) => inscricao === id),
  };
}

export const TODAY = todayInBrazil();
/** The ISO day so many days ago. */
export const day = (ago: number) => laterDay(TODAY, -ago);
export const said = (message: string) => ({ status: 400, body: { code: '23514', message } });

/** A desk for the tests around with a class of its own in each, its professor, and lists of it. */
export function classForTests(engine: Engine) {
  const around = familyAndDeskForTests(engine);
  const { server, admin, asked, enrol, decide } = around;
  const professor = forTests(() => signedIn(server, { administrator: true, role: 'professor' }));
  const secretaria = forTests(() => signedIn(server, { administrator: true, role: 'secretaria' }));
  const now = { turma: '' };
  beforeEach(async () => {
    await removeEnrolments(server);
    now.turma = await addClass(server, randomUUID(), { professor: professor.userId });
  });
  /** Sends marks and 'Pronto', unless `more` says otherwise. */
  const take = (marcas: unknown, more: object = {}, who = professor) =>
    asked('fazer_chamada', { turma: now.turma, dia: TODAY, marcas, pronta: true, ...more }, who);
  return {
    ...around,
    professor,
    secretaria,
    now,
    take,
    /** Somebody who has been in the class for a month. */
    pupil: async (answers: object = {}, more: object = {}) => {
      const one = await enrol(answers);
      await decide(one.id, 'aprovada', { turma: now.turma, primeiro_dia: day(30), ...more });
      return one;
    },
    read: async (dia = TODAY, who = professor, turma = now.turma) =>
      (await asked('chamada_da_turma', { turma, dia }, who)).body,
    /** The ids on a list, in order. */
    idsOf: (list: { pupils: { id: string }[] }) => list.pupils.map(({ id }) => id).sort(),
    marksOf: (list: { pupils: { id: string; mark: Mark | null }[] }) =>
      Object.fromEntries(list.pupils.map(({ id, mark }) => [id, mark])),
    /** Somebody was not there so many days ago. */
    missing: (id: string, ...days: number[]) =>
      Promise.all(days.map((ago) => take({ [id]: 'falta' }, { dia: day(ago) }, admin))),
    lists: () => server.rows('select * from private.presencas order by turma_id, dia, inscricao_id'),
  };
}
