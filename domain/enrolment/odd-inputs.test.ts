import { describe, expect, test } from 'vitest';
import { printTitle } from '../desk/sheet.ts';
import { DOCUMENT_MAX_BYTES, safeFileName } from '../document/document.ts';
import { doubtOf } from './doubts.ts';
import { EMPTY_ENROLMENT, findProblems, toRow } from './enrolment.ts';
import { FIELDS, type FieldName } from './fields.ts';

// Rows of docs/odd-inputs.md that the other tests of this folder do not cover; the number is the row.

type TextName = Exclude<FieldName, 'cadastroUnico'>;
const TODAY = '2026-11-21';

const problemWith = (name: TextName, typed: string, others = {}) =>
  findProblems({ ...EMPTY_ENROLMENT, ...others, [name]: typed }, TODAY).find(({ field }) => field === name)
    ?.message ?? null;
const doubtAbout = (name: TextName, typed: string, others = {}) =>
  doubtOf(name, { ...EMPTY_ENROLMENT, ...others, [name]: typed }, TODAY)?.text ?? null;
const stored = (name: TextName, typed: string) => {
  const column = FIELDS.find((field) => field.name === name)?.column ?? 'cpf';
  return toRow({ ...EMPTY_ENROLMENT, [name]: typed }, null)[column];
};

const LETTERS = 'x\u0323\u0300'; // one that people see, three code points

