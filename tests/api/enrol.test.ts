import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { failures } from '../../content/messages.ts';
import { ageOn, todayInBrazil } from '../../domain/dates.ts';
import { FIELDS, type Field } from '../../domain/enrolment/fields.ts';
import { protocolOf } from '../../domain/enrolment/protocol.ts';
import { agedEnrolments } from '../support/aged-enrolments.ts';
import { auditEntries, emptyBin, get } from '../support/desk.ts';
import { classForTests, day, said } from '../support/desk-server.ts';
import { addressOf, enrol, newKey } from '../support/documents.ts';
import { bornYearsAgo, IMPORTED, ROW } from '../support/people.ts';
import { engines, serverForTests, waiting } from '../support/server.ts';
import { signedIn } from '../support/sign-in.ts';

// An enrolment as anybody on the street sends it: odd ones are kept as they are (the number is the row of
// docs/odd-inputs.md), and strangers send a limited number from an address. What is refused: malformed.test.ts.
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
  const GIVEN = 'jsonb_populate_record(null::public.inscricoes_projeto, $1) as r';
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
         select ${columns.map((name) => `r.${name}`)} from ${GIVEN}, generate_series(1, $2)
         returning id)
       insert into private.chegadas (inscricao_id, origem, rede, bytes, quando)
       select id, private.origem_de($3), private.origem_de($3, 48), 1000, now() - $4::interval from i`,
      ...[JSON.stringify(ROW), count, address, ago],
    );

  test('a stranger’s enrolment has at most 20,000 bytes and is alone; what the owner restores is bound by neither', async () => {
    const begun = { ...ROW, motivacao: 'a'.repeat(8_000), objetivos: '' };
    const inBytes = `select 20000 - private.bytes_da_inscricao(to_jsonb(r)) from ${GIVEN}`;
    const room = (await server.value<number>(inBytes, JSON.stringify(begun))) ?? 0;
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

/** Who trains already comes from a spreadsheet, as one. Who may, once, and what is refused of any call: rights, attempts, malformed. */
describe.each(engines)('importing on $name', (engine) => {
  const { server, admin, asked, desk, decide, state, now, professor, secretaria, take, time, listed, enrol } =
    classForTests(engine);
  const { rows: sql, value } = server;
  const { many } = agedEnrolments(() => server);
  /** A line; each is somebody else unless `changes` of the answers or `more` say otherwise. */
  const line = (n: number, changes: object = {}, more: object = {}) => ({
    ...{ linha: n, turma: now.turma, primeiro_dia: '2019-02-01' },
    respostas: { ...IMPORTED, nome_completo: `Aluna ${n}`, cpf: `${n}`, ...changes },
    ...more,
  });
  const lines = (count: number) => Array.from({ length: count }, (_, n) => line(n + 2));
  const bring = (linhas: unknown, guardar: unknown = true, who = secretaria) =>
    asked('importar_participantes', { linhas, guardar }, who);
  const recent = (who = secretaria) => desk('lista_de_importacoes', {}, who);
  const undo = (importacao: string, who = secretaria) => asked('desfazer_importacao', { importacao }, who);
  const count = () => value<string>('select count(*) from public.inscricoes_projeto');
  const idOf = (name: string) =>
    value<string>('select id from public.inscricoes_projeto where nome_completo = $1', name);

  test('up to five hundred are stored in one act and one entry, approved in their class beyond its places, and nobody is asked for or told anything', async () => {
    const before = (await auditEntries(server)).length;
    await sql('update private.turmas set vagas = 1 where id = $1', now.turma);
    expect((await bring(lines(501))).body.message).toBe(
      'De uma vez cabem de 1 a 500 pessoas. Divida a planilha.',
    );
    expect((await bring(lines(500), false)).body).toEqual({});
    expect(await bring(lines(100))).toEqual({ status: 200, body: {} });
    const entries = (await auditEntries(server)).slice(before);
    expect(entries).toMatchObject([
      { acao: 'importou', quem: secretaria.userId, inscricao: null, detalhes: { inscricoes: 100 } },
    ]);
    const id = (await idOf('Aluna 17')) ?? '';
    expect(await state(id)).toMatchObject({
      ...{ situation: 'aprovada', classId: now.turma, firstDay: '2019-02-01', imported: true },
      ...{ version: 1, undoUntil: null, toNotify: false, guardianDeclared: false },
      history: [{ action: 'importada', by: secretaria.email, to: 'aprovada', className: expect.any(String) }],
    });
    expect(await listed(id, { busca: 'Aluna 17' })).toMatchObject([{ id, imported: true, toNotify: false }]);
    expect(await value('select count(*) from private.consentimentos')).toBe('0');
    expect((await desk('contagem_de_inscricoes', {})).waiting).toMatchObject({
      toNotify: 0,
      withoutClass: 0,
    });
    expect(await time(id)).toBeUndefined(); // nothing is erased while they take part
    expect((await take({}, { dia: day(1) })).body.pupils).toHaveLength(100);
    await decide(id, 'desistiu');
    expect(await time(id)).toMatchObject({ rule: 'participante' });
  });

  const CLASS_AND_DAY = 'Confira a turma e o primeiro dia.';
  test.each<[string, () => object, string]>([
    ['a class that is none', () => line(7, {}, { turma: randomUUID() }), CLASS_AND_DAY],
    ['a first day in years', () => line(7, {}, { primeiro_dia: day(-400) }), CLASS_AND_DAY],
    ['no first day', () => line(7, {}, { primeiro_dia: undefined }), CLASS_AND_DAY],
    ['no income', () => line(7, { renda_familiar: null }), 'Confira as respostas.'],
    ['a weight that is none', () => line(7, { peso: 'muito' }), 'Confira as respostas.'],
    ['an unseen name', () => line(7, { nome_completo: '\u200b' }), 'Nesta resposta não se vê nada. Confira.'],
    ['an answer of nobody', () => line(7, { created_at: '2020-01-01' }), 'Confira as respostas.'],
    ['a document', () => line(7, { cadastro_unico_url: 'x' }), 'Confira as respostas.'],
    ['no answers', () => line(7, {}, { respostas: {} }), 'Confira as respostas.'],
    [
      'too long answers',
      () => line(7, { motivacao: 'x'.repeat(7_000), objetivos: 'ã'.repeat(7_000) }),
      'As respostas estão longas demais. Escreva menos na mais longa.',
    ],
  ])('one line with %s stores nothing of all, and is named', async (_, bad, sentence) => {
    const message = `Linha 7: ${sentence} Nada foi guardado.`;
    const before = await auditEntries(server);
    expect(await bring([...lines(3), bad(), line(9)])).toMatchObject({ status: 400, body: { message } });
    expect([await count(), await auditEntries(server)]).toEqual(['0', before]);
  });

  test('the site’s own rules hold of each line, but not that the form is closed', async () => {
    await sql('update private.configuracao set validacao_estrita = true where unica');
    await sql("update private.periodo set fecha_em = now() - interval '1 hour' where unica");
    expect((await bring([line(2)])).body.message).toMatch(/^Linha 2: Este CPF não existe/);
    expect((await bring([line(2, { cpf: IMPORTED.cpf })])).status).toBe(200);
    await sql('update private.configuracao set validacao_estrita = false where unica');
    await sql('update private.periodo set fecha_em = null where unica');
  });

  test('who is enrolled already, or stands twice, is named by CPF or by name and birth date, and nothing is stored; of two at once one is', async () => {
    const cpf = IMPORTED.cpf as string;
    await bring([line(2, { cpf })]);
    const twice = [
      line(3, { cpf: cpf.replace(/\D/g, '') }),
      line(4, { nome_completo: 'ALUNA  2' }),
      line(5),
      line(6, { nome_completo: 'alúna 5' }),
      line(7, { nome_completo: 'Aluna 5', data_nascimento: '2001-01-01' }),
    ];
    const ENROLLED = said(
      'Nada foi guardado: já há inscrição de alguém desta planilha. Escolha o arquivo de novo.',
    );
    expect((await bring(twice, false)).body).toEqual({ 3: 0, 4: 0, 6: 5 });
    expect(await bring(twice)).toMatchObject(ENROLLED);
    expect(await count()).toBe('1');
    const both = await server.database.asOwner(async (tx) => {
      await tx.query('select from private.turmas where id = $1 for update', [now.turma]);
      const calls = [bring([line(8)]), bring([line(8)])];
      await expect.poll(() => waiting(server)).toBe(2);
      return { calls };
    });
    const answers = await Promise.all(both.calls);
    expect(answers.filter(({ status }) => status !== 200)).toMatchObject([ENROLLED]);
    expect(await count()).toBe('2');
  });

  test('in a day two thousand come, those in the bin too', async () => {
    await many(2_000, null, '1 hour');
    await sql(
      'update private.acompanhamentos set importacao = $1, apagada_em = now(), criada_em = now() where true',
      randomUUID(),
    );
    expect(await bring([line(9)])).toMatchObject(
      said('Em um dia cabem 2.000 pessoas importadas. Continue amanhã.'),
    );
  });

  test('it is undone as one for seven days by who did it or a direção; whom somebody worked on, or compared with another, stays; it comes back out of the bin, and may come anew', async () => {
    await bring(lines(14));
    const [one] = await recent();
    expect(one).toMatchObject({ by: secretaria.email, people: 14 });
    const other = await signedIn(server, { administrator: true, role: 'secretaria' });
    expect([await recent(other), await recent(admin)]).toEqual([[], [one]]);
    const LATE = said('Esta importação não pode mais ser desfeita.');
    expect(await undo(one.id, other)).toMatchObject(LATE);
    expect((await undo(one.id, professor)).status).toBe(403);
    await take({ [(await idOf('Aluna 2')) ?? '']: 'presente' }, { pronta: false });
    await decide((await idOf('Aluna 3')) ?? '', 'desistiu');
    const twin = { inscricao: (await enrol()).id, outra: await idOf('Aluna 7'), mesma_pessoa: true };
    await desk('comparar_pessoas', twin); // noted on the other one alone
    expect((await recent())[0].people).toBe(11);
    expect(await undo(one.id)).toEqual({ status: 200, body: 11 });
    const entry = { quem: secretaria.userId, detalhes: { motivo: 'importacao', inscricoes: 11 } };
    expect((await auditEntries(server)).at(-1)).toMatchObject({ acao: 'apagou', ...entry });
    expect([await recent(), await undo(one.id)]).toMatchObject([[], LATE]);
    const bin = await desk('lista_da_lixeira', {});
    expect(bin.map(({ reason }: { reason: string }) => reason)).toEqual(Array(11).fill('importacao'));
    expect(await desk('alerta_da_equipe', {})).toEqual({}); // nobody erased by hand
    await desk('devolver_apagada', { inscricao: bin[0].enrolment });
    expect((await recent())[0]).toMatchObject({ id: one.id, people: 1 });
    expect(Object.keys((await bring(lines(14), false)).body)).toHaveLength(4);
    await sql(`update private.acompanhamentos set criada_em = now() - interval '8 days' where true`);
    expect([await recent(), await undo(one.id)]).toMatchObject([[], LATE]);
    await emptyBin(server);
    expect(await count()).toBe('5');
  });
});

/** Who comes in person is enrolled by the desk. Once, by whom, and what is refused: attempts, rights, malformed. */
describe.each(engines)('at the counter on $name', (engine) => {
  const { server, asked, family, secretaria, upload } = classForTests(engine);
  const put = (nova: string, changes: object = {}, declaracao = 'falada') =>
    asked('inscrever_no_balcao', { nova, respostas: { ...IMPORTED, ...changes }, declaracao }, secretaria);

  test('without e-mail and document, while the form is closed: what is missing stands there, and who heard the declaration; it is asked about and erased as any', async () => {
    await server.rows("update private.periodo set fecha_em = now() - interval '1 hour' where unica");
    const id = randomUUID();
    expect((await put(id)).body).toMatchObject({
      ...{ situation: 'falta-documento', reason: 'Falta o comprovante do Cadastro Único.', toNotify: false },
      ...{ enrolledBy: secretaria.email, imported: false, guardianDeclared: true, version: 1, similar: [] },
      history: [{ action: 'no-balcao', by: secretaria.email, from: 'falada' }],
    });
    const pair = { protocolo: protocolOf(id), nascimento: IMPORTED.data_nascimento };
    expect((await family('situacao_por_protocolo', pair)).body.situacao).toBe('falta-documento');
    const attached = { inscricao: id, endereco: (await upload()).endereco };
    expect((await asked('juntar_documento', attached)).body.situation).toBe('em-analise');
    const again = (await put(randomUUID(), { cpf: '11144477735' }, 'assinada')).body;
    expect(again.similar).toMatchObject([{ id }]);
    const confirmed = { inscricao: id, confirmacao: protocolOf(id), motivo: 'outro' };
    expect((await asked('apagar_inscricao', confirmed)).status).toBe(200);
  });

  test('a uuid that is there is no other enrolment; of one account thirty come in an hour', async () => {
    const id = randomUUID();
    await put(id);
    expect((await put(id)).body.message).toMatch(/^Esta inscrição já está guardada/);
    await server.rows(`update private.tentativas set na_hora = 30 where que = 'balcao'`);
    expect((await put(randomUUID())).body.message).toMatch(/^Em uma hora cabem 30/);
    await server.rows(`update private.tentativas set na_hora = 0, no_dia = 150 where que = 'balcao'`);
    expect((await put(randomUUID())).body.message).toMatch(/e em um dia 150/);
  });
});
