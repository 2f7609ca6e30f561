import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ageAfter,
  cleaned,
  detailsAfter,
  fits,
  hasNoDetails,
  isEmail,
  normalisedAnswer,
  readDecimal,
} from './answers.ts';
import { FIELDS, type Field, type FieldName } from './fields.ts';

const field = (name: FieldName) => FIELDS.find((candidate) => candidate.name === name) as Field;
const stored = (name: FieldName, typed: string) => normalisedAnswer(field(name), typed);
const PESO = field('peso').range as NonNullable<Field['range']>;
const ALTURA = field('altura').range as NonNullable<Field['range']>;

describe('cleaned text', () => {
  test.each([
    ['   ', ''],
    ['\t', ''],
    ['\u00A0', ''],
    ['\u2003', ''],
    ['\u200B', ''],
    [' \uFEFF\u2060 ', ''],
    ['  Maria   da  Silva  ', 'Maria da Silva'],
    ['Jose\u0301', 'José'],
    ['Maria\u202Eavlis', 'Mariaavlis'],
    ['\u206662 90000-0000\u2069', '62 90000-0000'],
    ['Maria\nda Silva', 'Maria da Silva'],
    ['Maria\r\nda\u2028Silva', 'Maria da Silva'],
    ['nulo\u0000', 'nulo'],
    ['meio\uD83D emoji', 'meio emoji'],
    ['Bia 🥋🔥', 'Bia 🥋🔥'],
    ["O'Neill D’Ávila Mª", "O'Neill D’Ávila Mª"],
    ['Pataxó Hãhãhãe 李小龍 محمد', 'Pataxó Hãhãhãe 李小龍 محمد'],
    ['<b>x</b>', '<b>x</b>'],
  ])('of %j is %j', (typed, text) => {
    expect(cleaned(typed)).toBe(text);
  });

  test('has line breaks where they are allowed', () => {
    expect(cleaned(' Rua 7 \r\n\tnº  120\n\n', 'lines')).toBe('Rua 7\nnº 120');
  });

  test('stays as it is when cleaned again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom('one line', 'lines'), (typed, lines) => {
        const once = cleaned(typed, lines as 'lines');
        expect(cleaned(once, lines as 'lines')).toBe(once);
      }),
    );
  });
});

describe('a weight', () => {
  test.each([
    ['52,5', 52.5],
    ['52.5', 52.5],
    ['52,50', 52.5],
    [' 52,5 kg', 52.5],
    ['52,5kg.', 52.5],
    ['52k', 52],
    ['52 Quilos', 52],
    ['+60', 60],
    ['52,', 52],
    ['52,55', 52.6],
    ['52,549', 52.5],
    ['٥٢,٥', 52.5],
    ['0', 0],
    ['525', 525],
    ['', ''],
    ['  ', ''],
    ['-60', null],
    ['1e2', null],
    ['Infinity', null],
    ['NaN', null],
    ['0x20', null],
    ['1.234,5', null],
    ['1,234.5', null],
    ['cinquenta', null],
    ['não sei', null],
    ['1m62', null],
    ['162 cm', null],
    ['52 5', null],
    ['52,5,5', null],
  ])('typed %j is %j', (typed, number) => {
    expect(readDecimal(typed, PESO)).toBe(number);
  });
});

describe('a height', () => {
  test.each([
    ['1,62', 1.62],
    ['1.62', 1.62],
    ['1m62', 1.62],
    ['1 m 62', 1.62],
    ['1,62m', 1.62],
    ['1,62 metros', 1.62],
    ["1'62", 1.62],
    ['1’62', 1.62],
    ['162', 1.62],
    ['162cm', 1.62],
    ['162,5', 1.63],
    ['1,625', 1.63],
    ['1,005', 1.01],
    ['1.6199999', 1.62],
    ['1,6199', 1.62],
    ['2', 2],
    ['62', 0.62],
    ['1620', 1620],
    ['-1,62', null],
    ['52 kg', null],
    ['um e sessenta', null],
  ])('typed %j is %j', (typed, number) => {
    expect(readDecimal(typed, ALTURA)).toBe(number);
  });
});

test('a number with one decimal more than the step is rounded half up', () => {
  fc.assert(
    fc.property(fc.integer({ min: 500, max: 30_000 }), (hundredths) => {
      const typed = `${Math.floor(hundredths / 100)},${String(hundredths % 100).padStart(2, '0')}`;
      expect(readDecimal(typed, PESO)).toBe(Math.floor((hundredths + 5) / 10) / 10);
    }),
  );
});

describe('the age the form shows', () => {
  test.each([
    ['05/03/2012', '14'],
    ['2012-03-05', '14'],
    ['22/07/2026', '0'],
    ['23/07/2026', ''],
    ['31/02/2012', ''],
    ['01/01/1890', ''],
    ['05/03', ''],
    ['', ''],
  ])('for %j on 22/07/2026 is %j', (birthDate, age) => {
    expect(ageAfter(birthDate, '2026-07-22')).toBe(age);
  });
});

