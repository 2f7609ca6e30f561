import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { failures } from '../../content/messages.ts';
import { isBlank } from '../../domain/enrolment/answers.ts';
import { ROW_MAX_BYTES, rowBytes } from '../../domain/enrolment/row-size.ts';
import { enrol, newKey } from '../support/documents.ts';
import { ROW } from '../support/people.ts';
import { databaseForTests, engines } from '../support/server.ts';

/**
 * What the database lets strangers store: one small enrolment at a time, and a limited number of enrolments
 * and unused documents from an address.
 */
describe.each(engines)('$name', (engine) => {
  const database = databaseForTests(engine);
  beforeEach(async () => {
    await ask('delete from public.inscricoes_projeto where true');
    await ask('delete from storage.objects where true');
  });

  const { rows: ask } = database;
  const columns = Object.keys(ROW);
  const INSERT = `insert into public.inscricoes_projeto (${columns}) select ${columns} from jsonb_populate_recordset(null::public.inscricoes_projeto, $1)`;
  /** Rows in one statement; of the owner, or of a stranger from an address, before whom our server stands or does not. */
  const insertAs = (role: 'anon' | 'authenticated', rows: object[], address = '192.0.2.1', counted = '') =>
    database.as({ role, claims: { role } }, (tx) => tx.query(INSERT, [JSON.stringify(rows)]), {
      settings: {
        'request.headers': JSON.stringify({ 'cf-connecting-ip': address }),
        'servidor.conta': counted,
      },
    });
  /** Inserts `count` enrolments from an address by SQL, as if they had come `ago`. */
  const arrived = (count: number, address: string, ago: string) =>
    ask(
      `with i as (
         insert into public.inscricoes_projeto (${columns})
         select ${columns.map((name) => `r.${name}`)} from jsonb_populate_record(null::public.inscricoes_projeto, $1) as r, generate_series(1, $2)
         returning id)
       insert into private.chegadas (inscricao_id, origem, rede, bytes, quando)
       select id, private.origem_de($3), private.origem_de($3, 48), 1000, now() - $4::interval from i`,
      JSON.stringify(ROW),
      count,
      address,
      ago,
    );

  test('the form and the database count the same bytes of a row, whatever is written in it', async () => {
    const awkward = [
      '"',
      '\\',
      '\n',
      '\t',
      '\u007f',
      '\u0085',
      '\u2028',
      'ã',
      'a\u0303',
      '👨‍👩‍👧',
      '</script>',
      '{}',
    ];
    const text = fc
      .array(fc.oneof(fc.constantFrom(...awkward), fc.string({ unit: 'binary' })), {
        minLength: 1,
        maxLength: 20,
      })
      .map((parts) => `x${parts.join('').replace(/[\0\p{Cs}]/gu, '')}`);
    const row = fc.record({
      ...{ motivacao: fc.option(text), objetivos: text, condicao_medica: fc.constantFrom('sim', 'nao') },
      ...{ condicao_medica_detalhes: text, nome_completo: text.map((name) => `P ${name}`) },
      peso: fc.integer({ min: 50, max: 3_000 }).map((tenths) => tenths / 10),
      altura: fc.integer({ min: 40, max: 250 }).map((hundredths) => hundredths / 100),
    });
    for (const answers of fc.sample(row, 60)) {
      const whole = { ...ROW, ...answers };
      await ask(INSERT, JSON.stringify([whole]));
      const [stored] = await ask(
        `delete from public.inscricoes_projeto as i where true returning private.bytes_da_inscricao(to_jsonb(i)) as bytes`,
      );
      expect([answers, stored]).toEqual([answers, { bytes: rowBytes(whole) }]);
    }
  });

  test('a stranger’s enrolment has at most 20,000 bytes and is alone; what the owner restores is bound by neither', async () => {
    const begun = { ...ROW, motivacao: 'a'.repeat(8_000), objetivos: '' };
    const room = ROW_MAX_BYTES - rowBytes(begun);
    const largest = { ...begun, objetivos: 'é'.repeat(Math.floor(room / 2)) + 'a'.repeat(room % 2) };
    const over = { ...largest, cidade: `${ROW.cidade}a` };
    for (const role of ['anon', 'authenticated'] as const) {
      await insertAs(role, [largest]);
      await expect(insertAs(role, [over])).rejects.toMatchObject({
        code: '23514',
        constraint: 'inscricoes_projeto_tamanho',
      });
      await expect(insertAs(role, [ROW, ROW])).rejects.toMatchObject({
        code: '23514',
        constraint: 'inscricoes_projeto_uma',
      });
      await insertAs(role, []);
    }
    const [noted] = await ask(
      'select count(*)::integer as rows, min(bytes) > 19000 as large from private.chegadas',
    );
    expect(noted).toEqual({ rows: 2, large: true });
    await ask(INSERT, JSON.stringify([over, over]));
    expect(await ask('select from public.inscricoes_projeto')).toHaveLength(4);
    expect(await ask('select from private.chegadas')).toHaveLength(2);
  });

  test('without a server of ours 60 in a minute and 300 in a day of one address are taken, also at once, and of a network four times as many', async () => {
    await arrived(55, '203.0.113.1', '30 seconds');
    const many = await Promise.allSettled(
      Array.from({ length: 12 }, () => insertAs('anon', [ROW], '203.0.113.1')),
    );
    const refused = many.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
    expect(refused).toHaveLength(7);
    expect(refused[0]).toMatchObject({ code: 'PT429', message: failures.tooMany });
    await insertAs('anon', [ROW], '203.0.113.2');
    await insertAs('anon', [ROW], '203.0.113.1', 'sim'); // our server counts for itself

    await arrived(299, '2001:db8:1:2::1', '2 hours');
    await insertAs('authenticated', [ROW], '2001:db8:1:2:ffff::3');
    const today = { code: 'PT429', message: failures.tooManyEnrolmentsToday };
    await expect(insertAs('anon', [ROW], '2001:db8:1:2::4')).rejects.toMatchObject(today);
    await insertAs('anon', [ROW], '2001:db8:1:3::1');
    for (let at = 4; at < 7; at += 1) await arrived(300, `2001:db8:1:${at}::1`, '2 hours');
    await expect(insertAs('anon', [ROW], '2001:db8:1:ff::1')).rejects.toMatchObject(today); // the network has 1,200
    await insertAs('anon', [ROW], '2001:db8:2::1');
    for (let at = 2; at < 7; at += 1) await arrived(50, `203.0.113.${at}`, '30 seconds');
    await expect(insertAs('anon', [ROW], '203.0.113.200')).rejects.toMatchObject({
      code: 'PT429',
      message: failures.tooMany,
    });
    await insertAs('anon', [ROW], '203.0.112.200');
    await ask(`update private.chegadas set quando = quando - interval '23 hours' where true`);
    await insertAs('anon', [ROW], '2001:db8:1:2::4');
  });

  test('letters that nobody sees are no name, the same ones here as in the form', async () => {
    const [{ blank } = { blank: [] }] = await ask<{ blank: number[] }>(
      `select array_agg(n) as blank from generate_series(1, 1114111) as n where n not between 55296 and 57343 and private.em_branco(chr(n))`,
    );
    const here = Array.from({ length: 0x10ffff }, (_, at) => at + 1).filter(
      (code) => (code < 0xd800 || code > 0xdfff) && isBlank(String.fromCodePoint(code)),
    );
    expect(blank).toEqual(here);
    for (const [nome_completo, code] of [
      ['\u3164', '23514'],
      ['\u2800 \u200d\u{e0020}', '23514'],
      [null, '23502'],
    ] as const)
      await expect(insertAs('anon', [{ ...ROW, nome_completo }], '192.0.2.9')).rejects.toMatchObject({
        code,
      });
    await insertAs('anon', [{ ...ROW, nome_completo: 'A\u200d', nome_responsavel: '\u3164' }], '192.0.2.9');
    expect(await ask('select nome_completo, nome_responsavel from public.inscricoes_projeto')).toEqual([
      { nome_completo: 'A\u200d', nome_responsavel: null },
    ]);
    await ask(INSERT, JSON.stringify([{ ...ROW, nome_completo: '\u3164' }])); // of a copy, which has to come back
  });

  test('without a server of ours 500 documents of an hour that no enrolment uses are taken of all together', async () => {
    const upload = (counted = '') =>
      database.as(
        { role: 'anon', claims: { role: 'anon' } },
        (tx) =>
          tx.query(`insert into storage.objects (bucket_id, name) values ('cadastro_unico_uploads', $1)`, [
            newKey(),
          ]),
        { settings: { 'servidor.conta': counted } },
      );
    const stored = async (count: number, ago: string) => {
      const keys = Array.from({ length: count }, () => `public/${randomUUID()}_a.pdf`);
      await ask(
        `insert into storage.objects (bucket_id, name, created_at) select 'cadastro_unico_uploads', k, now() - $2::interval from unnest($1::text[]) as k`,
        keys,
        ago,
      );
      return keys;
    };
    await stored(600, '61 minutes');
    const [used = ''] = await stored(500, '1 minute');
    await expect(upload()).rejects.toMatchObject({ code: '42501' });
    await upload('sim');
    await ask(`delete from storage.objects where created_at > now() - interval '30 seconds'`);
    await enrol(database, ROW, used);
    await upload();
    await expect(upload()).rejects.toMatchObject({ code: '42501' });
  });
});
