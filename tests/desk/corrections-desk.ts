import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type Desk, openDesk } from '../support/desk-server.ts';
import type { Engine } from '../support/server.ts';

type Client = Desk['administrator'];

/** An enrolment's state, as far as corrections go. */
export type CorrectedState = Record<string, unknown> & {
  version: number;
  corrections: Record<string, unknown>[];
};

/** Opens a desk for the tests of this file, emptied before each, with helpers that correct answers. */
export function correctionsForTests(engine: Engine) {
  const desk = {} as Desk;
  beforeAll(async () => {
    Object.assign(desk, await openDesk(engine));
  });
  afterAll(() => desk.server.close());
  beforeEach(() => desk.clear());
  const rowOf = async (id: string, table = 'public.inscricoes_projeto', key = 'id') => {
    const sql = `select * from ${table} where ${key} = $1`;
    return await desk.server.row<Record<string, unknown>>(sql, id);
  };

  return {
    desk,
    rowOf,
    followedOf: (id: string) => rowOf(id, 'private.acompanhamentos', 'inscricao_id'),
    correct: (
      inscricao: string,
      versao: number,
      mudancas: object,
      who: Client = desk.administrator,
      motivo = 'digitado-errado',
    ) => who.rpc('corrigir_respostas', { inscricao, versao, mudancas, motivo }),
    undo: (inscricao: string, versao: number, who: Client = desk.administrator) =>
      who.rpc('voltar_decisao', { inscricao, versao }),
    state: async (inscricao: string, who: Client = desk.administrator) =>
      (await who.rpc('ficha', { inscricao })).data as CorrectedState,
    decide: (inscricao: string, versao: number, situacao: string, more: object = {}) =>
      desk.administrator.rpc('decidir_situacao', { inscricao, versao, situacao, ...more }),
    /** Sets columns of the follow-up, as the owner. */
    put: (id: string, changes: Record<string, unknown>) => {
      const columns = Object.keys(changes).map((name, at) => `${name} = $${at + 2}`);
      return desk.server.database.query(
        `update private.acompanhamentos set ${columns} where inscricao_id = $1`,
        [id, ...Object.values(changes)],
      );
    },
  };
}
