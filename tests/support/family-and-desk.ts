import { enrolled, rpc } from './desk.ts';
import { codeOf } from './documents.ts';
import { type Engine, forTests, serverForTests } from './server.ts';
import { signedIn } from './sign-in.ts';

/** A server for the tests around, its desk and its families: what each is answered. */
export function familyAndDeskForTests(engine: Engine) {
  const server = serverForTests(engine);
  const admin = forTests(() => signedIn(server, { administrator: true }));
  const desk = async (name: string, body: object) => (await rpc(server, admin.token, name, body)).body;
  const family = (name: string, body: object) => rpc(server, server.keys.anonKey, name, body);
  const state = (inscricao: string) => desk('ficha', { inscricao });
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
      const { version: versao } = await state(inscricao);
      return desk('decidir_situacao', { inscricao, versao, situacao, motivo: 'O NIS não aparece.', ...more });
    },
    /** Answers the family's oldest open request. */
    answer: async (inscricao: string, confirmado: boolean, more: object = {}) => {
      const { version: versao, requests } = await state(inscricao);
      return desk('atender_pedido', { inscricao, versao, pedido: requests[0]?.id, confirmado, ...more });
    },
    /** When an enrolment is erased, and by which rule. */
    time: async (inscricao: string) => (await desk('dias_de_guarda', { inscricoes: [inscricao] }))[0],
    /** The rows of the list, of one enrolment. */
    listed: async (inscricao: string, filtro: object = {}) =>
      (await desk('lista_de_inscricoes', { filtro })).rows.filter(
        ({ id }: { id: string }) => id === inscricao,
      ),
  };
}
