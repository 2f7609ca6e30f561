import { describe, expect, test } from 'vitest';
import { doubtOf, type ForWhom } from './doubts.ts';
import { EMPTY_ENROLMENT, type Enrolment, findProblems } from './enrolment.ts';
import type { FieldName } from './fields.ts';

const TODAY = '2026-11-21';
type Answers = Partial<Omit<Enrolment, 'cadastroUnico'>>;
const doubt = (name: FieldName, answers: Answers, forWhom: ForWhom = '') =>
  doubtOf(name, { ...EMPTY_ENROLMENT, ...answers }, TODAY, forWhom);

type Row = [
  row: number,
  name: FieldName,
  typed: string,
  text: string | null,
  others?: Answers,
  forWhom?: ForWhom,
];

// The number is the row of docs/odd-inputs.md; null: no doubt.
test.each<Row>([
  [1, 'nomeCompleto', ' ', null],
  [4, 'nomeCompleto', 'Maria', 'Só um nome? Se for isso mesmo, pode seguir.'],
  [5, 'nomeCompleto', 'O’Neill Silva', null],
  [6, 'nomeCompleto', 'João Jr.', null],
  [10, 'nomeCompleto', '李小龍', null],
  [20, 'nomeCompleto', '123456', 'Confira o nome: só vieram números.'],
  [
    23,
    'nomeResponsavel',
    ' ana  lima',
    'O nome do aluno e do responsável estão iguais. Confira.',
    { nomeCompleto: 'Ana Lima', dataNascimento: '05/03/2012' },
  ],
  [23, 'nomeResponsavel', 'Ana Lima', null, { nomeCompleto: 'Ana Lima' }],
  [34, 'dataNascimento', '21/11/2026', 'A idade deu 0 anos. Confira.'],
  [36, 'dataNascimento', '15/08/1931', null],
  [37, 'dataNascimento', '01/01/2024', 'A idade deu 2 anos. Confira.'],
  [45, 'dataNascimento', '01/01/1985', 'Deu 41 anos. Esta é a data de quem vai treinar?', {}, 'outra'],
  [45, 'dataNascimento', '01/01/1985', null, {}, 'mim'],
  [47, 'cpf', '529-982-247/25', null],
  [48, 'cpf', 'CPF:\u00a0529.982.247-25\n', null],
  [49, 'cpf', '529.982.247-26', 'Este CPF não existe. Confira os números.'],
  [50, 'cpf', '111.111.111-11', 'Este CPF não existe. Confira os números.'],
  [50, 'cpf', '000.000.000-00', 'Este CPF não existe. Confira os números.'],
  [51, 'cpf', '123.456.789-09', null],
  [52, 'cpf', '1234567890', 'O CPF tem 11 números. Falta 1.'],
  [53, 'cpf', '012.345.678-90', null],
  [54, 'cpf', '529.982.247-251', 'O CPF tem 11 números. Sobrou 1.'],
  [55, 'cpf', 'O29.982.247-25', 'Use só números.'],
  [56, 'cpf', '12012345672', 'Este número parece ser o NIS. Aqui vai o CPF.'],
  [57, 'cpf', '11.222.333/0001-81', 'Aqui vai o CPF, com 11 números.'],
  [57, 'cpf', '12.ABC.345/01DE-35', 'Aqui vai o CPF, com 11 números.'],
  [60, 'cpf', '***.982.247-**', 'Digite o CPF completo.'],
  [64, 'rg', 'não tem', null],
  [69, 'enderecoCompleto', 'Rua 7 nº 120, Centro', 'Não achamos o CEP. Se souber, escreva os 8 números.'],
  [70, 'enderecoCompleto', 'Rua 7, 120, 76.000-000', null],
  [70, 'enderecoCompleto', 'Rua 7, 120, 76000000', null],
  [76, 'enderecoCompleto', '.', 'Escreva rua, número e bairro.'],
  [81, 'telefoneWhatsapp', '+55 62 99999-9998', null],
  [82, 'telefoneWhatsapp', '015 62 99999-9998', null],
  [83, 'telefoneWhatsapp', '99999-9998', 'Falta o DDD. Em Goiás é 61, 62 ou 64.'],
  [84, 'telefoneWhatsapp', '(62) 9999-9998', 'Falta o 9 na frente?'],
  ...['62 99999 888', '62 9 9999-888', '(62) 98888-777', '+55 62 99999-888', '62 99 999 888'].map(
    (typed): Row => [84, 'telefoneWhatsapp', typed, 'Confira: celular tem 9 números depois do DDD.'],
  ),
  [83, 'telefoneWhatsapp', '(62) 3333-444', 'Confira: celular tem 9 números depois do DDD.'],
  [83, 'telefoneWhatsapp', '8888-7777', 'Falta o DDD. Em Goiás é 61, 62 ou 64.'],
  [85, 'telefoneWhatsapp', '(62) 3333-4444', 'Parece telefone fixo. Tem WhatsApp nele?'],
  [85, 'telefoneResponsavel', '(62) 3333-4444', null],
  [86, 'telefoneWhatsapp', '(20) 99999-9998', 'Confira o DDD.'],
  [86, 'telefoneWhatsapp', '(36) 99999-9998', 'Confira o DDD.'],
  [87, 'telefoneWhatsapp', '\u202a+55\u00a062\u00a099999-9998\u202c', null],
  [88, 'telefoneWhatsapp', '+351 912 345 678', null],
  [
    89,
    'telefoneWhatsapp',
    '62 99999-9998 / 62 98888-8887',
    'Escreva um número só. O outro pode ir em Contato para recados.',
  ],
  [
    90,
    'telefoneWhatsapp',
    '62 99999-9998 (mãe)',
    'Aqui vai só o número. O nome pode ir em Contato para recados.',
  ],
  [7, 'nomeCompleto', 'PEDRO DE TESTE II', null],
  [91, 'telefoneWhatsapp', '(62) 00000-0000', 'Confira: este número parece de exemplo.'],
  [91, 'telefoneWhatsapp', '99999999999', 'Confira: este número parece de exemplo.'],
  [93, 'contatoRecados', 'Dona Maria vizinha 62 98888-8888', null],
  ...['gmial.com', 'gmail.con', 'gmail.com.br', 'gmil.com'].map(
    (domain): Row => [97, 'email', `maria@${domain}`, 'Você quis dizer gmail.com?'],
  ),
  ...['gmail,com', 'gmail..com', 'gmail;com'].map(
    (domain): Row => [96, 'email', `maria@${domain}`, 'Você quis dizer gmail.com?'],
  ),
  [96, 'email', 'maria@gmail.com..', null],
  [97, 'email', 'maria@gmail', null],
  [97, 'email', 'maria@hotmial.com', 'Você quis dizer hotmail.com?'],
  [97, 'email', 'maria@outlok.com', 'Você quis dizer outlook.com?'],
  [100, 'email', "o'brien+projeto@sub.dominio.com.br", null],
  [100, 'email', 'maria@mail.com', null],
  [101, 'email', '<maria@gmail.com>,', null],
  [115, 'peso', ' 52,5 kg', null],
  [116, 'altura', '1.62', null],
  [118, 'altura', '62', 'Confira: 0,62 m?'],
  [121, 'peso', '5', 'Confira o peso.', { dataNascimento: '05/03/2012' }],
  [121, 'peso', '9', null, { dataNascimento: '05/03/2024' }],
  [125, 'peso', '1.234,5', null],
  [128, 'altura', '52', 'Confira: 0,52 m?', { peso: '1,62' }],
  ...['não', 'nada', '-'].map(
    (details): Row => [
      135,
      'condicaoMedicaDetalhes',
      details,
      'Se não há condição, marque Não.',
      { condicaoMedica: 'sim' },
    ],
  ),
  [134, 'condicaoMedicaDetalhes', 'não sei o nome', null, { condicaoMedica: 'sim' }],
])('row %i: %s of %j reads %j', (_row, name, typed, text, others, forWhom) => {
  expect(doubt(name, { ...others, [name]: typed }, forWhom)?.text ?? null).toBe(text);
});

