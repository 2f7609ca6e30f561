import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { todayInBrazil } from '../../domain/dates.ts';
import { EMPTY_ENROLMENT, findProblems } from '../../domain/enrolment/enrolment.ts';
import type { Rules } from '../../domain/enrolment/rules.ts';
import type { Setting } from '../../domain/rule-settings.ts';
import { numberProblem } from '../../domain/setting-values.ts';
import { SETTINGS, type SettingName, settingEntries } from '../../domain/settings.ts';
import { STATE_WORDS } from '../../domain/state-texts.ts';
import { desk as command } from '../../server/commands/desk.ts';
import { formSettings } from '../../server/form-settings.ts';
import { runOn } from '../support/copies.ts';
import { auditEntries, rpc } from '../support/desk.ts';
import { familyAndDeskForTests } from '../support/desk-server.ts';
import { objectUrl } from '../support/documents.ts';
import { insertOf, ROW } from '../support/people.ts';
import { engines } from '../support/server.ts';
import { ANON, signedIn } from '../support/sign-in.ts';

// What the direção changes, what each setting may hold and does, and when the form is closed. Who may: tests/database/rights.test.ts.

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

/** When the enrolment is closed: the days, and what is shown of them. */
const [fecha, abre, volta] = ['2099-01-31', '2099-02-10', '2099-03-01'];
const [from, until, again] = [fecha, abre, volta].map((day) => `${day}T03:00:00+00:00`);
const PERIOD = { fechada: false, de: from, ate: until, recebeAte: from?.replace(':00', ':30'), frase: null };
const CLOSED: Case = {
  right: { fecha, abre, volta },
  wrong: [
    ...[null, 'fechadas', { fecha: 'amanhã' }, { fecha: '2099-02-30' }, { fecha: '2020-01-01' }],
    { fecha: null, abre: '2099-01-01' },
    { fecha: '2099-01-31', abre: '2099-01-31' },
    { fecha: 'agora', abre: '2099-02-01', volta: '2099-01-01' },
    { fecha: ['2099-01-31'] },
  ],
  acts: [`private.formulario() -> 'periodo'`, PERIOD],
  entry: {
    ...{ colunas: ['abre_em', 'fecha_em', 'volta_a_fechar_em'], de: ['nunca', 'nunca', 'nunca'] },
    para: [20990210, 20990131, 20990301],
  },
};

/** Of a setting of a column another value that it may hold, and those that it may not. */
function valuesOf(setting: Setting): [right: unknown, wrong: unknown[]] {
  const none = [7, ['x'], {}];
  if (setting.kind === 'choice') return [setting.choices.at(-1), [...none, 'nenhum', '', null, true, 1]];
  if (setting.kind === 'switch') return [!setting.default, [...none, 'sim', '', null, 0, 1, 'true', 'false']];
  if (setting.kind === 'retention')
    return [
      Number(setting.default) + 1,
      [['x'], {}, setting.min - 1, -1, 1.5, setting.max + 1, 1e9, '6', true],
    ];
  if (setting.kind === 'number')
    return [setting.default + 1, [...none.slice(1), null, setting.min - 1, 2.5, setting.max + 1, '6', true]];
  if (setting.kind === 'list')
    return ['kimono faixa', [...none, null, true, 'x', 'kimono x', 'kimono  faixa']];
  const needs = setting.kind === 'message' ? setting.needs.map((place) => `{${place}}`) : [];
  const right = `Oi! ${needs.join(' ')}`.trim();
  const lacking = needs.flatMap((place) => [right.replace(place, ''), `${right} {cpf}`, `${right} {}`]);
  const longest = 'max' in setting ? setting.max : 0;
  return [right, [...none, null, true, right.padEnd(longest + 1, 'x'), ...lacking]];
}

/** By its kind: a new setting has its case at once. */
function caseOf(name: SettingName): Case {
  const setting: Setting = SETTINGS[name];
  if (setting.kind === 'closed') return CLOSED;
  const [right, wrong] = valuesOf(setting);
  const obeyed = 'rule' in setting && setting.rule && `private.formulario() -> 'regras' -> '${setting.rule}'`;
  const isText = ['text', 'message', 'list'].includes(setting.kind);
  const [de, para] = isText ? ['nada', 'texto'] : [setting.default, right];
  // a period stands beside the version of the declaration, which promises it
  const list = (one: unknown) => (setting.kind === 'retention' ? expect.arrayContaining([one]) : [one]);
  const entry = { colunas: list(name), de: list(de), para: list(para) };
  return { right, wrong, acts: [obeyed || `${name} from private.configuracao`, right], entry };
}

