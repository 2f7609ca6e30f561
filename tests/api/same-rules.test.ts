import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { brand } from '../../content/brand.ts';
import { type FamilyMessage, familyMessages } from '../../content/family-messages.ts';
import { phoneInWords } from '../../domain/contact.ts';
import { ageOn, todayInBrazil } from '../../domain/dates.ts';
import { usualMessage } from '../../domain/desk/own-message.ts';
import { ageOf } from '../../domain/desk/sheet.ts';
import { isBlank } from '../../domain/enrolment/answers.ts';
import { cpfMatches } from '../../domain/enrolment/cpf.ts';
import { EMPTY_ENROLMENT, findProblems } from '../../domain/enrolment/enrolment.ts';
import { phoneMatches } from '../../domain/enrolment/phone.ts';
import { DEFAULT_RULES } from '../../domain/enrolment/rules.ts';
import { uploadIdOf } from '../../domain/personal-code.ts';
import { ownContacts } from '../../domain/setting-values.ts';
import { rpc } from '../support/desk.ts';
import { bornYearsAgo, insertOf, ROW } from '../support/people.ts';
import { engines, forTests, serverForTests } from '../support/server.ts';
import { ANON, signedIn } from '../support/sign-in.ts';

/** The rules that stand once in TypeScript, for the pages, and once in SQL, which has the last word: both say the same. */
describe.each(engines)('$name', (engine) => {
  const server = serverForTests(engine);
  const admin = forTests(() => signedIn(server, { administrator: true }));
  const { rows: sql, value } = server;

  /** What a function of the database says of each of these texts. */
  const said = async <Answer>(name: string, texts: readonly string[]) =>
    value<Answer[]>(
      `select array_agg(private.${name}(t) order by n) from unnest($1::text[]) with ordinality as u (t, n)`,
      texts,
    );

  test('letters that nobody sees', async () => {
    const blank = await value<number[]>(
      'select array_agg(n) from generate_series(1, 1114111) as n where n not between 55296 and 57343 and private.em_branco(chr(n))',
    );
    const codes = Array.from({ length: 0x10ffff }, (_, at) => at + 1);
    const here = codes.filter(
      (code) => (code < 0xd800 || code > 0xdfff) && isBlank(String.fromCodePoint(code)),
    );
    expect(blank).toEqual(here);
  });

  test('the uuid of a personal code, of version 8, and no other text has one', async () => {
    const codes = Array.from({ length: 200 }, () => randomBytes(16).toString('hex'));
    const uuids = codes.map(uploadIdOf);
    expect(await said('envio_do_codigo', codes)).toEqual(uuids);
    expect(
      await said(
        'envio_do_codigo',
        codes.map((code) => code.toUpperCase()),
      ),
    ).toEqual(uuids);
    for (const uuid of uuids)
      expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const odd = ['', 'x'.repeat(32), 'a'.repeat(31), 'a'.repeat(33), ` ${'a'.repeat(32)}`];
    expect(await said('envio_do_codigo', odd)).toEqual(odd.map(() => null));
  });

  test('the age of everybody born in forty years, today, in the filter and on leap days', async () => {
    const groups = ['crianca', 'adolescente', 'adulto'];
    const filters = await Promise.all(
      groups.map((idade) => value<string>('select onde from private.condicoes($1)', { idade })),
    );
    const rows = await sql<{ birth: string; age: number; found: boolean[]; on: Record<string, number> }>(`
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

  const digits = (minLength: number, maxLength = minLength) =>
    fc.string({ unit: fc.constantFrom(...'0123456789'), minLength, maxLength });

  test('every CPF', async () => {
    // three quarters of them right: nine digits at random seldom come with the two that belong to them
    const cpf = fc.oneof(
      digits(0, 13),
      digits(9).map(completed),
      digits(9).map((nine) => completed(nine).replace(/(...)(?=.)/g, '$1.')),
      digits(1).map((one) => one.repeat(11)),
    );
    const samples = fc.sample(cpf, 2_000);
    const mine = samples.map(cpfMatches);
    expect(await said('cpf_confere', samples)).toEqual(mine);
    expect(new Set(mine)).toEqual(new Set([true, false]));
  });

  test('every telephone', async () => {
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
    const known = [...RIGHT_PHONES.map(() => true), ...WRONG_PHONES.map(() => false)];
    expect(mine.slice(0, known.length)).toEqual(known);
    expect(await said('telefone_confere', samples)).toEqual(mine);
  });

  test('guardian, CPF and telephones bind once the settings say so', async () => {
    const adult = { data_nascimento: '1990-01-01', nome_responsavel: null, telefone_responsavel: null };
    const cases: [changes: object, constraint?: string][] = [
      ...['529.982.247-25', '111.444.777-35', '012.345.678-90'].map((cpf): [object] => [{ cpf }]),
      ...['529.982.247-26', '111.111.111-11'].map((cpf): [object, string] => [{ cpf }, 'cpf_confere']),
      [{ nome_responsavel: null }, 'responsavel'],
      [{ telefone_responsavel: ' ' }, 'responsavel'],
      [{ telefone_responsavel: null, data_nascimento: bornYearsAgo(17) }, 'responsavel'],
      [adult],
      [{ ...adult, data_nascimento: bornYearsAgo(18) }],
      [{ ...adult, telefone_responsavel: '90000-0001' }, 'telefone_confere'],
      [{ ...adult, telefone_responsavel: '+351 912 345 678' }],
      [{ ...adult, telefone_whatsapp: '(20) 90000-0001' }, 'telefone_confere'],
      [{ ...adult, telefone_whatsapp: '(62) 3333-4444' }],
    ];
    for (const isBinding of [false, true]) {
      const settings = { ...DEFAULT_RULES, responsavelObrigatorio: isBinding, validacaoEstrita: isBinding };
      await sql(
        'update private.configuracao set responsavel_obrigatorio = $1, validacao_estrita = $1',
        isBinding,
      );
      for (const [changes, constraint] of cases) {
        const row = { ...ROW, data_nascimento: '2015-01-01', ...changes };
        const typed = {
          ...{ dataNascimento: row.data_nascimento, cpf: row.cpf, telefoneWhatsapp: row.telefone_whatsapp },
          nomeResponsavel: row.nome_responsavel ?? '',
          telefoneResponsavel: row.telefone_responsavel ?? '',
        };
        const problems = findProblems({ ...EMPTY_ENROLMENT, ...typed }, todayInBrazil(), settings);
        const inserted = server.database.as(ANON, (tx) => tx.query(...insertOf(row)));
        const refused = await inserted.then(
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

  test('what families read names no address or telephone but the centre’s', async () => {
    const texts = TEXTS.map(([text]) => text);
    await sql('select private.guardar_contatos($1)', ownContacts('https://outro.example.org'));
    const refusals = (await said<string | null>('contato_alheio', texts)) ?? [];
    for (const [at, [text, found]] of TEXTS.entries())
      expect([text, refusals[at] ?? null]).toEqual([text, found && refusalOf(found)]);
    await sql('select private.guardar_contatos($1)', ['outro.example.org']); // what is none any more goes
    expect(await sql('select contato from private.contatos_do_centro')).toHaveLength(1);
    await sql('select private.guardar_contatos($1)', ownContacts('https://outro.example.org'));
    const usual = (Object.keys(familyMessages) as FamilyMessage[]).map(usualMessage);
    expect(await said('contato_alheio', usual)).toEqual(usual.map(() => null));
    const refuses = async (name: string, body: object, message: string) =>
      expect(await rpc(server, admin.token, name, body)).toMatchObject({ status: 400, body: { message } });
    for (const [nome, valor, found] of [
      ['frase_de_fechada', 'Ligue (11) 98888-7777', '11) 98888-7777'],
      ['mensagem_aprovada', 'Oi, {nome}! Pague em golpe.example/pix', 'golpe.example/pix'],
    ] as const)
      await refuses('guardar_ajuste', { nome, valor }, refusalOf(found));
    for (const turma of [{ name: 'Boxe: golpe.com' }, { name: 'Boxe', days: 'golpe.com' }])
      await refuses('salvar_turma', { turma }, refusalOf('golpe.com'));
  });
});

const refusalOf = (found: string) =>
  `Tire “${found}”: as famílias só devem ler o endereço, o e-mail e o telefone do centro.`;
const { phone, email, handle, postalCode, instagramUrl, siteUrl } = brand;
const [written, bare] = [phoneInWords(phone), instagramUrl.replace('https://', '')];
/** Ordinary words that look a little like a telephone or an address. */
const ALLOWED = [
  ...[`Ligue ${written}. 8h às 18h`, `${written} - 2ª a 6ª`, `Ligue ${written} (8h-18h)`],
  ...['12.03.2026', '12-03-2026', '2026-03-12', '2026-2027', '2026 - 2027', '2026/2027', 'Lei 13.709/2018'],
  ...['18.00-19.30', '19h30', 'Dias 05/02 12/02 19/02', 'De 24.12 - 31.12', '05/02/2027 18:00-19:00'],
  ...[
    '100, 200, 300',
    '80, 120, 150 vagas',
    'Mensalidade: 50,100,150,200',
    'até março.obrigado',
    'vagas.traga o documento.até lá',
  ],
  ...['7 8 9 10 11 12', '7 / 9 / 11 / 13 / 15', 'R$ 50,00', 'Rua 62, 34', `Rua 62, 34 - ${postalCode}`],
  ...['tod@s', 'Bem-vind@s.Obrigado', 'março.Obrigado', 'E.M.João', 'Av.Brasil', 'AV.BRASIL', 'p.ex.'],
  'Bom dia.😀😀',
];
/** The usual spellings of a mobile that is not the centre’s. */
const MOBILES = [
  ...['(62) 98888-7777', '62 98888-7777', '62988887777', '+55 62 98888-7777', '5562988887777'],
  ...['062 98888 7777', '62-98888-7777', '62.98888.7777', '62/98888/7777', '(62) 9 8888-7777'],
  ...['98888-7777', '62 9 88 88 77 77', '62 988 887 777', '(11) 90000-0000', '62 98888 - 7777'],
];
/** What somebody may want to write, and what of it is refused. */
const TEXTS: readonly [text: string, found: string | null][] = [
  ['', null],
  ['Voltamos em fevereiro. Até lá!', null],
  ['Voltamos em 05/02/2027, às 18:00 ou 18h30, de 10 a 12 anos.', null],
  ['Inscrições 2026/2027: 20/12/2026 a 10/1/27, 100 vagas, R$ 1.234,50.', null],
  ['Olá, {nome}! Protocolo {protocolo}... até. {link}', null],
  [`Escreva para ${email}, ou ligue ${phone}.`, null],
  [
    `Ligue ${written} ou ${written.replace(/^\S+ /, '')} ou +55 ${written.replace(/[()]/g, '')}; CEP ${postalCode}. *${handle}*`,
    null,
  ],
  [`Veja ${siteUrl}/projeto-social?a=1 e outro.example.org/situacao`, null],
  [`Veja (${bare}).`, null],
  ['Pague em golpe.com', 'golpe.com'],
  ['Pague em ＧＯＬＰＥ．com!', 'GOLPE.com'],
  ['Pague em golpe。com', 'golpe.com'],
  ['https://www.example.com@golpe.com/', 'https://www.example.com@golpe.com/'],
  [`${instagramUrl}2`, `${instagramUrl}2`],
  ['Siga @golpe', '@golpe'],
  ['Escreva a golpe@example.com', 'golpe@example.com'],
  ['https://wa.me/5511988887777', 'https://wa.me/5511988887777'],
  ['Ligue 98888.7777', '98888.7777'],
  ['Ligue 3333-4444', '3333-4444'],
  ['Ligue 1 1 9 8 8 8 8 7 7 7 7', '1 1 9 8 8 8 8 7 7 7 7'],
  ['PIX 529.982.247-25', '529.982.247-25'],
  [`Ligue ${phone} ou 11988887777`, '11988887777'],
  ...ALLOWED.map((text): [string, null] => [text, null]),
  ['Ligue 62 98888,7777', '62 98888,7777'],
  ['Ligue 6\u200b2 9\u00ad8888\u{e0061}-77\u2060\ufe0f77', '62 98888-7777'],
  ['Ligue 62\u2028988\u008588\u20297777', '62 988 88 7777'],
  ['Ligue 62😀98888😀7777', '62😀98888😀7777'],
  ['Ligue 62.9.81.23.45.67', '62.9.81.23.45.67'],
  ['golpe . com', 'golpe.com'],
  [`${new URL(siteUrl).host}/projeto\u2028golpe.com`, 'golpe.com'],
  ['example.com/|golpe.com', 'example.com/|golpe.com'],
  ['Siga o Insta@perfil', 'Insta@perfil'],
  ['Veja em golpe.obrigado/pix', 'golpe.obrigado/pix'],
  ['Veja www.golpe', 'www.golpe'],
  ['golpe.сайт', 'golpe.сайт'],
  ['até março.se der', 'março.se'],
  ['Ligue 988, 887, 777', '988, 887, 777'],
  ['Ligue 300, 200, 100', '300, 200, 100'],
  ['Ligue 100. 200. 300', '100. 200. 300'],
  ['Ligue 62 100, 200, 300', '62 100, 200, 300'],
  ...['bet', 'gov', 'link', 'online', 'shop'].map((ending): [string, string] => [
    `Veja golpe.${ending}`,
    `golpe.${ending}`,
  ]),
  ...MOBILES.map((text): [string, string] => [`Ligue ${text}`, text.replace(/^[(+]/, '')]),
];

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