describe('one tap', () => {
  test.each<[row: number, name: FieldName, answers: Answers, fixed: Answers]>([
    [84, 'telefoneWhatsapp', { telefoneWhatsapp: '6299999998' }, { telefoneWhatsapp: '(62) 99999-9998' }],
    [
      90,
      'telefoneWhatsapp',
      { telefoneWhatsapp: '62 99999-9998 (mãe)' },
      { telefoneWhatsapp: '(62) 99999-9998', contatoRecados: '62 99999-9998 (mãe)' },
    ],
    [
      90,
      'telefoneWhatsapp',
      { telefoneWhatsapp: '62 99999-9998 (mãe)', contatoRecados: 'Vizinha' },
      { telefoneWhatsapp: '(62) 99999-9998' },
    ],
    [
      92,
      'telefoneResponsavel',
      { telefoneWhatsapp: '62999999998' },
      { telefoneResponsavel: '(62) 99999-9998' },
    ],
    [7, 'nomeCompleto', { nomeCompleto: 'JOSÉ DA SILVA' }, { nomeCompleto: 'José da Silva' }],
    [7, 'nomeSocial', { nomeSocial: 'kauã henrique' }, { nomeSocial: 'Kauã Henrique' }],
    [
      7,
      'nomeResponsavel',
      { nomeResponsavel: "ana d'ávila e souza" },
      { nomeResponsavel: "Ana D'Ávila e Souza" },
    ],
    [97, 'email', { email: 'Maria@GMIAL.com' }, { email: 'Maria@gmail.com' }],
    [96, 'email', { email: 'maria@gmail,com' }, { email: 'maria@gmail.com' }],
  ])('row %i: %s of %j becomes %j, without a doubt', (_row, name, answers, fixed) => {
    expect(doubt(name, answers)?.fix?.answers).toEqual(fixed);
    expect(doubt(name, { ...answers, ...fixed })).toBeNull();
  });
});

