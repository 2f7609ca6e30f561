import { beforeAll, describe, expect, test } from 'vitest';
import { FIELDS, type Field, type FieldName } from '../../domain/enrolment/fields.ts';
import { addClass, enrolled, removeEnrolments, rpc } from '../support/desk.ts';
import { engines, forTests, serverForTests } from '../support/server.ts';
import { signedIn } from '../support/sign-in.ts';
import { COLUMN, listedRow, READERS, type ReaderContext, storedOf, VALUES } from './readers.ts';

/** Every answer, corrected once, is seen by everybody who reads it; `readers.ts` says who does. Decision 144. */

const fields = (FIELDS as readonly (Field & { name: FieldName })[]).filter(
  ({ control }) => control !== 'file' && control !== 'age',
);

describe.each(engines)('$name', (engine) => {
  let group: string;
  const server = serverForTests(engine);
  const admin = forTests(() => signedIn(server, { administrator: true }));
  beforeAll(async () => {
    group = await addClass(server, 'Turma de Leitores');
  });

  const before = Object.fromEntries(
    Object.entries(VALUES).map(([name, [old]]) => [COLUMN[name as FieldName], old]),
  );

  test.each(fields)('$name', async (field) => {
    await removeEnrolments(server);
    const { id, protocolo } = await enrolled(server, {
      ...before,
      condicao_medica: 'sim',
      condicao_medica_detalhes: 'Antiga condicao',
    });
    const { version: versao } = (await rpc(server, admin.token, 'ficha', { inscricao: id })).body;
    await rpc(server, admin.token, 'decidir_situacao', {
      inscricao: id,
      versao,
      situacao: 'aprovada',
      turma: group,
    });
    const about = { server, token: admin.token, id, protocol: protocolo, group };
    const listed = storedOf(await listedRow(about)) as never;
    const readers = Object.entries(READERS).filter(([, reader]) => reader.fields.includes(field.name));
    const seen = async () => {
      const asked: ReaderContext = { ...about, listed, row: await listedRow(about) };
      const shown: Record<string, unknown> = {};
      for (const [name, reader] of readers) shown[name] = await reader.shows(asked, field);
      return shown;
    };
    const expected = (value: string | number | null) =>
      Object.fromEntries(
        readers.map(([name, { as = (_field: unknown, stored: unknown) => stored }]) => [
          name,
          as(field, value),
        ]),
      );

    const [old, right] = VALUES[field.name] ?? [null, null];
    const was =
      field.name === 'condicaoMedica'
        ? 'sim'
        : field.name === 'condicaoMedicaDetalhes'
          ? 'Antiga condicao'
          : old;
    const value = field.name === 'condicaoMedica' ? 'nao' : right;
    expect(await seen()).toEqual(expected(was));
    const mudancas = { [field.column]: value };
    const { body } = await rpc(server, admin.token, 'corrigir_respostas', {
      inscricao: id,
      versao: 2,
      mudancas,
      motivo: 'digitado-errado',
    });
    expect(body).toMatchObject({ applied: true, situation: 'aprovada', classId: group });
    expect(await seen()).toEqual(expected(value));
    expect(body.corrections.find((one: { field: string }) => one.field === field.column)).toMatchObject({
      before: String(was),
    });
    await rpc(server, admin.token, 'voltar_decisao', { inscricao: id, versao: 3 });
    expect(await seen()).toEqual(expected(was));
  });
});