describe('the medical details', () => {
  test("'nao' sets them to 'Nenhuma', 'sim' clears that and leaves anything else", () => {
    expect(detailsAfter('nao', 'Asma')).toBe('Nenhuma');
    expect(detailsAfter('nao', '')).toBe('Nenhuma');
    expect(detailsAfter('sim', 'Nenhuma')).toBe('');
    expect(detailsAfter('sim', 'Asma')).toBe('Asma');
  });

  test('row 136: come back with sim as they were before nao', () => {
    expect(detailsAfter('nao', 'Asma', 'Asma')).toBe('Nenhuma');
    expect(detailsAfter('sim', 'Nenhuma', 'Asma')).toBe('Asma');
  });

  test.each([
    '',
    '   ',
    '\u200B',
    'nenhuma',
    'Nenhuma',
    'NENHUMA',
    ' nenhuma ',
    'nenhuma.',
    'Nenhuma .',
    '...',
  ])('%j has no details', (details) => {
    expect(hasNoDetails(details)).toBe(true);
  });

  test.each(['nenhuma alergia, só asma', 'nenhumas', 'asma', 'nada', '-'])('%j has details', (details) => {
    expect(hasNoDetails(details)).toBe(false);
  });
});

describe('an answer is stored', () => {
  test.each([
    ['nomeCompleto', ' Maria   JOSÉ ', 'Maria JOSÉ'],
    ['dataNascimento', '5/3/2012', '2012-03-05'],
    ['dataNascimento', '31/02/2012', null],
    ['idade', '14', 14],
    ['idade', 'abc', null],
    ['cpf', '52998224725', '529.982.247-25'],
    ['cpf', ' 529 982 247 25 ', '529.982.247-25'],
    ['cpf', 'CPF: 529.982.247-25', '529.982.247-25'],
    ['cpf', '01234567890', '012.345.678-90'],
    ['cpf', '1234567890', '1234567890'],
    ['rg', '12.345.678-x', '12.345.678-X'],
    ['rg', '1234567 2ª via', '1234567 2ª via'],
    ['rg', 'não tem', 'não tem'],
    ['orgaoExpedidor', 'ssp/go', 'SSP/GO'],
    ['enderecoCompleto', 'Rua 7\n nº 120', 'Rua 7\nnº 120'],
    ['email', ' MARIA@GMAIL.COM ', 'MARIA@gmail.com'],
    ['email', '<maria@gmail.com>', 'maria@gmail.com'],
    ['email', 'mailto:maria@gmail.com', 'maria@gmail.com'],
    ['email', 'maria @gmail.com.', 'maria@gmail.com'],
    ['peso', '52,5 kg', 52.5],
    ['altura', '162', 1.62],
    ['escola', '', null],
    ['motivacao', '', null],
  ] as const)('%s typed %j as %j', (name, typed, value) => {
    expect(stored(name, typed)).toBe(value);
  });

  test.each([
    ['62999999999', '62999999999'],
    ['(62) 99999-9999', '62999999999'],
    ['62 9 9999-9999', '62999999999'],
    ['+55 62 99999-9999', '62999999999'],
    ['+55 (062) 99999-9999', '62999999999'],
    ['055 62 99999-9999', '62999999999'],
    ['5562999999999', '62999999999'],
    ['062 99999-9999', '62999999999'],
    ['0xx62 99999-9999', '62999999999'],
    ['015 62 99999-9999', '62999999999'],
    ['(62) 3333-4444', '6233334444'],
    ['062 3333-4444', '6233334444'],
    ['55 99999-9999', '55999999999'],
    ['+55 55 99999-9999', '55999999999'],
    ['\u202A+55\u00A062\u00A099999-9999\u202C', '62999999999'],
    ['99999-9999', '99999-9999'],
    ['0800 123 4567', '0800 123 4567'],
    ['+351 912 345 678', '+351 912 345 678'],
    ['+1 212 555 0100', '+1 212 555 0100'],
    ['62 99999-9999 / 62 98888-8888', '62 99999-9999 / 62 98888-8888'],
    ['62 99999-9999 (mãe)', '62 99999-9999 (mãe)'],
  ])('telefoneWhatsapp typed %j as %j', (typed, value) => {
    expect(stored('telefoneWhatsapp', typed)).toBe(value);
  });
});

test.each([
  ["o'brien+projeto@sub.dominio.com.br", true],
  ['a_b-c@x.co', true],
  ['joão@gmail.com', true],
  ['maria@café.com', true],
  ['naotem@naotem.com', true],
  ['maria@gmail', false],
  ['mariagmail.com', false],
  ['maria@@gmail.com', false],
  ['maria@gmail..com', false],
  ['maria@-gmail.com', false],
  ['nao tem', false],
  ['a@b.com Bcc: x@y.com', false],
  ['a@b.com x', false],
  ['@gmail.com', false],
  ['a@b.c', false],
  ['a@b.co', false],
  ['<A@B.com.br>', false],
  ['maria@g.c', false],
  ['m@gmail.com', true],
  ['maria@x.com', true],
])('%j is an e-mail address: %j', (text, is) => {
  expect(isEmail(text)).toBe(is);
});

test('letters are counted as people count them', () => {
  expect(fits('a'.repeat(120), 120)).toBe(true);
  expect(fits('a'.repeat(121), 120)).toBe(false);
  expect(fits('x\u0323\u0300'.repeat(60), 120)).toBe(true);
  expect(fits('🥋'.repeat(120), 120)).toBe(true);
  expect(fits(`a${'\u0300'.repeat(600)}`, 120)).toBe(false); // one letter, and more than the column takes
});
