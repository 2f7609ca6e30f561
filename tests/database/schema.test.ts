import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentPathOf, safeFileName } from '../../domain/document/document.ts';
import { FIELDS, type Field } from '../../domain/enrolment/fields.ts';
import { protocolOf } from '../../domain/enrolment/protocol.ts';
import { engines, openTestDatabase } from '../support/server.ts';

// The list in domain/ and the SQL in supabase/ are written by hand, twice, on
// purpose: the database must not change silently when the list does. These tests
// fail when the two disagree.

const fields: readonly Field[] = FIELDS;
/** Code points that a column takes for each letter of the form: marks may stand apart from their letter. */
const CODE_POINTS_A_LETTER = 4;

describe.each(engines)('$name', (engine) => {
  let database: Awaited<ReturnType<typeof openTestDatabase>>;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
  });
  afterAll(() => database.close());

  const ask = async <Row extends Record<string, unknown>>(sql: string, ...values: unknown[]) =>
    (await database.query<Row>(sql, values)).rows;

  test('the table has exactly the columns of the field list, and its own three', async () => {
    const inSql = await ask<{ column: string; type: string; nullable: string }>(`
      select column_name as column, data_type as type, is_nullable as nullable from information_schema.columns
      where table_schema = 'public' and table_name = 'inscricoes_projeto'
        and column_name not in ('id', 'created_at', 'protocolo')`);
    const inList = fields.map((field) => ({
      column: field.column,
      type: field.type,
      nullable: field.required && field.control !== 'file' ? 'NO' : 'YES', // SPEC §3: the file's address may be null
    }));
    expect(byColumn(inSql)).toEqual(byColumn(inList));
  });

  test('an applicant may write exactly the answers', async () => {
    const granted = await ask<{ column: string; role: string }>(`
      select column_name as column, grantee as role from information_schema.column_privileges
      where table_schema = 'public' and table_name = 'inscricoes_projeto' and privilege_type = 'INSERT'
        and grantee in ('anon', 'authenticated')`);
    for (const role of ['anon', 'authenticated']) {
      const columns = granted.filter((grant) => grant.role === role).map(({ column }) => column);
      expect(columns.sort()).toEqual(fields.map(({ column }) => column).sort());
    }
  });

  test.each(fields.filter((field) => field.options))(
    '$column accepts its options and nothing else',
    async (field) => {
      const accepted = [...(await checkOf(field.column)).matchAll(/'([^']+)'::text/g)].map(
        ([, value]) => value,
      );
      expect(accepted).toEqual(Object.keys(field.options ?? {}));
    },
  );

  test.each(fields.filter((field) => field.max))('$column takes as much text as the form', async (field) => {
    expect(await checkOf(field.column)).toContain(
      `char_length(${field.column}) <= ${(field.max ?? 0) * CODE_POINTS_A_LETTER})`,
    );
  });

  test.each(fields.filter((field) => field.required && field.max && field.control !== 'email'))(
    '$column refuses a blank answer',
    async (field) => {
      expect(await checkOf(field.column)).toContain(`btrim(${field.column}) <> ''`);
    },
  );

  test.each(fields.filter((field) => field.range))(
    '$column keeps to the range and the step of the form',
    async (field) => {
      const { step, min, max } = field.range as NonNullable<Field['range']>;
      const numbers = [...(await checkOf(field.column)).matchAll(/(\d+(?:\.\d+)?)/g)].map(([, number]) =>
        Number(number),
      );
      expect(numbers).toEqual([min, max]);
      const [column] = await ask<{ scale: number }>(
        `select numeric_scale as scale from information_schema.columns where table_name = 'inscricoes_projeto' and column_name = $1`,
        field.column,
      );
      expect(10 ** -(column?.scale ?? 0)).toBeCloseTo(step, 6);
    },
  );

  test('the protocol is the same number in SQL and in TypeScript', async () => {
    const uuids = fc.sample(fc.uuid(), 300);
    const rows = await ask<{ protocol: string }>(
      'select private.protocolo(u::uuid) as protocol from unnest($1::text[]) with ordinality as t(u, n) order by n',
      uuids,
    );
    expect(rows.map(({ protocol }) => protocol)).toEqual(uuids.map(protocolOf));
  });

  test('every name the form makes is one that the bucket takes, and its address leads back to it', async () => {
    const names = fc
      .sample(fc.string({ unit: 'grapheme', maxLength: 200 }), 200)
      .map((name) => safeFileName(name, 'pdf'));
    const paths = names.map((name) => `public/8f1d6a4e-53a1-4c68-9f0e-0123456789ab_${name}`);
    const addresses = paths.map((path) =>
      encodeURI(`http://casa.test/storage/v1/object/public/cadastro_unico_uploads/${path}`),
    );
    const rows = await ask<{ envio: string; nome: string }>(
      `select private.envio_do_documento(p) as envio, private.documento_do_endereco(a) as nome
       from unnest($1::text[], $2::text[]) with ordinality as t(p, a, n) order by n`,
      paths,
      addresses,
    );
    expect(rows.map(({ envio }) => envio)).toEqual(paths.map(() => '8f1d6a4e-53a1-4c68-9f0e-0123456789ab'));
    expect(rows.map(({ nome }) => nome)).toEqual(addresses.map(documentPathOf));
  });

  test('the bucket is private and has the limits of domain/document/document.ts', async () => {
    const [bucket] = await ask(
      `select public, file_size_limit::integer as size, allowed_mime_types as types from storage.buckets where id = 'cadastro_unico_uploads'`,
    );
    expect(bucket).toEqual({
      public: false,
      size: 5_242_880,
      types: ['application/pdf', 'image/jpeg', 'image/png'],
    });
  });

  /** The definition of the check written beside a column, or '' when there is none. */
  async function checkOf(column: string): Promise<string> {
    const name = `inscricoes_projeto_${column}_check`;
    const [check] = await ask<{ definition: string }>(
      'select pg_get_constraintdef(oid) as definition from pg_constraint where conname = $1',
      name,
    );
    return check?.definition ?? '';
  }
});

function byColumn<T extends { column: string }>(rows: T[]): T[] {
  return rows.toSorted((one, other) => (one.column < other.column ? -1 : 1));
}