test.each(['62 99999 888', '(62) 98888-777', '(62) 3333-444'])(
  'rows 83 and 84: no tap puts a digit into %j, which may lack any',
  (telefoneWhatsapp) => {
    expect(doubt('telefoneWhatsapp', { telefoneWhatsapp })).not.toHaveProperty('fix');
  },
);

describe('the rules', () => {
  const problems = (answers: Answers, rules: Partial<Parameters<typeof findProblems>[2]> = {}) =>
    findProblems({ ...EMPTY_ENROLMENT, ...answers }, TODAY, {
      consentimento: 'declaracao',
      responsavelObrigatorio: false,
      validacaoEstrita: false,
      diasSemResponsavel: null,
      emailObrigatorio: true,
      ...rules,
    }).map(({ field }) => field);

  test.each<[name: FieldName, typed: string, stops: boolean]>([
    ['cpf', '529.982.247-26', true],
    ['cpf', '111.111.111-11', true],
    ['cpf', '12012345672', true],
    ['cpf', 'CPF 529.982.247-25', false],
    ['telefoneWhatsapp', '99999-9998', true],
    ['telefoneWhatsapp', '(62) 9999-9998', false],
    ['telefoneResponsavel', '(20) 99999-9998', true],
    ['telefoneResponsavel', '(62) 3333-4444', false],
  ])('%s of %j is only a doubt, and under strict rules stops the form: %j', (name, typed, stops) => {
    expect(problems({ [name]: typed })).not.toContain(name);
    expect(problems({ [name]: typed }, { validacaoEstrita: true }).includes(name)).toBe(stops);
  });

  test.each([
    ['', true, ['email']],
    [' \u00A0', true, ['email']],
    ['', false, []],
    ['sem arroba', false, ['email']],
    ['pessoa@example.com', false, []],
  ])('an e-mail of %j, required: %j, stops the form as %j', (email, emailObrigatorio, found) => {
    expect(problems({ email }, { emailObrigatorio }).filter((name) => name === 'email')).toEqual(found);
  });

  test.each([
    ['22/11/2008', true],
    ['21/11/2008', false],
    ['', false],
  ])(
    'the guardian of a person born on %j is required when the rules ask for one: %j',
    (dataNascimento, asked) => {
      const names = ['nomeResponsavel', 'telefoneResponsavel'];
      const found = problems({ dataNascimento }, { responsavelObrigatorio: true });
      expect(names.filter((name) => (found as string[]).includes(name))).toEqual(asked ? names : []);
      expect(problems({ dataNascimento }).filter((name) => names.includes(name))).toEqual([]);
    },
  );
});