const NAMES = settingEntries.flatMap(([name, { kind }]) => (kind === 'version' ? [] : [name]));

describe.each(engines)('the settings on $name', (engine) => {
  const { server, admin, desk } = familyAndDeskForTests(engine);
  const { rows: sql, value } = server;
  const shown = (text: string) => value<unknown>(`select ${text}`);
  beforeEach(async () => {
    const usual = settingEntries.filter(([, { kind }]) => kind !== 'closed' && kind !== 'version');
    await sql(`update private.configuracao set ${usual.map(([name]) => `${name} = default`)}`);
    await sql('update private.periodo set fecha_em = null, abre_em = null, volta_a_fechar_em = null');
    await sql('delete from private.prazos_a_encurtar where true');
  });
  const change = (nome: string, valor: unknown) =>
    rpc(server, admin.token, 'guardar_ajuste', { nome, valor });
  const listed = () => desk('lista_de_ajustes', {});
  /** From now on: gives the entries that were added since. */
  const watch = async () => {
    const before = (await auditEntries(server)).length;
    return async () => (await auditEntries(server)).slice(before);
  };

  test.each(NAMES)('%s is changed once, with its entry, and acts', async (name) => {
    const { right, acts, entry } = caseOf(name);
    const since = await watch();
    for (const body of ['mudou', 'igual']) {
      expect(await change(name, right)).toEqual({ status: 200, body });
      expect(await shown(acts[0])).toEqual(acts[1]);
    }
    const by = { acao: 'mudou_configuracao', quem: admin.userId };
    expect(await since()).toMatchObject([{ ...by, detalhes: entry }]);
    const { values, closed } = await listed();
    if (name === 'inscricoes') expect(closed).toEqual({ closed: false, from, until, again });
    else expect(values[name]).toEqual(right);
  });

  test.each(NAMES)(
    '%s refuses what it may not hold with a sentence, the same as before it was sent',
    async (name) => {
      const [held, since] = ['select * from private.configuracao, private.periodo', await watch()];
      const was = await sql(held);
      for (const value of caseOf(name).wrong) {
        const { status, body } = await change(name, value);
        expect([value, status, body.code]).toEqual([value, 400, 'P0001']);
        expect(body.message).toMatch(/^[A-Z].*\.$/);
        const isNumber = ['number', 'retention'].includes(SETTINGS[name].kind);
        expect([value, numberProblem(name, value)]).toEqual([value, isNumber ? body.message : '']);
      }
      expect([await sql(held), await since()]).toEqual([was, []]);
    },
  );

  test.each(['unica', 'versao_declaracao', 'nada', '', "x'; drop table private.configuracao; --"])(
    '“%s” is no setting',
    async (nome) => {
      const refused = { status: 400, body: { message: 'Este ajuste não existe.' } };
      expect(await change(nome, true)).toMatchObject(refused);
    },
  );

  test.each(NAMES.filter((name) => SETTINGS[name].kind === 'retention'))(
    '%s waits when it is shortened, and that is taken back',
    async (name) => {
      const held = `valor from private.prazos_a_encurtar where nome = '${name}'`;
      const since = await watch();
      expect(await change(name, 2)).toEqual({ status: 200, body: 'espera' });
      expect(await shown(held)).toBe(2);
      const { values, waiting } = await listed();
      expect(waiting).toEqual([{ name, value: 2, from: expect.any(String) }]);
      expect(await change(name, values[name])).toEqual({ status: 200, body: 'desfeito' });
      expect(await shown(held)).toBeUndefined();
      expect((await since()).map(({ detalhes }) => detalhes)).toEqual([
        { que: 'pediu_prazo', colunas: [name], de: [values[name]], para: [2] },
        { que: 'desfez_prazo', colunas: [name], de: [2], para: [values[name]] },
      ]);
      const promise = await shown('versao_declaracao from private.configuracao');
      expect(await change(name, null)).toEqual({ status: 200, body: 'mudou' });
      const isSame = (await shown('versao_declaracao from private.configuracao')) === promise;
      expect(isSame).toBe(name === 'guardar_auditoria_meses'); // which is no promise to families
    },
  );

  test('the secretaria reads the messages that are not the usual', async () => {
    await change('mensagem_espera', 'Oi, {nome}. Espere.');
    const { token } = await signedIn(server, { administrator: true, role: 'secretaria' });
    const { body } = await rpc(server, token, 'mensagens');
    expect(body).toEqual({ mensagem_espera: 'Oi, {nome}. Espere.' });
  });

  test('eight at once leave one of the eight, and an entry of each', async () => {
    const since = await watch();
    const texts = Array.from({ length: 8 }, (_, at) => `Frase ${at}`);
    const answers = await Promise.all(texts.map((text) => change('frase_de_fechada', text)));
    expect(answers.map(({ status }) => status)).toEqual(texts.map(() => 200));
    expect(texts).toContain(await shown('frase_de_fechada from private.configuracao'));
    expect((await since()).length).toBe(8);
  });

  test('what the owner changes by SQL is noted too: from what to what, the promise that is new, and no sentence', async () => {
    const since = await watch();
    for (const of of [
      'guardar_documento_dias = 91',
      `consentimento = 'caixa', validacao_estrita = true`,
      `frase_de_fechada = 'Fale com Fulana: 62 99999-0000'`,
    ])
      await sql(`update private.configuracao set ${of}`);
    expect((await since()).map(({ detalhes }) => detalhes)).toEqual([
      {
        colunas: ['guardar_documento_dias', 'versao_declaracao'],
        de: [90, expect.any(Number)],
        para: [91, expect.any(Number)],
      },
      { colunas: ['consentimento', 'validacao_estrita'], de: ['declaracao', false], para: ['caixa', true] },
      { colunas: ['frase_de_fechada'], de: ['nada'], para: ['texto'] },
    ]);
  });

  const insert = (changes: object) =>
    server.database.as(ANON, (tx) => tx.query(...insertOf({ ...ROW, ...changes })));
  /** A document that is there; its address. */
  const document = async () => {
    const path = `public/${randomUUID()}_a.pdf`;
    await sql(`insert into storage.objects (bucket_id, name) values ('cadastro_unico_uploads', $1)`, path);
    return `http://casa.test${objectUrl(path, 'public/')}`;
  };

  test('the database takes an enrolment without an e-mail where the form does, and no blank or broken one', async () => {
    for (const required of [true, false]) {
      await sql('update private.configuracao set email_obrigatorio = $1', required);
      const rules = (await formSettings(server.database)()).regras as Rules;
      for (const email of [null, '', ' ', 'sem arroba', 'pessoa@example.com']) {
        const problems = findProblems({ ...EMPTY_ENROLMENT, email: email ?? '' }, todayInBrazil(), rules);
        const sent = email?.trim() || null; // what the form finds blank it sends as null
        const refused = await insert({ email: sent }).catch((error: object) => error);
        const isStopped = problems.some(({ field }) => field === 'email');
        expect([required, email, 'code' in refused]).toEqual([required, email, isStopped]);
        if (sent === null && required) expect(refused).toMatchObject({ code: '23502', column: 'email' });
      }
      for (const email of ['', ' '])
        await expect(insert({ email })).rejects.toMatchObject({
          constraint: 'inscricoes_projeto_email_check',
        });
    }
  });

  test('a row that is stored is answered as stored, whatever is required since, also where the form is closed', async () => {
    const none = { cpf: '529.982.247-26', nome_responsavel: null, telefone_responsavel: null };
    const rules = ['email_obrigatorio', 'validacao_estrita', 'responsavel_obrigatorio'];
    for (const changed of [
      ...rules.map((name) => `configuracao set ${name} = true`),
      `periodo set fecha_em = now() - interval '31 minutes'`,
    ]) {
      const email = changed.includes('email') ? null : ROW.email;
      const sent = { ...none, email, cadastro_unico_url: await document() };
      await sql(`update private.configuracao set ${rules.map((name) => `${name} = false`)}`);
      await insert(sent);
      await sql(`update private.${changed}`);
      await expect(insert(sent), changed).rejects.toMatchObject({ code: '23505' });
      const anew = insert({ ...sent, cadastro_unico_url: null });
      await expect(anew, changed).rejects.toMatchObject({ code: expect.stringMatching(/^235(02|14)$/) });
    }
  });

  describe('when the form is closed', () => {
    /** By the owner's command. */
    const order = async (valor: object) => {
      const args = ['guardar_ajuste', JSON.stringify({ nome: 'inscricoes', valor })];
      return (await runOn(server, command, args)).lines.join();
    };
    const form = () => formSettings(server.database)();
    const arrive = async () => insert({ cadastro_unico_url: await document() });
    /** Minutes from now: when it closes, opens, and closes again. */
    const set = (...minutes: (number | null)[]) =>
      sql(
        `update private.periodo set fecha_em = now() + make_interval(mins => $1), abre_em = now() + make_interval(mins => $2),
           volta_a_fechar_em = now() + make_interval(mins => $3) where unica`,
        ...[0, 1, 2].map((at) => minutes[at] ?? null),
      );
    const REFUSED = {
      ...{ code: '23514', constraint: 'inscricoes_projeto_periodo' },
      message: 'As inscrições estão fechadas agora. Fale no WhatsApp.',
    };

    test('closed now and opened again by the command, with a line in the audit log each; since when stays while it is closed', async () => {
      const since = await watch();
      const began = () => shown('fecha_em from private.periodo');
      expect([(await form()).periodo, await order({})]).toEqual([null, '"igual"']);
      expect(await order({ fecha: 'agora' })).toBe('"mudou"');
      expect((await form()).periodo).toMatchObject({ fechada: true, ate: null });
      const before = await began();
      expect(await order({ fecha: 'agora' })).toBe('"igual"');
      expect(await order({ fecha: 'agora', abre: '2099-02-01' })).toBe('"mudou"');
      expect(await began()).toEqual(before);
      expect([await order({}), (await form()).periodo]).toEqual(['"mudou"', null]);
      expect(await order({ fecha: '2099-05-01' })).toBe('"mudou"');
      expect((await form()).periodo).toMatchObject({ fechada: false, de: '2099-05-01T03:00:00+00:00' });
      expect(await order({ fecha: todayInBrazil() })).toBe('"mudou"');
      const entry = { acao: 'mudou_configuracao', quem: null };
      expect(await since()).toMatchObject([entry, entry, entry, entry, entry]);
    });

    test('open from one day to another: closed before, open between, closed after; half an hour later rows are refused', async () => {
      for (const [minutes, fechada, takes] of [
        [[-29], true, true], // who was about to send
        [[-31], true, false],
        [[-90, 1, 60], true, false],
        [[-90, -60, 60], false, true],
        [[-90, -60], undefined, true],
        [[-120, -90, -29], true, true],
        [[-120, -90, -31], true, false],
        [[], undefined, true],
      ] as const) {
        await set(...minutes);
        const ate = minutes[1] === 1 ? expect.any(String) : null; // it opens, and not for the second time
        const shown = fechada === undefined ? null : { fechada, ate };
        expect([minutes, (await form()).periodo]).toMatchObject([minutes, shown]);
        const taken = await arrive().catch((error: object) => error);
        expect([minutes, taken]).toMatchObject([minutes, takes ? { rows: [] } : REFUSED]);
      }
    });

    test('its sentence is told with the closed time, and nothing while there is none; places are said while it is open', async () => {
      await sql(`update private.turmas set vagas = 3 where nome = 'Muay Thai'`);
      await change('frase_de_fechada', 'Voltamos em fevereiro.');
      const said = async () => STATE_WORDS.vagas(await form());
      expect([(await form()).periodo, await said()]).toEqual([null, 'Restam 3 vagas em Muay Thai.']);
      await change('inscricoes', { fecha: 'agora', abre: null, volta: null });
      expect((await form()).periodo).toMatchObject({ fechada: true, frase: 'Voltamos em fevereiro.' });
      expect(await said()).toBe('');
      await change('frase_de_fechada', '\u3164 \u200b');
      expect((await form()).periodo).toMatchObject({ frase: null });
    });
  });
});
