import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { failures } from '../../content/messages.ts';
import { ageOn, todayInBrazil } from '../../domain/dates.ts';
import { FIELDS, type Field } from '../../domain/enrolment/fields.ts';
import { ROW_MAX_BYTES, rowBytes } from '../../domain/enrolment/row-size.ts';
import { get } from '../support/desk.ts';
import { addressOf, enrol, newKey } from '../support/documents.ts';
import { bornYearsAgo, ROW } from '../support/people.ts';
import { engines, serverForTests } from '../support/server.ts';

/**
 * An enrolment as anybody on the street sends it: odd ones are kept as they are (the number is the row of
 * docs/odd-inputs.md), and strangers send a limited number from an address. What is refused: malformed.test.ts.
 */
describe.each(engines)('$name', (engine) => {
  const server = serverForTests(engine);
  const { rows: sql } = server;
  beforeEach(async () => {
    await sql('delete from public.inscricoes_projeto where true');
    await sql('delete from storage.objects where true');
  });

  /** Sends one row; status and text of the answer. */
  const send = async (body: object) => {
    const answer = await get(server, server.keys.anonKey, '/rest/v1/inscricoes_projeto', { body });
    return { status: answer.status, text: await answer.text() };
  };
  const TAKEN = { status: 201, text: '' };
  const stored = () => sql('select * from public.inscricoes_projeto order by created_at');
  const fields: readonly Field[] = FIELDS;

  test.each([
    [5, "D'Ávila O’Neill &#39; ''"],
    [7, 'jOSÉ aLVES'],
    [9, 'Nguyễn Văn Hùng, Pataxó Hãhãhãe, Ŵłodarczyk'],
    [10, 'محمد علي 李小龍 Ольга'],
    [12, 'Bia 🥋🔥👨‍👩‍👧'],
    [15, '<script>alert(1)</script><img src=x onerror=alert(1)>'],
    [16, "Robert'); DROP TABLE inscricoes_projeto;--"],
    [17, '=HYPERLINK("http://x","a") +55 -1 @SUM(A1)'],
    [18, '../../etc/passwd C:\\nul.pdf'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what is typed
    [19, '{{7*7}} ${x} %s \\n'],
    [111, 'CEMEI "Peq. Príncipe" Nº 3; a,b'],
  ])('row %i: %j comes back as it went, from every column of text', async (_row, text) => {
    const free = fields.filter(
      ({ name, type, options, control }) =>
        type === 'text' && !options && !['file', 'email', 'details'].includes(control) && name !== 'cpf',
    );
    const texts = Object.fromEntries(free.map(({ column }) => [column, text]));
    expect(await send({ ...ROW, ...texts })).toEqual(TAKEN);
    expect(await stored()).toMatchObject([texts]);
  });

  test('row 44: the age is not believed, nor details of who has no condition', async () => {
    const adult = { ...ROW, data_nascimento: '1980-06-15' };
    for (const idade of [12, -5, 0, null])
      expect(await send({ ...adult, idade, condicao_medica_detalhes: 'algo forjado' })).toEqual(TAKEN);
    const expected = { idade: ageOn('1980-06-15', todayInBrazil()), condicao_medica_detalhes: 'Nenhuma' };
    expect(await stored()).toMatchObject(Array(4).fill(expected));
  });

  test('rows 58, 59, 105: two with one CPF, one telephone and one e-mail are two, and nothing is told', async () => {
    expect(await send(ROW)).toEqual(TAKEN);
    expect(await send({ ...ROW, nome_completo: 'Irmã de Teste' })).toEqual(TAKEN);
    expect(await stored()).toHaveLength(2);
  });

  test('row 215: a form that knows only what is required today is still taken tomorrow', async () => {
    const required = fields.filter((field) => field.required).map(({ column }) => column);
    const answers = Object.entries(ROW).filter(([column]) => required.includes(column));
    expect(await send(Object.fromEntries(answers))).toEqual(TAKEN);
  });

  test.skipIf(engine.hosted)('nothing of an odd row is logged', async () => {
    await send({ ...ROW, nome_completo: 'Nome Marcado', peso: 'muito' });
    await send({ ...ROW, nome_completo: 'Nome Marcado' });
    expect(server.lines.length).toBeGreaterThan(0);
    expect(server.lines.join('\n')).not.toContain('Nome Marcado');
  });

  test('one upload makes one enrolment, also when the file was replaced by another name', async () => {
    const id = randomUUID();
    const keys = [`public/${id}_a (1).pdf`, `public/${id}_b.png`];
    for (const key of keys)
      await sql(`insert into storage.objects (bucket_id, name) values ('cadastro_unico_uploads', $1)`, key);
    const statuses = [];
    for (const key of [keys[0], ...keys])
      statuses.push((await send({ ...ROW, cadastro_unico_url: addressOf(key ?? '') })).status);
    expect(statuses).toEqual([201, 409, 409]);
  });

  test('the declaration is recorded beside the row, and by whom', async () => {
    for (const [data_nascimento, nome_responsavel, quem] of [
      [bornYearsAgo(17), 'Responsável de Teste', 'responsavel'],
      ['2015-01-01', '\u3164', 'menor'], // of letters that nobody sees
      [bornYearsAgo(18), null, 'proprio'],
    ] as const) {
      expect(await send({ ...ROW, rg: quem, data_nascimento, nome_responsavel })).toEqual(TAKEN);
      const declared = await sql(
        'select c.quem, c.versao_texto, c.declarado_em = i.created_at as same_moment from private.consentimentos c join public.inscricoes_projeto i on i.id = c.inscricao_id where i.rg = $1',
        quem,
      );
      expect(declared).toEqual([{ quem, versao_texto: '2', same_moment: true }]);
    }
  });

  // As the database alone counts, without a server of ours before it.

  const columns = Object.keys(ROW);
  const INSERT = `insert into public.inscricoes_projeto (${columns}) select ${columns} from jsonb_populate_recordset(null::public.inscricoes_projeto, $1)`;
  type Caller = 'anon' | 'authenticated';
  /** One statement of a stranger's from an address, before whom our server stands (`counted`) or does not. */
  const as = (role: Caller, statement: string, value: string, address: string, counted: string) =>
    server.database.as({ role, claims: { role } }, (tx) => tx.query(statement, [value]), {
      settings: {
        'request.headers': JSON.stringify({ 'cf-connecting-ip': address, 'x-forwarded-for': randomUUID() }),
        'servidor.conta': counted,
      },
    });
  const insertAs = (role: Caller, rows: object[], address = '192.0.2.1', counted = '') =>
    as(role, INSERT, JSON.stringify(rows), address, counted);
  /** Inserts `count` enrolments from an address by SQL, as if they had come `ago`. */
  const arrived = (count: number, address: string, ago: string) =>
    sql(
      `with i as (
         insert into public.inscricoes_projeto (${columns})
         select ${columns.map((name) => `r.${name}`)} from jsonb_populate_record(null::public.inscricoes_projeto, $1) as r, generate_series(1, $2)
         returning id)
       insert into private.chegadas (inscricao_id, origem, rede, bytes, quando)
       select id, private.origem_de($3), private.origem_de($3, 48), 1000, now() - $4::interval from i`,
      ...[JSON.stringify(ROW), count, address, ago],
    );

  test('a stranger’s enrolment has at most 20,000 bytes and is alone; what the owner restores is bound by neither', async () => {
    const begun = { ...ROW, motivacao: 'a'.repeat(8_000), objetivos: '' };
    const room = ROW_MAX_BYTES - rowBytes(begun);
    const largest = { ...begun, objetivos: 'é'.repeat(Math.floor(room / 2)) + 'a'.repeat(room % 2) };
    const over = { ...largest, cidade: `${ROW.cidade}a` };
    for (const role of ['anon', 'authenticated'] as const) {
      await insertAs(role, [largest]);
      for (const [rows, name] of [
        [[over], 'tamanho'],
        [[ROW, ROW], 'uma'],
        [[{ ...ROW, nome_completo: '\u3164' }], 'nome_completo_check'],
      ] as const) {
        const refused = { code: '23514', constraint: `inscricoes_projeto_${name}` };
        await expect(insertAs(role, [...rows])).rejects.toMatchObject(refused);
      }
      await insertAs(role, []);
    }
    const noted = 'select count(*)::integer as rows, min(bytes) > 19000 as large from private.chegadas';
    expect(await sql(noted)).toEqual([{ rows: 2, large: true }]);
    // of a copy, which has to come back
    await sql(INSERT, JSON.stringify([over, { ...over, nome_completo: '\u3164' }]));
    expect(await stored()).toHaveLength(4);
    expect(await sql(noted)).toMatchObject([{ rows: 2 }]);
  });

  test('without a server of ours 60 in a minute and 300 in a day of one address are taken, also at once, and of a network four times as many', async () => {
    expect(await server.value('select private.servidor_conta()')).toBe(false); // where nobody has said it
    await arrived(55, '203.0.113.1', '30 seconds');
    const many = await Promise.allSettled(
      Array.from({ length: 12 }, () => insertAs('anon', [ROW], '203.0.113.1')),
    );
    const now = { code: 'PT429', message: failures.tooMany };
    const refused = many.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
    expect(refused).toMatchObject(Array(7).fill(now));
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
    await expect(insertAs('anon', [ROW], '203.0.113.200')).rejects.toMatchObject(now);
    await insertAs('anon', [ROW], '203.0.112.200');
    await sql(`update private.chegadas set quando = quando - interval '23 hours' where true`);
    await insertAs('anon', [ROW], '2001:db8:1:2::4');
  });

  test('without a server of ours 500 documents of an hour that no enrolment uses are taken of all together', async () => {
    const bucket = `insert into storage.objects (bucket_id, name) values ('cadastro_unico_uploads', $1)`;
    const upload = (counted = '') => as('anon', bucket, newKey(), '192.0.2.1', counted);
    const uploaded = async (count: number, ago: string) => {
      const keys = Array.from({ length: count }, () => `public/${randomUUID()}_a.pdf`);
      await sql(
        `insert into storage.objects (bucket_id, name, created_at) select 'cadastro_unico_uploads', k, now() - $2::interval from unnest($1::text[]) as k`,
        ...[keys, ago],
      );
      return keys;
    };
    await uploaded(600, '61 minutes');
    const [used = '', later = ''] = await uploaded(500, '1 minute');
    await expect(upload()).rejects.toMatchObject({ code: '42501' });
    await upload('sim');
    await sql(`delete from storage.objects where created_at > now() - interval '30 seconds'`);
    await enrol(server.database, ROW, used);
    const bound = `insert into private.documentos_novos (envio, inscricao_id, endereco) select private.envio_do_documento($1), id, $2 from public.inscricoes_projeto`;
    await sql(bound, later, addressOf(later));
    for (const _ of [1, 2]) await upload();
    await expect(upload()).rejects.toMatchObject({ code: '42501' });
  });
});
