import { type Desk, deskForTests } from '../support/desk-server.ts';
import type { Engine } from '../support/server.ts';

/** An enrolment's state, as far as corrections go. */
export type CorrectedState = Record<string, unknown> & {
  versao: number;
  correcoes: Record<string, unknown>[];
};

/** A desk for the tests of this file, emptied before each, with helpers that correct answers. */
export function correctionsForTests(engine: Engine) {
  const made = deskForTests(engine);
  const { desk } = made;
  const rowOf = async (id: string, table = 'public.inscricoes_projeto', key = 'id') => {
    const sql = `select * from ${table} where ${key} = $1`;
    return await desk.server.row<Record<string, unknown>>(sql, id);
  };

  return {
    ...made,
    rowOf,
    followedOf: (id: string) => rowOf(id, 'private.acompanhamentos', 'inscricao_id'),
    correct: (
      inscricao: string,
      versao: number,
      mudancas: object,
      who: Desk['administrator'] = desk.administrator,
      motivo = 'digitado-errado',
    ) => who.rpc('corrigir_inscricao', { inscricao, versao, mudancas, motivo }),
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
