import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ageOn, todayInBrazil } from '../../domain/dates.ts';
import { ageOf } from '../../domain/desk/sheet.ts';
import { cpfMatches } from '../../domain/enrolment/cpf.ts';
import { EMPTY_ENROLMENT, findProblems } from '../../domain/enrolment/enrolment.ts';
import { lastDayWithoutGuardian } from '../../domain/enrolment/guardian.ts';
import { phoneMatches } from '../../domain/enrolment/phone.ts';
import { protocolOf } from '../../domain/enrolment/protocol.ts';
import { DEFAULT_RULES, type Rules } from '../../domain/enrolment/rules.ts';
import { formSettings } from '../../server/form-settings.ts';
import { insertOf, ROW } from '../support/people.ts';
import { databaseForTests, engines } from '../support/server.ts';

const anon = { role: 'anon', claims: { role: 'anon' } } as const;
const ADDRESS = 'http://casa.test/storage/v1/object/public/cadastro_unico_uploads/';

describe.each(engines)('$name', (engine) => {
  const database = databaseForTests(engine);

  const insert = (changes: Record<string, unknown>) =>
    database.as(anon, (tx) => tx.query(...insertOf({ ...ROW, ...changes })));
  const stored = (name: string) =>
    database.row('select * from public.inscricoes_projeto where nome_completo = $1', name);
  const document = async (path: string) => {
    await database.query(
      `insert into storage.objects (bucket_id, name) values ('cadastro_unico_uploads', $1)`,
      [path],
    );
    return ADDRESS + encodeURI(path);
  };

  test('the database computes the age itself, whatever the row says', async () => {
    await insert({ nome_completo: 'Idade Falsa', data_nascimento: '1980-06-15', idade: 12 });
    expect((await stored('Idade Falsa'))?.idade).toBe(ageOn('1980-06-15', todayInBrazil()));
  });

  test.each([
    ['2012-02-29', '2025-02-28', 12],
    ['2012-02-29', '2025-03-01', 13],
    ['2007-11-21', '2025-11-21', 18],
    ['2007-11-22', '2025-11-21', 17],
  ])('the age rule of the trigger and of the form agree: born %s, on %s, %i', async (birth, today, age) => {
    const rows = await database.rows('select private.idade_em($1, $2) as age', birth, today);
    expect(rows[0]?.age).toBe(age);
    expect(ageOn(birth, today)).toBe(age);
  });

  test('of everybody born in forty years the desk, the database and the filter by age say the same today', async () => {
    const groups = ['crianca', 'adolescente', 'adulto'];
    const filters = await Promise.all(
      groups.map((idade) => database.value<string>('select onde from private.condicoes($1)', { idade })),
    );
    const rows = await database.rows<{ birth: string; age: number; groups: boolean[] }>(`
      select a.nascimento::text as birth, private.idade(a.nascimento) as age, array[${filters}] as groups
      from (select generate_series(current_date - interval '40 years', current_date - 2, '1 day')::date as nascimento) as a`);
    expect(rows.length).toBeGreaterThan(14_600);
    const today = todayInBrazil();
    const wrong = rows.filter(({ birth, age, groups: [child, young, adult] }) => {
      const ours = ageOf({ dataNascimento: birth }, today) ?? -1;
      return (
        age !== ours || child !== ours < 12 || young !== (ours >= 12 && ours < 18) || adult !== ours >= 18
      );
    });
    expect(wrong).toEqual([]);
  });

  test.each([
    ['a birth date in the future', { data_nascimento: '2999-01-01' }, 'inscricoes_projeto_idade_check'],
    ['a birth date too long ago', { data_nascimento: '1800-01-01' }, 'inscricoes_projeto_idade_check'],
    ['a blank name', { nome_completo: '   ' }, 'inscricoes_projeto_nome_completo_check'],
    ['an unknown choice', { sexo: 'x' }, 'inscricoes_projeto_sexo_check'],
    ['an e-mail without @', { email: 'sem-arroba' }, 'inscricoes_projeto_email_check'],
    ['a weight of zero', { peso: 0 }, 'inscricoes_projeto_peso_check'],
    ['a text of 8,001 letters', { motivacao: 'a'.repeat(8_001) }, 'inscricoes_projeto_motivacao_check'],
    ['a text of a megabyte', { motivacao: 'a'.repeat(1_000_000) }, 'inscricoes_projeto_tamanho'],
    [
      'sim without details',
      { condicao_medica: 'sim', condicao_medica_detalhes: null },
      'condicao_medica_detalhada',
    ],
    [
      'sim with blank details',
      { condicao_medica: 'sim', condicao_medica_detalhes: ' \n ' },
      'condicao_medica_detalhada',
    ],
    [
      'sim with nenhuma',
      { condicao_medica: 'sim', condicao_medica_detalhes: ' NENHUMA. ' },
      'condicao_medica_detalhada',
    ],
    [
      'an address of another bucket',
      { cadastro_unico_url: 'http://casa.test/storage/v1/object/public/outro/public/x.pdf' },
      'inscricoes_projeto_cadastro_unico_url_check',
    ],
    [
      'an address that runs',
      { cadastro_unico_url: 'javascript:alert(1)' },
      'inscricoes_projeto_cadastro_unico_url_check',
    ],
    [
      'an address with a query',
      { cadastro_unico_url: `${ADDRESS}public/${randomUUID()}_a.pdf?x=1` },
      'inscricoes_projeto_cadastro_unico_url_check',
    ],
    [
      'an address without a uuid',
      { cadastro_unico_url: `${ADDRESS}public/a.pdf` },
      'inscricoes_projeto_cadastro_unico_url_check',
    ],
  ])('%s is refused by name', async (_what, changes, constraint) => {
    await expect(insert(changes)).rejects.toMatchObject({ code: '23514', constraint });
  });

  test('nao keeps no details but Nenhuma', async () => {
    await insert({
      nome_completo: 'Sem Condição',
      condicao_medica: 'nao',
      condicao_medica_detalhes: 'algo forjado',
    });
    expect((await stored('Sem Condição'))?.condicao_medica_detalhes).toBe('Nenhuma');
  });

  test('an address must name a document that is there', async () => {
    await expect(
      insert({ cadastro_unico_url: `${ADDRESS}public/${randomUUID()}_a.pdf` }),
    ).rejects.toMatchObject({ code: '23503' });
  });

  test('one upload makes one enrolment, also when the file was replaced by another name', async () => {
    const id = randomUUID();
    const first = await document(`public/${id}_a (1).pdf`);
    const second = await document(`public/${id}_b.png`);
    await insert({ nome_completo: 'Uma Vez', cadastro_unico_url: first });
    await expect(insert({ nome_completo: 'Duas Vezes', cadastro_unico_url: first })).rejects.toMatchObject({
      code: '23505',
    });
    await expect(insert({ nome_completo: 'Duas Vezes', cadastro_unico_url: second })).rejects.toMatchObject({
      code: '23505',
    });
    expect((await stored('Uma Vez'))?.protocolo).toBe(protocolOf(id));
  });

  test.each(['id', 'created_at', 'protocolo'])('an applicant cannot choose %s', async (column) => {
    const value = column === 'id' ? randomUUID() : column === 'created_at' ? '2020-01-01' : '00000000';
    await expect(insert({ [column]: value })).rejects.toThrow();
  });

  test.each([
    ['2015-01-01', 'Responsável de Teste', 'responsavel'],
    ['2015-01-01', null, 'menor'],
    ['1990-01-01', null, 'proprio'],
  ])(
    'the declaration is recorded beside the row: born %s, guardian %j, by %s',
    async (birth, guardian, who) => {
      const name = `Declara ${who}`;
      await insert({ nome_completo: name, data_nascimento: birth, nome_responsavel: guardian });
      expect(
        await database.rows(
          'select c.quem, c.versao_texto, c.declarado_em = i.created_at as same_moment from private.consentimentos c join public.inscricoes_projeto i on i.id = c.inscricao_id where i.nome_completo = $1',
          name,
        ),
      ).toEqual([{ quem: who, versao_texto: '2', same_moment: true }]);
    },
  );

  test.each([
    ['2026-11-22T15:00:00Z', '2026-12-22'],
    ['2026-11-23T02:59:00Z', '2026-12-22'], // still the 22nd at the centre
    ['2026-11-23T03:00:00Z', '2026-12-23'],
  ])('a minor who arrives at %s without the guardian’s telephone stays until %s is over', async (at, day) => {
    const name = `Sem Telefone ${at}`;
    await insert({ nome_completo: name, data_nascimento: '2015-01-01', telefone_responsavel: ' ' });
    await database.query('update public.inscricoes_projeto set created_at = $2 where nome_completo = $1', [
      name,
      at,
    ]);
    const rows = await database.rows<{ goes: Date; rule: string }>(
      'select p.apagar_em as goes, p.regra as rule from private.prazos p join public.inscricoes_projeto i on i.id = p.inscricao_id where i.nome_completo = $1',
      name,
    );
    expect(lastDayWithoutGuardian(new Date(at), DEFAULT_RULES)).toBe(day);
    expect(rows[0]?.rule).toBe('sem_responsavel');
    expect(todayInBrazil(new Date((rows[0]?.goes.getTime() ?? 0) - 1))).toBe(day);
    expect(todayInBrazil(rows[0]?.goes)).not.toBe(day);
  });

  test.each([
    ['1', false],
    ['2', true],
    ['11', true],
    ['0002', true],
    ['0', false],
    ['', false],
    ['2026-a', false],
    ['9999999', false],
  ])('the declaration of version %j tells of that rule: %j', async (version, tells) => {
    expect(
      await database.rows('select private.declaracao_avisa_do_responsavel($1) as tells', version),
    ).toEqual([{ tells }]);
  });

  test('the form and the database agree on every CPF', async () => {
    const digit = fc.constantFrom(...'0123456789'.split(''));
    // three quarters of them right: nine digits at random seldom come with the two that belong to them
    const cpf = fc.oneof(
      fc.string({ unit: digit, minLength: 0, maxLength: 13 }),
      fc.string({ unit: digit, minLength: 9, maxLength: 9 }).map(completed),
      fc
        .string({ unit: digit, minLength: 9, maxLength: 9 })
        .map((nine) => completed(nine).replace(/(...)(?=.)/g, '$1.')),
      digit.map((one) => one.repeat(11)),
    );
    const samples = fc.sample(cpf, 2_000);
    const rows = await database.rows(
      'select array_agg(private.cpf_confere(cpf) order by at) as right from unnest($1::text[]) with ordinality as t (cpf, at)',
      samples,
    );
    const mine = samples.map(cpfMatches);
    expect(rows[0]?.right).toEqual(mine);
    expect(new Set(mine)).toEqual(new Set([true, false]));
  });

  test('the form and the database agree on every telephone', async () => {
    const digits = (minLength: number, maxLength: number) =>
      fc.string({ unit: fc.constantFrom(...'0123456789'), minLength, maxLength });
    const area = fc.integer({ min: 0, max: 99 }).map((two) => String(two).padStart(2, '0'));
    const phone = fc.oneof(
      digits(0, 17),
      fc.tuple(area, digits(8, 8)).map(([two, eight]) => `(${two}) 9${eight}`),
      fc.tuple(area, digits(8, 8)).map(([two, eight]) => two + eight),
      fc.tuple(fc.constantFrom('55', '055', '0', '+55 ', '+ 55 0', '+351 '), area, digits(8, 9)).map(String),
      fc
        .tuple(area, digits(9, 9), fc.constantFrom(' (mãe)', ' / 62 3333-4444', ' мама', '\u0661'))
        .map(String),
    );
    const samples = [...PHONES.map(([typed]) => typed), ...fc.sample(phone, 3_000)];
    const rows = await database.rows(
      'select array_agg(private.telefone_confere(phone) order by at) as right from unnest($1::text[]) with ordinality as t (phone, at)',
      samples,
    );
    const mine = samples.map(phoneMatches);
    expect(mine.slice(0, PHONES.length)).toEqual(PHONES.map(([, right]) => right));
    expect(rows[0]?.right).toEqual(mine);
  });

  test('the form obeys the switches that the database obeys', async () => {
    const rules = async () => (await formSettings(database)()).regras as Rules;
    expect(await rules()).toEqual({
      consentimento: 'declaracao',
      responsavelObrigatorio: false,
      validacaoEstrita: false,
      diasSemResponsavel: 30,
      emailObrigatorio: true,
    });
    await database.query(
      "update private.configuracao set consentimento = 'caixa', responsavel_obrigatorio = true, validacao_estrita = true, guardar_sem_responsavel_dias = null",
    );
    try {
      const settings = await rules();
      expect(settings).toEqual({
        consentimento: 'caixa',
        responsavelObrigatorio: true,
        validacaoEstrita: true,
        diasSemResponsavel: null,
        emailObrigatorio: true,
      });
      const own = '62900000000';
      for (const [cpf, guardian, phone, birth, whatsapp] of [
        ['529.982.247-25', 'Responsável', '62900000001', '2015-01-01', own],
        ['529.982.247-26', 'Responsável', '62900000001', '2015-01-01', own],
        ['529.982.247-25', null, '62900000001', '2015-01-01', own],
        ['529.982.247-25', 'Responsável', null, '2015-01-01', own],
        ['529.982.247-25', null, null, '1990-01-01', own],
        ['529.982.247-25', null, '90000-0001', '1990-01-01', own],
        ['529.982.247-25', null, '+351 912 345 678', '1990-01-01', own],
        ['529.982.247-25', null, null, '1990-01-01', '(20) 90000-0001'],
        ['529.982.247-25', null, null, '1990-01-01', '(62) 3333-4444'],
      ] as const) {
        const typed = {
          dataNascimento: birth,
          cpf,
          telefoneWhatsapp: whatsapp,
          nomeResponsavel: guardian ?? '',
          telefoneResponsavel: phone ?? '',
        };
        const stopped = findProblems({ ...EMPTY_ENROLMENT, ...typed }, todayInBrazil(), settings).some(
          ({ field }) =>
            ['cpf', 'telefoneWhatsapp', 'nomeResponsavel', 'telefoneResponsavel'].includes(field),
        );
        const refused = await insert({
          cpf,
          data_nascimento: birth,
          nome_responsavel: guardian,
          telefone_responsavel: phone,
          telefone_whatsapp: whatsapp,
        }).then(
          () => false,
          () => true,
        );
        const asked = [cpf, guardian, phone, birth, whatsapp];
        expect([...asked, stopped]).toEqual([...asked, refused]);
      }
    } finally {
      await database.query(
        "update private.configuracao set consentimento = 'declaracao', responsavel_obrigatorio = false, validacao_estrita = false",
      );
    }
  });

  test('the switches make guardian, CPF and telephone binding', async () => {
    await database.query(
      'update private.configuracao set responsavel_obrigatorio = true, validacao_estrita = true',
    );
    await expect(insert({ nome_responsavel: null })).rejects.toMatchObject({
      constraint: 'inscricoes_projeto_responsavel',
    });
    await expect(insert({ cpf: '529.982.247-26' })).rejects.toMatchObject({
      constraint: 'inscricoes_projeto_cpf_confere',
    });
    await expect(insert({ cpf: '111.111.111-11' })).rejects.toMatchObject({
      constraint: 'inscricoes_projeto_cpf_confere',
    });
    await expect(insert({ telefone_whatsapp: '90000-0000' })).rejects.toMatchObject({
      constraint: 'inscricoes_projeto_telefone_confere',
    });
    for (const cpf of ['529.982.247-25', '111.444.777-35', '012.345.678-90']) await insert({ cpf });
    await database.query(
      'update private.configuracao set responsavel_obrigatorio = false, validacao_estrita = false',
    );
  });
});

/** Telephones as they are kept, and whether each can be one. */
const PHONES: readonly (readonly [string, boolean])[] = [
  ['62999999998', true],
  ['6233334444', true],
  ['6299999998', true], // the ninth digit is missing, which is only doubted
  ['62900000000', true], // an example, which is only doubted
  ['62 99999-9998 (mãe)', true],
  ['+351 912 345 678', true],
  ['+55 62 99999-9998', true],
  ['99999-9998', false],
  ['20999999998', false],
  ['62899999998', false],
  ['6213334444', false],
  ['20 99999-9998 (mãe)', false],
  ['62 99999-9998 / 62 98888-8887', false],
  ['não tem', false],
  ['', false],
];

/** Nine digits with the two that belong to them. */
function completed(nine: string): string {
  const digits = Array.from(nine, Number);
  for (const length of [9, 10]) {
    const sum = digits.reduce((total, digit, at) => total + digit * (length + 1 - at), 0);
    digits.push(((sum * 10) % 11) % 10);
  }
  return digits.join('');
}
