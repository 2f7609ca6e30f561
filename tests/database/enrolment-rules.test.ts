import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ageOn, todayInBrazil } from '../../domain/dates.ts';
import { ageOf } from '../../domain/desk/sheet.ts';
import { cpfMatches } from '../../domain/enrolment/cpf.ts';
import { EMPTY_ENROLMENT, findProblems } from '../../domain/enrolment/enrolment.ts';
import { phoneMatches } from '../../domain/enrolment/phone.ts';
import { DEFAULT_RULES } from '../../domain/enrolment/rules.ts';
import { insertOf, ROW } from '../support/people.ts';
import { databaseForTests, engines } from '../support/server.ts';
import { ANON } from '../support/sign-in.ts';

const ADDRESS = 'http://casa.test/storage/v1/object/public/cadastro_unico_uploads/';

describe.each(engines)('$name', (engine) => {
  const database = databaseForTests(engine);
  const { rows: ask } = database;

  const insert = (changes: Record<string, unknown>) =>
    database.as(ANON, (tx) => tx.query(...insertOf({ ...ROW, ...changes })));

  test('of everybody born in forty years the desk, the database and the filter by age say the same today, and on leap days', async () => {
    const groups = ['crianca', 'adolescente', 'adulto'];
    const filters = await Promise.all(
      groups.map((idade) => database.value<string>('select onde from private.condicoes($1)', { idade })),
    );
    const rows = await ask<{ birth: string; age: number; found: boolean[]; on: Record<string, number> }>(`
      select a.nascimento::text as birth, private.idade(a.nascimento) as age, array[${filters}] as found,
        (select jsonb_object_agg(d, private.idade_em(a.nascimento, d)) from unnest('{2048-02-28,2048-02-29,2049-02-28,2049-03-01}'::date[]) as d) as on
      from (select generate_series(current_date - interval '40 years', current_date - 2, '1 day')::date as nascimento) as a`);
    expect(rows.length).toBeGreaterThan(14_600);
    const today = todayInBrazil();
    const wrong = rows.filter(({ birth, age, found, on }) => {
      const ours = ageOf({ dataNascimento: birth }, today) ?? -1;
      const group = ours < 12 ? 'crianca' : ours < 18 ? 'adolescente' : 'adulto';
      const agree = age === ours && groups.every((name, at) => found[at] === (name === group));
      return !agree || Object.entries(on).some(([day, then]) => then !== ageOn(birth, day));
    });
    expect(wrong).toEqual([]);
    expect([ageOn('2012-02-29', '2025-02-28'), ageOn('2007-11-21', '2025-11-21')]).toEqual([12, 18]);
  });

  test.each<[constraint: string, wrong: object[]]>([
    [
      'inscricoes_projeto_idade_check',
      [{ data_nascimento: '2999-01-01' }, { data_nascimento: '1800-01-01' }],
    ],
    ['inscricoes_projeto_tamanho', [{ motivacao: 'a'.repeat(1_000_000) }]],
    [
      'condicao_medica_detalhada',
      [null, ' \n ', ' NENHUMA. '].map((details) => ({
        ...{ condicao_medica: 'sim', condicao_medica_detalhes: details },
      })),
    ],
    [
      'inscricoes_projeto_cadastro_unico_url_check',
      [
        'http://casa.test/storage/v1/object/public/outro/public/x.pdf',
        'javascript:alert(1)',
        `${ADDRESS}public/${randomUUID()}_a.pdf?x=1`,
        `${ADDRESS}public/a.pdf`,
      ].map((cadastro_unico_url) => ({ cadastro_unico_url })),
    ],
  ])('what is wrong is refused by name, as %s', async (constraint, wrong) => {
    for (const changes of wrong)
      await expect(insert({ ...changes }), JSON.stringify(changes).slice(0, 200)).rejects.toMatchObject({
        ...{ code: '23514', constraint },
      });
  });

  test('nao keeps no details but Nenhuma', async () => {
    await insert({ rg: 'nao', condicao_medica: 'nao', condicao_medica_detalhes: 'algo forjado' });
    const stored = `select condicao_medica_detalhes from public.inscricoes_projeto where rg = 'nao'`;
    expect(await database.value(stored)).toBe('Nenhuma');
  });

  test('one upload makes one enrolment, also when the file was replaced by another name', async () => {
    const id = randomUUID();
    const addresses = [`public/${id}_a (1).pdf`, `public/${id}_b.png`].map((path) => ({
      path,
      row: { cadastro_unico_url: ADDRESS + encodeURI(path) },
    }));
    for (const { path } of addresses)
      await ask(`insert into storage.objects (bucket_id, name) values ('cadastro_unico_uploads', $1)`, path);
    await insert(addresses[0]?.row ?? {});
    for (const { row } of addresses) await expect(insert(row)).rejects.toMatchObject({ code: '23505' });
  });

  test('the declaration is recorded beside the row, and by whom', async () => {
    for (const [data_nascimento, nome_responsavel, quem] of [
      ['2015-01-01', 'Responsável de Teste', 'responsavel'],
      ['2015-01-01', null, 'menor'],
      ['1990-01-01', null, 'proprio'],
    ] as const) {
      await insert({ rg: quem, data_nascimento, nome_responsavel });
      expect(
        await ask(
          'select c.quem, c.versao_texto, c.declarado_em = i.created_at as same_moment from private.consentimentos c join public.inscricoes_projeto i on i.id = c.inscricao_id where i.rg = $1',
          quem,
        ),
      ).toEqual([{ quem, versao_texto: '2', same_moment: true }]);
    }
  });

  const digits = (minLength: number, maxLength = minLength) =>
    fc.string({ unit: fc.constantFrom(...'0123456789'), minLength, maxLength });
  /** Of these texts, what the database's check says of each. */
  const checked = async (check: string, texts: string[]) =>
    database.value<boolean[]>(
      `select array_agg(private.${check}(t) order by n) from unnest($1::text[]) with ordinality as u (t, n)`,
      texts,
    );

  test('the form and the database agree on every CPF', async () => {
    // three quarters of them right: nine digits at random seldom come with the two that belong to them
    const cpf = fc.oneof(
      digits(0, 13),
      digits(9).map(completed),
      digits(9).map((nine) => completed(nine).replace(/(...)(?=.)/g, '$1.')),
      digits(1).map((one) => one.repeat(11)),
    );
    const samples = fc.sample(cpf, 2_000);
    const mine = samples.map(cpfMatches);
    expect(await checked('cpf_confere', samples)).toEqual(mine);
    expect(new Set(mine)).toEqual(new Set([true, false]));
  });

  test('the form and the database agree on every telephone', async () => {
    const area = digits(2);
    const phone = fc.oneof(
      digits(0, 17),
      fc.tuple(area, digits(8)).map(([two, eight]) => `(${two}) 9${eight}`),
      fc.tuple(area, digits(8)).map(([two, eight]) => two + eight),
      fc.tuple(fc.constantFrom('55', '055', '0', '+55 ', '+ 55 0', '+351 '), area, digits(8, 9)).map(String),
      fc.tuple(area, digits(9), fc.constantFrom(' (mãe)', ' / 62 3333-4444', ' мама', '\u0661')).map(String),
    );
    const samples = [...RIGHT_PHONES, ...WRONG_PHONES, ...fc.sample(phone, 3_000)];
    const mine = samples.map(phoneMatches);
    expect(mine.slice(0, RIGHT_PHONES.length + WRONG_PHONES.length)).toEqual([
      ...RIGHT_PHONES.map(() => true),
      ...WRONG_PHONES.map(() => false),
    ]);
    expect(await checked('telefone_confere', samples)).toEqual(mine);
  });

  test('guardian, CPF and telephones bind once the settings say so, in the form as in the database', async () => {
    const adult = { data_nascimento: '1990-01-01', nome_responsavel: null, telefone_responsavel: null };
    const cases: [changes: object, constraint?: string][] = [
      ...['529.982.247-25', '111.444.777-35', '012.345.678-90'].map((cpf): [object] => [{ cpf }]),
      ...['529.982.247-26', '111.111.111-11'].map((cpf): [object, string] => [{ cpf }, 'cpf_confere']),
      [{ nome_responsavel: null }, 'responsavel'],
      [{ telefone_responsavel: null }, 'responsavel'],
      [adult],
      [{ ...adult, telefone_responsavel: '90000-0001' }, 'telefone_confere'],
      [{ ...adult, telefone_responsavel: '+351 912 345 678' }],
      [{ ...adult, telefone_whatsapp: '(20) 90000-0001' }, 'telefone_confere'],
      [{ ...adult, telefone_whatsapp: '(62) 3333-4444' }],
    ];
    for (const isBinding of [false, true]) {
      const settings = { ...DEFAULT_RULES, responsavelObrigatorio: isBinding, validacaoEstrita: isBinding };
      await database.query(
        'update private.configuracao set responsavel_obrigatorio = $1, validacao_estrita = $1',
        [isBinding],
      );
      for (const [changes, constraint] of cases) {
        const row = { ...ROW, data_nascimento: '2015-01-01', ...changes };
        const typed = {
          ...{ dataNascimento: row.data_nascimento, cpf: row.cpf, telefoneWhatsapp: row.telefone_whatsapp },
          nomeResponsavel: row.nome_responsavel ?? '',
          telefoneResponsavel: row.telefone_responsavel ?? '',
        };
        const problems = findProblems({ ...EMPTY_ENROLMENT, ...typed }, todayInBrazil(), settings);
        const refused = await insert(row).then(
          () => null,
          (error) => error.constraint,
        );
        const expected = isBinding && constraint ? `inscricoes_projeto_${constraint}` : null;
        expect([changes, problems.some(({ field }) => field in typed), refused]).toEqual([
          ...[changes, expected !== null, expected],
        ]);
      }
    }
  });
});

/** Telephones as they are kept, that can be one. */
const RIGHT_PHONES = [
  '62999999998',
  '6233334444',
  '6299999998', // the ninth digit is missing, which is only doubted
  '62900000000', // an example, which is only doubted
  '62 99999-9998 (mãe)',
  '+351 912 345 678',
  '+55 62 99999-9998',
];
/** And that cannot. */
const WRONG_PHONES = [
  ...['99999-9998', '20999999998', '62899999998', '6213334444', '20 99999-9998 (mãe)'],
  ...['62 99999-9998 / 62 98888-8887', 'não tem', ''],
];

/** Nine digits with the two that belong to them. */
function completed(nine: string): string {
  const all = Array.from(nine, Number);
  for (const length of [9, 10]) {
    const sum = all.reduce((total, digit, at) => total + digit * (length + 1 - at), 0);
    all.push(((sum * 10) % 11) % 10);
  }
  return all.join('');
}