describe('is accepted as it is', () => {
  test.each<[row: number, name: TextName, typed: string]>([
    [5, 'nomeCompleto', "Maria Sant'Ana D'Ávila"],
    [5, 'nomeCompleto', 'Sean O’Neill'],
    [6, 'nomeCompleto', 'Ana-Luísa Mª José da Conceição'],
    [6, 'nomeCompleto', 'Pedro II'],
    [9, 'nomeCompleto', 'Ýasmïn Ŵłodarczyk'],
    [9, 'nomeCompleto', 'Nguyễn Văn Hùng'],
    [9, 'nomeCompleto', 'Aruã Pataxó Hãhãhãe'],
    [9, 'nomeCompleto', 'Ðorđe Đorđević'],
    [10, 'nomeCompleto', 'محمد علي'],
    [10, 'nomeCompleto', '李小龍'],
    [10, 'nomeCompleto', 'Ольга Иванова'],
    [12, 'nomeCompleto', 'Bia 🥋🔥'],
    [14, 'nomeCompleto', `Maria ${LETTERS.repeat(114)}`],
    [15, 'nomeCompleto', '<script>alert(1)</script>'],
    [15, 'nomeCompleto', '<img src=x onerror=alert(1)>'],
    [16, 'nomeCompleto', "Robert'); DROP TABLE inscricoes_projeto;--"],
    [17, 'nomeCompleto', '=HYPERLINK("http://X","a")'],
    [18, 'nomeCompleto', '../../etc/passwd nul.pdf'],
    [18, 'nomeCompleto', 'Maria/José CON'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what is typed
    [19, 'nomeCompleto', '{{7*7}} ${x} %s'],
    [31, 'dataNascimento', '29/02/2012'],
    [36, 'dataNascimento', '15/08/1931'],
    [62, 'rg', 'MG-12.345.678'],
    [62, 'rg', '12.345.678-X'],
    [62, 'rg', '1234567 2ª via'],
    [63, 'rg', '529.982.247-25'],
    [64, 'rg', 'não tem'],
    [64, 'rg', '-'],
    [64, 'rg', '0'],
    [67, 'cidade', 'Goiania'],
    [67, 'cidade', 'GOIÂNIA - GO'],
    [67, 'cidade', 'Goiânia/GO'],
    [68, 'cidade', 'Barreiras, Bahia'],
    [72, 'enderecoCompleto', 'Av. Exemplo, 1000, Centro, 01310-100'],
    [73, 'enderecoCompleto', 'Rua 2, 10, Centro, 76300-000'],
    [74, 'enderecoCompleto', 'Faz. Boa Vista, km 12 GO-060, após a ponte, s/n, 76000-000'],
    [75, 'enderecoCompleto', 'Qd. 12 Lt. 5 Cs. 2, nº 3½ #, 76000-000'],
    [75, 'enderecoCompleto', 'Q.12 L.05 76000-000'],
    [93, 'contatoRecados', 'Dona Maria vizinha 62 98888-8888'],
    [94, 'contatoRecados', 'CRAS (62) 3333-4444'],
    [100, 'email', "o'brien+projeto@sub.dominio.com.br"],
    [100, 'email', 'a_b-c@x.co'],
    [103, 'email', 'naotem@naotem.com'],
    [106, 'email', 'alguem@mailinator.com'],
    [111, 'escola', 'CEMEI "Peq. Príncipe" Nº 3'],
    ...['7o', '7º A', 'EJA 2', 'terminou'].map((typed): [number, TextName, string] => [
      112,
      'serieAno',
      typed,
    ]),
    [138, 'condicaoMedicaDetalhes', 'CID J45.0, salbutamol 100 mcg\nTDAH (F90)'],
    [139, 'condicaoMedicaDetalhes', 'Tem medo de voltar para casa'],
  ])('row %i: %s %j', (_row, name, typed) => {
    const others = name === 'condicaoMedicaDetalhes' ? { condicaoMedica: 'sim' } : {};
    expect(problemWith(name, typed, others)).toBeNull();
    expect(doubtAbout(name, typed, others)).toBeNull();
    const value = stored(name, typed);
    if (name !== 'dataNascimento') expect(value).toBe(typed);
  });
});

describe('is accepted, at most with a doubt', () => {
  test.each<[row: number, name: TextName, typed: string]>([
    [17, 'nomeCompleto', '+55'],
    [17, 'nomeCompleto', '-1'],
    [22, 'nomeCompleto', 'teste'],
    [22, 'nomeCompleto', 'asdf asdf'],
    [79, 'enderecoCompleto', 'em situação de rua'],
    [79, 'enderecoCompleto', 'Casa de Passagem'],
    [80, 'enderecoCompleto', 'sigiloso'],
    [99, 'email', 'maria@café.com'],
  ])('row %i: %s %j', (_row, name, typed) => {
    expect(problemWith(name, typed)).toBeNull();
    expect(stored(name, typed)).toBe(typed);
  });

  test('row 80: a person in hiding need not give a street', () => {
    expect(doubtAbout('enderecoCompleto', 'sigiloso')).not.toBe('Escreva rua, número e bairro.');
  });

  test('row 92: one telephone for both', () => {
    const both = { telefoneWhatsapp: '62999999998', telefoneResponsavel: '62999999998' };
    expect(doubtAbout('telefoneResponsavel', both.telefoneResponsavel, both)).toBeNull();
  });
});

describe('is only a doubt', () => {
  test.each([...'0123456789'])('row 50: a CPF of nothing but %s', (digit) => {
    expect(doubtAbout('cpf', digit.repeat(11))).toBe('Este CPF não existe. Confira os números.');
    expect(problemWith('cpf', digit.repeat(11))).toBeNull();
  });

  test.each(['00', '20', '23', '36', '90'])('row 86: area code %s, which does not exist', (area) => {
    expect(doubtAbout('telefoneWhatsapp', `(${area}) 99999-9998`)).toBe('Confira o DDD.');
    expect(problemWith('telefoneWhatsapp', `(${area}) 99999-9998`)).toBeNull();
  });
});

test.each([
  ['ssp/go', 'SSP/GO'],
  ['SSP GO', 'SSP GO'],
  ['Polícia Civil', 'POLÍCIA CIVIL'],
])('row 65: who issued the RG, %j, is stored as %j', (typed, value) => {
  expect(stored('orgaoExpedidor', typed)).toBe(value);
});

describe('stops the form', () => {
  test.each<[row: number, name: TextName, typed: string, message: string]>([
    [13, 'nomeCompleto', 'a'.repeat(121), 'O nome está muito longo. Use até 120 letras.'],
    [14, 'nomeCompleto', LETTERS.repeat(121), 'O nome está muito longo. Use até 120 letras.'],
    [66, 'orgaoExpedidor', 'S'.repeat(300), 'Use até 20 letras.'],
    [77, 'enderecoCompleto', `76000-000 ${'a'.repeat(5_000)}`, 'Use até 300 letras.'],
    [95, 'email', 'maria@gmail', 'Falta o @ ou o final. Exemplo: nome@gmail.com'],
    [96, 'email', 'maria@@gmail.com', 'Escreva um e-mail só, com um @. Exemplo: nome@gmail.com'],
    [96, 'email', 'maria gmail.com', 'Falta o @ ou o final. Exemplo: nome@gmail.com'],
    [96, 'email', 'mariaQgmail.com', 'Falta o @ ou o final. Exemplo: nome@gmail.com'],
    [96, 'email', 'maria@gmail,com', 'Troque a vírgula por ponto. Exemplo: nome@gmail.com'],
    [96, 'email', 'maria@escola,go,gov.br', 'Troque a vírgula por ponto. Exemplo: nome@gmail.com'],
    [96, 'email', 'maria,silva@gmail.com', 'Troque a vírgula por ponto. Exemplo: nome@gmail.com'],
    [96, 'email', 'maria@gmail..com', 'Há um ponto a mais. Exemplo: nome@gmail.com'],
    [96, 'email', 'ma ria@gmail.com', 'Tire o espaço. Exemplo: nome@gmail.com'],
    [96, 'email', 'maria@gmail com', 'Tire o espaço. Exemplo: nome@gmail.com'],
    [96, 'email', 'a@b.com, c@d.com', 'Escreva um e-mail só, com um @. Exemplo: nome@gmail.com'],
    [103, 'email', 'nao tem', 'Falta o @ ou o final. Exemplo: nome@gmail.com'],
    [104, 'email', 'a@b.com\nBcc: x@y.com', 'Escreva um e-mail só, com um @. Exemplo: nome@gmail.com'],
    [108, 'nivelEscolaridade', 'superior-pos', 'Escolha a escolaridade.'],
    [124, 'peso', '1e2', 'Use números. Exemplo: 52,5'],
    [124, 'peso', 'Infinity', 'Use números. Exemplo: 52,5'],
    [125, 'peso', '1.234,5', 'Use números. Exemplo: 52,5'],
    [125, 'peso', '1,234.5', 'Use números. Exemplo: 52,5'],
    [127, 'peso', 'não sei', 'Se não souber, escreva um valor aproximado.'],
    [127, 'altura', 'Nao sei ao certo', 'Se não souber, escreva um valor aproximado.'],
    [127, 'altura', '?', 'Se não souber, escreva um valor aproximado.'],
    [130, 'peso', '52,,5', 'Use números. Exemplo: 52,5'],
    [130, 'altura', '1,6.2', 'Use números. Exemplo: 1,62'],
    [138, 'condicaoMedicaDetalhes', 'a'.repeat(3_000), 'Use até 1000 letras.'],
    [140, 'motivacao', 'a'.repeat(2_001), 'Use até 2000 letras.'],
    [140, 'objetivos', 'a'.repeat(1_000_000), 'Use até 2000 letras.'],
  ])('row %i: %s %.40j reads %j', (_row, name, typed, message) => {
    expect(problemWith(name, typed)).toBe(message);
  });
});

test('row 103: the hint of the e-mail field accepts a relative’s', () => {
  const { hint } = FIELDS.find(({ name }) => name === 'email') as { hint?: string };
  expect(hint).toBe('Pode ser o e-mail de alguém da família.');
});

test('row 145: five million and one bytes are less than 5 MB', () => {
  const file = new File([new Uint8Array(5_000_001)], 'folha.pdf');
  expect(file.size).toBeLessThan(DOCUMENT_MAX_BYTES);
  const found = findProblems({ ...EMPTY_ENROLMENT, cadastroUnico: file }, TODAY);
  expect(found.some(({ field }) => field === 'cadastroUnico')).toBe(false);
});

test.each([
  [148, 'FOLHA.PDF', 'pdf', 'FOLHA.pdf'],
  [148, 'foto.jfif', 'jpg', 'foto.jpg'],
  [148, 'foto.jpe', 'jpg', 'foto.jpg'],
  [149, 'foto', 'png', 'foto.png'],
  [154, 'IMG_0001.HEIC', 'jpg', 'IMG_0001.jpg'],
  [176, 'foto.jpg.pdf', 'jpg', 'foto.jpg'],
] as const)('row %i: %j with the bytes of a %s is stored as %s', (_row, name, kind, stored) => {
  expect(safeFileName(name, kind)).toBe(stored);
});

test.each([
  [12, 'Bia 🥋🔥', 'Ficha-Bia_🥋🔥'], // SPEC §2 asks for the name; browsers make a file name of it
  [245, 'Ana  Lima / Jr. 🥋 .', 'Ficha-Ana_Lima_/_Jr._🥋_.'],
])('row %i: %j prints under %j', (_row, name, title) => {
  expect(printTitle(name)).toBe(title);
});
