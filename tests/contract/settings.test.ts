import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { todayInBrazil } from '../../domain/dates.ts';
import { EMPTY_ENROLMENT, findProblems } from '../../domain/enrolment/enrolment.ts';
import type { Rules } from '../../domain/enrolment/rules.ts';
import { problemOf } from '../../domain/setting-values.ts';
import { SETTINGS, type SettingName, settingEntries } from '../../domain/settings.ts';
import { desk } from '../../server/commands/desk.ts';
import { formSettings } from '../../server/form-settings.ts';
import { runOn } from '../support/copies.ts';
import { auditEntries, rpc } from '../support/desk.ts';
import { insertOf, ROW } from '../support/people.ts';
import { engines, serverForTests } from '../support/server.ts';
import { type SignedIn, signedIn } from '../support/sign-in.ts';

const anon = { role: 'anon', claims: { role: 'anon' } } as const;
const ADDRESS = 'http://casa.test/storage/v1/object/public/cadastro_unico_uploads/';

type Case = {
  /** Another value that it may hold. */
  right: unknown;
  /** Values that it may not hold. */
  wrong: unknown[];
  /** What the change does: the answer becomes `shows`, of SQL. */
  acts: readonly [sql: string, shows: unknown];
  /** Its details in the audit log. */
  entry: object;
};

const RULE = (name: string) => `select private.formulario() -> 'regras' -> '${name}' as shows`;
const VALUE = (name: string) => `select ${name} as shows from private.configuracao`;
const period = (name: SettingName, right: number, from: number): Case => ({
  right,
  wrong: [0, -1, 1.5, 100_000, 1e9, '6', true, [], {}],
  acts: [VALUE(name), right],
  entry: {
    colunas: expect.arrayContaining([name]),
    de: expect.arrayContaining([from]),
    para: expect.arrayContaining([right]),
  },
});
const WAITS = (name: SettingName) =>
  `select valor as shows from private.prazos_a_encurtar where nome = '${name}'`;

const message = (name: SettingName, right: string, missing: string): Case => ({
  right,
  wrong: [
    null,
    7,
    true,
    ['x'],
    `${right} {cpf}`,
    `${right} {}`,
    right.replace(missing, ''),
    `${right}${'x'.repeat(1000)}`,
  ],
  acts: [VALUE(name), right],
  entry: { colunas: [name], de: ['nada'], para: ['texto'] },
});

