import { describe, expect, test } from 'vitest';
import type { StoredEnrolment } from './sheet.ts';
import { cellOf, cleaned, EXPORT_COLUMNS, type ExportColumn, type ExportedEnrolment } from './spreadsheet.ts';

const ROW = {
  id: '00000000-0000-4000-8000-000000000001',
  created_at: '2025-05-13T01:30:00+00:00',
  protocolo: '04827193',
  situacao: 'lista-de-espera',
  telefone_novo: '62988887777',
  nome_completo: 'Pessoa de Teste',
  data_nascimento: '2012-03-05',
  idade: 14,
  sexo: 'feminino',
  cpf: '01234567890',
  rg: '0012345',
  cidade: 'Cidade Exemplo',
  telefone_whatsapp: '62900000000',
  nivel_escolaridade: 'medio-completo',
  renda_familiar: '1-2',
  cadastro_unico_url: null,
  peso: 52.5,
  altura: '1.6',
  condicao_medica: 'Sim',
  condicao_medica_detalhes: 'Asma',
} as Partial<StoredEnrolment> as ExportedEnrolment;

describe('a cell', () => {
  test.each<[ExportColumn, unknown]>([
    ['protocolo', '0482-7193'],
    ['created_at', { day: '2025-05-12' }], // half past ten in the evening, in Goiás
    ['situacao', 'Lista de espera'],
    ['telefone_novo', '(62) 98888-7777'],
    ['nome_completo', 'Pessoa de Teste'],
    ['data_nascimento', { day: '2012-03-05' }],
    ['idade', { number: 14, places: 0 }],
    ['sexo', 'Feminino'],
    ['cpf', '012.345.678-90'],
    ['rg', '0012345'],
    ['telefone_whatsapp', '(62) 90000-0000'],
    ['nivel_escolaridade', 'Ensino Médio completo'],
    ['renda_familiar', 'De 1 a 2 salários mínimos'],
    ['cadastro_unico_url', 'Não'],
    ['peso', { number: 52.5, places: 1 }],
    ['altura', { number: 1.6, places: 2 }],
    ['condicao_medica', 'Sim'],
    ['condicao_medica_detalhes', 'Asma'],
    ['escola', null],
  ])('of %s is %j', (column, cell) => expect(cellOf(ROW, column)).toEqual(cell));

  test('is empty for the details where there is no condition, and for a telephone that nobody changed', () => {
    expect(cellOf({ ...ROW, condicao_medica: 'nao' }, 'condicao_medica_detalhes')).toBeNull();
    expect(cellOf({ ...ROW, telefone_novo: null }, 'telefone_novo')).toBeNull();
  });

  test('is text where the answer is not a number, or not a day that spreadsheets can show', () => {
    expect(cellOf({ ...ROW, peso: 'muito' }, 'peso')).toBe('muito');
    expect(cellOf({ ...ROW, peso: '123456789012' }, 'peso')).toBe('123.456.789.012,0 kg');
    expect(cellOf({ ...ROW, data_nascimento: '1899-12-31' }, 'data_nascimento')).toBe('1899-12-31');
    expect(cellOf({ ...ROW, created_at: null, protocolo: null }, 'created_at')).toBeNull();
    expect(cellOf({ ...ROW, created_at: 'infinity' }, 'created_at')).toBe('—');
  });

  test('holds no control character, no half letter and no lone carriage return', () => {
    expect(cleaned('a\u0001b\u0008c\u001Fd\uFFFEe\uD800f\u0000g')).toBe('abcdefg');
    expect(cleaned('um\r\ndois\rtrês 🥋')).toBe('um\ndois\ntrês 🥋');
  });
});

test('the columns are the desk’s own and the sheet’s, with the sensitive ones marked', () => {
  const named = (wanted: boolean) =>
    EXPORT_COLUMNS.filter(({ sensitive }) => sensitive === wanted).map(({ column }) => column);
  expect(named(true)).toEqual([
    ...['cpf', 'rg', 'orgao_expedidor', 'endereco_completo', 'renda_familiar', 'cadastro_unico_url'],
    ...['peso', 'altura', 'condicao_medica', 'condicao_medica_detalhes'],
  ]);
  expect(named(false)).toEqual([
    ...['protocolo', 'created_at', 'situacao', 'nome_completo', 'data_nascimento', 'idade', 'sexo', 'cidade'],
    ...[
      'telefone_whatsapp',
      'telefone_novo',
      'email',
      'nome_responsavel',
      'telefone_responsavel',
      'contato_recados',
    ],
    ...['nivel_escolaridade', 'escola', 'serie_ano'],
  ]);
  expect(new Set(EXPORT_COLUMNS.map(({ label }) => label)).size).toBe(EXPORT_COLUMNS.length);
});
