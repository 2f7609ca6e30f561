import { describe, expect, test } from 'vitest';
import type { StoredEnrolment } from './sheet.ts';
import { cellOf, cleaned, EXPORT_COLUMNS, type ExportedEnrolment, type ExportName } from './spreadsheet.ts';

const ROW = {
  id: '00000000-0000-4000-8000-000000000001',
  arrivedAt: '2025-05-13T01:30:00+00:00',
  protocol: '04827193',
  situation: 'lista-de-espera',
  className: 'Muay Thai · 19:00',
  firstDay: '2027-01-11',
  reason: 'as vagas\racabaram',
  newPhone: '62988887777',
  nomeCompleto: 'Pessoa de Teste',
  dataNascimento: '2012-03-05',
  idade: 13,
  sexo: 'feminino',
  cpf: '01234567890',
  rg: '0012345',
  cidade: 'Cidade Exemplo',
  telefoneWhatsapp: '62900000000',
  nivelEscolaridade: 'medio-completo',
  rendaFamiliar: '1-2',
  cadastroUnico: null,
  peso: 52.5,
  altura: '1.6',
  condicaoMedica: 'Sim',
  condicaoMedicaDetalhes: 'Asma',
} as Partial<StoredEnrolment> as ExportedEnrolment;

describe('a cell', () => {
  test.each<[ExportName, unknown]>([
    ['protocol', '0482-7193'],
    ['arrivedAt', { day: '2025-05-12' }], // half past ten in the evening, in Goiás
    ['situation', 'Lista de espera'],
    ['className', 'Muay Thai · 19:00'],
    ['firstDay', { day: '2027-01-11' }],
    ['reason', 'as vagas\nacabaram'],
    ['newPhone', '(62) 98888-7777'],
    ['nomeCompleto', 'Pessoa de Teste'],
    ['dataNascimento', { day: '2012-03-05' }],
    ['idade', { number: 14, places: 0 }], // today
    ['declaredAge', { number: 13, places: 0 }],
    ['sexo', 'Feminino'],
    ['cpf', '012.345.678-90'],
    ['rg', '0012345'],
    ['telefoneWhatsapp', '(62) 90000-0000'],
    ['nivelEscolaridade', 'Ensino Médio completo'],
    ['rendaFamiliar', 'De 1 a 2 salários mínimos'],
    ['cadastroUnico', 'Não'],
    ['peso', { number: 52.5, places: 1 }],
    ['altura', { number: 1.6, places: 2 }],
    ['condicaoMedica', 'Sim'],
    ['condicaoMedicaDetalhes', 'Asma'],
    ['escola', null],
  ])('of %s is %j', (name, cell) => expect(cellOf(ROW, name, '2026-12-20')).toEqual(cell));

  test('is empty for the details where there is no condition, and for what nobody decided or changed', () => {
    for (const name of ['className', 'firstDay', 'reason'] as const)
      expect(cellOf({ ...ROW, [name]: null }, name)).toBeNull();
    expect(cellOf({ ...ROW, condicaoMedica: 'nao' }, 'condicaoMedicaDetalhes')).toBeNull();
    expect(cellOf({ ...ROW, newPhone: null }, 'newPhone')).toBeNull();
    expect(cellOf({ ...ROW, dataNascimento: null }, 'idade')).toBeNull();
  });

  test('is text where the answer is not a number, or not a day that spreadsheets can show', () => {
    expect(cellOf({ ...ROW, peso: 'muito' }, 'peso')).toBe('muito');
    expect(cellOf({ ...ROW, peso: '123456789012' }, 'peso')).toBe('123.456.789.012,0 kg');
    expect(cellOf({ ...ROW, dataNascimento: '1899-12-31' }, 'dataNascimento')).toBe('1899-12-31');
    expect(cellOf({ ...ROW, arrivedAt: null, protocol: null }, 'arrivedAt')).toBeNull();
    expect(cellOf({ ...ROW, arrivedAt: 'infinity' }, 'arrivedAt')).toBe('—');
  });

  test('holds no control character, no half letter and no lone carriage return', () => {
    expect(cleaned('a\u0001b\u0008c\u001Fd\uFFFEe\uD800f\u0000g')).toBe('abcdefg');
    expect(cleaned('um\r\ndois\rtrês 🥋')).toBe('um\ndois\ntrês 🥋');
  });

  const TEXTS = EXPORT_COLUMNS.filter(({ column }) => column !== 'idade'); // a number
  test.each(TEXTS)('of $name is cleaned, whatever the row holds', ({ name }) => {
    const cell = cellOf({ ...ROW, [name]: 'a\u0001b\r\nc' }, name);
    expect(cell).toBe(cleaned(String(cell)));
  });
});

test('the columns are the desk’s own and the sheet’s, with the sensitive ones marked', () => {
  const named = (wanted: boolean) =>
    EXPORT_COLUMNS.filter(({ sensitive }) => sensitive === wanted).map(({ name }) => name);
  expect(named(true)).toEqual([
    ...['reason', 'nomeSocial', 'cpf', 'rg', 'orgaoExpedidor', 'enderecoCompleto', 'rendaFamiliar'],
    ...['cadastroUnico', 'peso', 'altura', 'condicaoMedica', 'condicaoMedicaDetalhes'],
  ]);
  expect(named(false)).toEqual([
    ...[
      'protocol',
      'arrivedAt',
      'situation',
      'className',
      'firstDay',
      'nomeCompleto',
      'dataNascimento',
      'idade',
      'declaredAge',
      'sexo',
      'cidade',
    ],
    ...['telefoneWhatsapp', 'newPhone', 'email', 'nomeResponsavel', 'telefoneResponsavel', 'contatoRecados'],
    ...['nivelEscolaridade', 'escola', 'serieAno'],
  ]);
  expect(new Set(EXPORT_COLUMNS.map(({ label }) => label)).size).toBe(EXPORT_COLUMNS.length);
});