/** Every setting: a new one without its line does not compile. */
const CASES: Record<Exclude<SettingName, 'versao_declaracao'>, Case> = {
  consentimento: {
    right: 'caixa',
    wrong: ['nenhum', '', null, true, 1, ['caixa']],
    acts: [RULE('consentimento'), 'caixa'],
    entry: { colunas: ['consentimento'], de: ['declaracao'], para: ['caixa'] },
  },
  responsavel_obrigatorio: {
    right: true,
    wrong: ['sim', 'true', 1, null, []],
    acts: [RULE('responsavelObrigatorio'), true],
    entry: { colunas: ['responsavel_obrigatorio'], de: [false], para: [true] },
  },
  validacao_estrita: {
    right: true,
    wrong: ['sim', 1, null, {}],
    acts: [RULE('validacaoEstrita'), true],
    entry: { colunas: ['validacao_estrita'], de: [false], para: [true] },
  },
  guardar_documento_dias: period('guardar_documento_dias', 120, 90),
  guardar_nao_aprovada_meses: period('guardar_nao_aprovada_meses', 8, 6),
  guardar_espera_meses: period('guardar_espera_meses', 18, 12),
  guardar_participante_meses: period('guardar_participante_meses', 24, 12),
  guardar_sem_decisao_meses: period('guardar_sem_decisao_meses', 36, 24),
  guardar_sem_responsavel_dias: {
    ...period('guardar_sem_responsavel_dias', 60, 30),
    acts: [RULE('diasSemResponsavel'), 60],
  },
  guardar_auditoria_meses: period('guardar_auditoria_meses', 60, 24),
  frase_de_fechada: {
    right: 'Voltamos em fevereiro. Até lá!',
    wrong: [null, 7, true, 'x'.repeat(301), ['x']],
    acts: [VALUE('frase_de_fechada'), 'Voltamos em fevereiro. Até lá!'],
    entry: { colunas: ['frase_de_fechada'], de: ['nada'], para: ['texto'] },
  },
  mensagem_contato: message('mensagem_contato', 'Oi, {nome}! Protocolo {protocolo}.', '{nome}'),
  mensagem_falta_documento: message('mensagem_falta_documento', 'Oi, {nome}: {motivo}. {link}', '{link}'),
  mensagem_aprovada: message('mensagem_aprovada', 'Oi, {nome}! Turma: {turma}.', '{nome}'),
  mensagem_espera: message('mensagem_espera', 'Oi, {nome}. Espere.', '{nome}'),
  mensagem_ainda_quer: message('mensagem_ainda_quer', 'Oi, {nome}. Responda até {ate}.', '{ate}'),
  mensagem_nao_aprovada: message('mensagem_nao_aprovada', 'Oi, {nome}: {motivo}.', '{motivo}'),
  mensagem_responsavel: message('mensagem_responsavel', 'Oi! {nome} se inscreveu.', '{nome}'),
  mensagem_pedido: message('mensagem_pedido', 'Oi, {nome}! Pedido {pedido}: {resposta}.', '{resposta}'),
  email_obrigatorio: {
    right: false,
    wrong: ['nao', 'false', 0, null, {}],
    acts: [RULE('emailObrigatorio'), false],
    entry: { colunas: ['email_obrigatorio'], de: [true], para: [false] },
  },
  inscricoes: {
    right: { fecha: '2099-01-31', abre: '2099-02-10', volta: null },
    wrong: [
      null,
      'fechadas',
      { fecha: 'amanhã' },
      { fecha: '2099-02-30' },
      { fecha: '2020-01-01' },
      { fecha: null, abre: '2099-01-01' },
      { fecha: '2099-01-31', abre: '2099-01-31' },
      { fecha: 'agora', abre: '2099-02-01', volta: '2099-01-01' },
      { fecha: ['2099-01-31'] },
    ],
    acts: [`select private.formulario() -> 'periodo' ->> 'de' as shows`, '2099-01-31T03:00:00+00:00'],
    entry: { colunas: ['abre_em', 'fecha_em'], de: ['nunca', 'nunca'], para: [20990210, 20990131] },
  },
};
const NAMES = Object.keys(CASES) as (keyof typeof CASES)[];

