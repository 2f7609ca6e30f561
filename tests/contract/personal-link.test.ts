import { createHash, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { uploadIdOf } from '../../domain/personal-code.ts';
import { enrolled, rpc, uploaded } from '../support/desk.ts';
import { codeOf, enrol } from '../support/documents.ts';
import { ROW } from '../support/people.ts';
import { engines, openTestServer, type TestServer } from '../support/server.ts';

/** A family's link is a secret: what is known of an enrolment opens nothing, and links by version 1.1's rule end. */
describe.each(engines)('$name', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer(engine);
  });
  afterAll(() => server.close());
  beforeEach(() => ask('delete from private.tentativas where true'));

  const ask = async <Row extends object>(sql: string, ...values: unknown[]) =>
    (await server.database.query<Row>(sql, values)).rows;
  const call = async (name: string, body: object) =>
    (await rpc(server, server.keys.anonKey, name, body)).body;
  const opens = async (codigo: string) => (await call('situacao_da_inscricao', { codigo })) !== null;

  test('the uuid of a personal code is the same in SQL and in TypeScript, of version 8, and no other text has one', async () => {
    const codes = fc.sample(fc.stringMatching(/^[0-9a-f]{32}$/), 200);
    const rows = await ask<{ envio: string; of_capitals: string }>(
      `select private.envio_do_codigo(c)::text as envio, private.envio_do_codigo(upper(c))::text as of_capitals
       from unnest($1::text[]) with ordinality as t(c, n) order by n`,
      codes,
    );
    expect(rows.map(({ envio }) => envio)).toEqual(codes.map(uploadIdOf));
    expect(rows.map(({ of_capitals }) => of_capitals)).toEqual(codes.map(uploadIdOf));
    for (const { envio } of rows)
      expect(envio).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    for (const odd of ['', 'x'.repeat(32), 'a'.repeat(31), 'a'.repeat(33), ` ${'a'.repeat(32)}`])
      expect(await ask('select private.envio_do_codigo($1) as envio', odd)).toEqual([{ envio: null }]);
  });

  test('uuid, row, protocol and the code of 1.1 open nothing of an enrolment whose uuid is of version 8', async () => {
    const one = await enrolled(server);
    expect(await opens(codeOf(one.key))).toBe(true);
    const envio = uploadOf(one.key);
    const known = [
      oldCodeOf(envio),
      ...[envio, one.id].flatMap((uuid) => [
        uuid,
        uuid.replaceAll('-', ''),
        uploadIdOf(uuid.replaceAll('-', '')),
      ]),
      createHash('sha256').update(envio).digest('hex').slice(0, 32),
      one.protocolo,
      one.key,
      codeOf(one.key).slice(0, 20),
    ];
    for (const codigo of known) {
      expect([codigo, await opens(codigo)]).toEqual([codigo, false]);
      expect(await call('pedir_pela_familia', { codigo, tipo: 'desistir' })).toBeNull();
      expect(await call('enviar_outro_documento', { codigo, endereco: 'x' })).toBeNull();
    }
  });

  /** An enrolment by version 1.1's page: its code follows from the uuid of its upload. */
  const enrolledBefore = async (uuid: string = randomUUID()) => {
    const key = await uploaded(server, undefined, `public/${uuid}_comprovante.pdf`);
    await enrol(server.database, ROW, key);
    return { uuid, codigo: oldCodeOf(uuid) };
  };
  const arrived = (uuid: string, when: string) =>
    ask(
      `update public.inscricoes_projeto set created_at = l.desde + $2::interval from private.links_de_antes l
       where cadastro_unico_url like '%' || $1 || '%'`,
      uuid,
      when,
    );
  const changed = (ago: string) =>
    ask('update private.links_de_antes set desde = now() - $1::interval where unico', ago);

  test('a link of 1.1 goes on for who arrived before or within three days after, and ends after ninety days', async () => {
    const { uuid, codigo } = await enrolledBefore();
    const other = await enrolled(server);
    const cases: [arrived: string, ago: string, opens: boolean][] = [
      ['-200 days', '0 days', true],
      ['-1 hour', '89 days 23 hours', true],
      ['2 days 23 hours', '10 days', true],
      ['3 days 1 hour', '10 days', false],
      ['-1 hour', '90 days 1 hour', false],
      ['2 days', '91 days', false],
    ];
    for (const [when, ago, expected] of cases) {
      await changed(ago);
      await arrived(uuid, when);
      expect([when, ago, await opens(codigo)]).toEqual([when, ago, expected]);
      expect(await opens(codeOf(other.key))).toBe(true); // of version 8, whenever
    }
    await changed('0 days');
    await arrived(uuid, '-1 day');
    expect(await opens(codigo.toUpperCase())).toBe(true);
    expect(await call('pedir_pela_familia', { codigo, tipo: 'desistir' })).toMatchObject({ recebido: true });
  });

  test('the rule of 1.1 answers for uuids of version 4 alone', async () => {
    await changed('0 days');
    for (const version of ['1', '7', '8', '0']) {
      const { codigo } = await enrolledBefore(randomUUID().replace(/^(.{14})./, `$1${version}`));
      expect([version, await opens(codigo)]).toEqual([version, false]);
    }
  });

  test('a link ends when the enrolment goes', async () => {
    const one = await enrolled(server);
    await ask('delete from public.inscricoes_projeto where id = $1', one.id);
    expect(await opens(codeOf(one.key))).toBe(false);
  });
});

/** The uuid that begins the name of a key. */
const uploadOf = (key: string) => key.slice('public/'.length, 'public/'.length + 36);

/** The code that version 1.1 made of the uuid of an upload: `private.codigo_pessoal`. */
function oldCodeOf(uuid: string): string {
  const bytes = Buffer.from(uuid.replaceAll('-', ''), 'hex');
  return createHash('sha256')
    .update('construindo-campeoes situacao ')
    .update(bytes)
    .digest('hex')
    .slice(0, 20);
}