describe.each(engines)('the settings on $name', (engine) => {
  let people: Record<'direcao' | 'secretaria' | 'long ago', SignedIn>;
  const shown = (text: string) => server.value<unknown>(text);
  const server = serverForTests(engine);
  const { rows: sql } = server;
  beforeAll(async () => {
    const signedInAt = Date.now() / 1000 - 3600;
    people = {
      direcao: await signedIn(server, { administrator: true }),
      secretaria: await signedIn(server, { administrator: true, role: 'secretaria' }),
      'long ago': await signedIn(server, { administrator: true, signedInAt }),
    };
  });
  beforeEach(async () => {
    const usual = settingEntries.filter(([, { kind }]) => kind !== 'closed' && kind !== 'version');
    await sql(`update private.configuracao set ${usual.map(([name]) => `${name} = default`)}`);
    await sql('update private.periodo set fecha_em = null, abre_em = null, volta_a_fechar_em = null');
    await sql('delete from private.prazos_a_encurtar where true');
  });

  const change = (nome: string, valor: unknown, who: keyof typeof people = 'direcao') =>
    rpc(server, people[who].token, 'mudar_ajuste', { nome, valor });
  const since = async (before: number) => (await auditEntries(server)).slice(before);

  test.each(NAMES)('%s is changed by the page, once, with its entry, and acts', async (name) => {
    const { right, acts, entry } = CASES[name];
    const before = (await auditEntries(server)).length;
    expect(await change(name, right)).toEqual({ status: 200, body: 'mudou' });
    expect(await shown(acts[0])).toEqual(acts[1]);
    expect(await change(name, right)).toEqual({ status: 200, body: 'igual' });
    expect(await since(before)).toMatchObject([
      { acao: 'mudou_configuracao', quem: people.direcao.userId, detalhes: entry },
    ]);
    const { body } = await rpc(server, people.direcao.token, 'lista_de_ajustes', {});
    expect(name === 'inscricoes' ? body.closed.from : body.values[name]).toEqual(
      name === 'inscricoes' ? acts[1] : right,
    );
  });

  test.each(NAMES)('%s is changed by the command, as the owner', async (name) => {
    const { right, acts, entry } = CASES[name];
    const before = (await auditEntries(server)).length;
    const args = ['mudar_ajuste', JSON.stringify({ nome: name, valor: right })];
    expect(await runOn(server, desk, args)).toEqual({ code: 0, lines: ['"mudou"'] });
    expect(await shown(acts[0])).toEqual(acts[1]);
    expect(await since(before)).toMatchObject([{ acao: 'mudou_configuracao', quem: null, detalhes: entry }]);
  });

  test.each(NAMES.flatMap((name) => CASES[name].wrong.map((value) => [name, value] as const)))(
    '%s refuses %j with a sentence, the same as before it was sent',
    async (name, value) => {
      const was = await sql('select * from private.configuracao, private.periodo');
      const before = (await auditEntries(server)).length;
      const answer = await change(name, value);
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 'P0001', message: expect.stringMatching(/^[A-Z].*\.$/) },
      });
      if (SETTINGS[name].kind !== 'closed') expect(problemOf(name, value)).toBe(answer.body.message);
      expect(await sql('select * from private.configuracao, private.periodo')).toEqual(was);
      expect(await since(before)).toEqual([]);
    },
  );

  test.each(NAMES)('%s asks for the password of the last five minutes', async (name) => {
    expect(await change(name, CASES[name].right, 'long ago')).toMatchObject({
      status: 403,
      body: { code: '42501', message: 'Confirme com a sua senha.' },
    });
  });

  test.each(NAMES)('%s is not the secretaria’s to see or change', async (name) => {
    expect(await change(name, CASES[name].right, 'secretaria')).toMatchObject({ status: 403 });
    expect((await rpc(server, people.secretaria.token, 'lista_de_ajustes', {})).status).toBe(403);
  });

  test.each(['unica', 'versao_declaracao', 'nada', '', "x'; drop table private.configuracao; --"])(
    '“%s” is no setting',
    async (name) => {
      const answer = await change(name, true);
      expect(answer).toMatchObject({ status: 400, body: { message: 'Este ajuste não existe.' } });
      const foreseen = await rpc(server, people.direcao.token, 'prever_limpeza', { nome: name, valor: 3 });
      expect(foreseen).toMatchObject({ status: 400, body: { message: 'Este ajuste não existe.' } });
    },
  );

  test.each(NAMES.filter((name) => SETTINGS[name].kind === 'retention'))(
    '%s waits when it is shortened, and that is taken back',
    async (name) => {
      expect(await change(name, 2)).toEqual({ status: 200, body: 'espera' });
      expect(await shown(WAITS(name))).toBe(2);
      const { body } = await rpc(server, people.direcao.token, 'lista_de_ajustes', {});
      expect(body.waiting).toEqual([{ name, value: 2, from: expect.any(String) }]);
      expect(await change(name, body.values[name])).toEqual({ status: 200, body: 'desfeito' });
      expect(await shown(WAITS(name))).toBeUndefined();
      expect(await change(name, null)).toEqual({ status: 200, body: 'mudou' });
    },
  );

  test('the secretaria reads the messages that are not the usual', async () => {
    await change('mensagem_espera', 'Oi, {nome}. Espere.');
    const { body } = await rpc(server, people.secretaria.token, 'mensagens', {});
    expect(body).toEqual({ mensagem_espera: 'Oi, {nome}. Espere.' });
  });

  test('two at once leave one of the two, and an entry of each', async () => {
    const before = (await auditEntries(server)).length;
    const texts = Array.from({ length: 8 }, (_, at) => `Frase ${at}`);
    const answers = await Promise.all(texts.map((text) => change('frase_de_fechada', text)));
    expect(answers.map(({ status }) => status)).toEqual(texts.map(() => 200));
    expect(texts).toContain(await shown(VALUE('frase_de_fechada')));
    expect((await since(before)).length).toBe(8);
  });

  test('the sentence for closed is told with the closed time, and nothing while there is none', async () => {
    await change('frase_de_fechada', 'Voltamos em fevereiro.');
    expect(await shown('select private.formulario() as shows')).toMatchObject({ periodo: null });
    await change('inscricoes', { fecha: 'agora', abre: null, volta: null });
    const sentence = await shown(`select private.formulario() -> 'periodo' as shows`);
    expect(sentence).toMatchObject({ fechada: true, frase: 'Voltamos em fevereiro.' });
    await change('frase_de_fechada', '\u3164 \u200b');
    expect(await shown(`select private.formulario() -> 'periodo' ->> 'frase' as shows`)).toBeNull();
  });

  const insert = (changes: Record<string, unknown>) =>
    server.database.as(anon, (tx) => tx.query(...insertOf({ ...ROW, ...changes })));
  const document = async (path: string) => {
    await server.database.query(
      `insert into storage.objects (bucket_id, name) values ('cadastro_unico_uploads', $1)`,
      [path],
    );
    return ADDRESS + encodeURI(path);
  };

  test('the database takes an enrolment without an e-mail where the form does, and no blank or broken one', async () => {
    const rules = async () => (await formSettings(server.database)()).regras as Rules;
    for (const required of [true, false]) {
      await server.database.query('update private.configuracao set email_obrigatorio = $1', [required]);
      for (const email of [null, '', ' ', 'sem arroba', 'pessoa@example.com']) {
        const stopped = findProblems(
          { ...EMPTY_ENROLMENT, email: email ?? '' },
          todayInBrazil(),
          await rules(),
        ).some(({ field }) => field === 'email');
        // what the form finds blank it sends as null
        const row = { email: email?.trim() || null };
        const refused = await insert(row).then(
          () => null,
          (error: { code: string; column?: string; constraint?: string }) => error,
        );
        expect([required, email, refused !== null]).toEqual([required, email, stopped]);
        if (row.email === null && required)
          expect(refused).toMatchObject({ code: '23502', column: 'email', table: 'inscricoes_projeto' });
      }
      for (const email of ['', ' '])
        await expect(insert({ email })).rejects.toMatchObject({
          constraint: 'inscricoes_projeto_email_check',
        });
    }
    await server.database.query('update private.configuracao set email_obrigatorio = default');
  });

  test('a row that is stored is answered as stored, whatever is required since', async () => {
    const cadastro_unico_url = await document(`public/${randomUUID()}_a.pdf`);
    const sent = {
      cadastro_unico_url,
      email: null,
      cpf: '529.982.247-26',
      nome_responsavel: null,
      telefone_responsavel: null,
    };
    await server.database.query('update private.configuracao set email_obrigatorio = false');
    await insert(sent);
    for (const changed of [
      'email_obrigatorio = true',
      'validacao_estrita = true',
      'responsavel_obrigatorio = true',
    ]) {
      await server.database.query(
        `update private.configuracao set email_obrigatorio = false, validacao_estrita = false, responsavel_obrigatorio = false`,
      );
      await server.database.query(`update private.configuracao set ${changed}`);
      await expect(insert(sent)).rejects.toMatchObject({ code: '23505' });
      await expect(insert({ ...sent, cadastro_unico_url: null })).rejects.toMatchObject({
        code: expect.stringMatching(/^235(02|14)$/),
      });
    }
    await server.database.query(
      'update private.configuracao set email_obrigatorio = default, validacao_estrita = default, responsavel_obrigatorio = default',
    );
  });
});
