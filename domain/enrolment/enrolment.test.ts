import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ANSWERS, ROW } from '../../tests/support/people.ts';
import { DOCUMENT_MAX_BYTES } from '../document/document.ts';
import { EMPTY_ENROLMENT, type Enrolment, findProblems, inWords, toastOf, toRow } from './enrolment.ts';
import { FIELDS, type Field, type FieldName } from './fields.ts';

const TODAY = '2026-07-22';
const ADDRESS = 'https://casa.example/storage/v1/object/public/cadastro_unico_uploads/public/a.pdf';

const fileOf = (bytes: number) => new File([new Uint8Array(bytes)], 'folha.pdf', { type: 'application/pdf' });

const COMPLETE: Enrolment = { ...ANSWERS, cadastroUnico: fileOf(10) };

const problemsOf = (changes: Partial<Enrolment>) => findProblems({ ...COMPLETE, ...changes }, TODAY);

test('a complete enrolment has no problem', () => {
  expect(problemsOf({})).toEqual([]);
});

describe('required answers', () => {
  const REQUIRED = [
    ['nomeCompleto', 'nome completo', 'Digite o nome completo.'],
    ['dataNascimento', 'data nascimento', 'Digite a data de nascimento.'],
    ['idade', 'idade', 'A idade aparece quando a data de nascimento está certa.'],
    ['sexo', 'sexo', 'Escolha o sexo.'],
    ['cpf', 'cpf', 'Digite o CPF.'],
    ['cidade', 'cidade', 'Digite a cidade.'],
    ['enderecoCompleto', 'endereco completo', 'Digite o endereço com o CEP.'],
    ['telefoneWhatsapp', 'telefone whatsapp', 'Digite o telefone com DDD.'],
    ['email', 'email', 'Digite um e-mail.'],
    ['nivelEscolaridade', 'nivel escolaridade', 'Escolha a escolaridade.'],
    ['cadastroUnico', 'cadastro unico', 'Mande a foto ou o PDF do comprovante do Cadastro Único.'],
    ['rendaFamiliar', 'renda familiar', 'Escolha a renda da família.'],
    ['peso', 'peso', 'Digite o peso em quilos. Exemplo: 52,5'],
    ['altura', 'altura', 'Digite a altura. Exemplo: 1,62'],
    ['condicaoMedica', 'condicao medica', 'Responda se possui alguma condição médica.'],
  ] as const;

  test('an empty form lacks exactly those of SPEC §5, in form order', () => {
    const problems = findProblems(EMPTY_ENROLMENT, TODAY);
    expect(problems.map(({ field }) => field)).toEqual(REQUIRED.map(([name]) => name));
    expect(problems.every(({ kind }) => kind === 'missing')).toBe(true);
  });

  test.each(REQUIRED)(
    '%s, when missing, is called "%s", and beside it stands: %s',
    (name, words, message) => {
      expect(inWords(name)).toBe(words);
      const [problem] = problemsOf({ [name]: name === 'cadastroUnico' ? null : ' \u00A0\u200B' });
      expect(problem).toMatchObject({ field: name, kind: 'missing', message });
      expect(problem && toastOf(problem)).toEqual({
        title: 'Campo obrigatório',
        description: `Por favor, preencha o campo "${words}".`,
        tone: 'error',
      });
    },
  );
});

describe('the medical details', () => {
  test.each(['', '  ', 'nenhuma', 'Nenhuma', 'NENHUMA', ' nenhuma ', 'nenhuma.'])(
    'are refused as %j when the answer is sim',
    (condicaoMedicaDetalhes) => {
      const [problem, ...others] = problemsOf({ condicaoMedica: 'sim', condicaoMedicaDetalhes });
      expect(others).toEqual([]);
      expect(problem).toMatchObject({ field: 'condicaoMedicaDetalhes', kind: 'details' });
      expect(problem && toastOf(problem)).toEqual({
        title: 'Por favor, detalhe a condição médica.',
        tone: 'error',
      });
    },
  );

  test('are accepted when they only contain the word', () => {
    expect(problemsOf({ condicaoMedica: 'sim', condicaoMedicaDetalhes: 'nenhuma alergia, só asma' })).toEqual(
      [],
    );
  });

  test('are free when the answer is nao', () => {
    expect(problemsOf({ condicaoMedica: 'nao', condicaoMedicaDetalhes: '' })).toEqual([]);
  });

  test('are reported together with every other problem', () => {
    const problems = problemsOf({ nomeCompleto: '', condicaoMedica: 'sim', condicaoMedicaDetalhes: '' });
    expect(problems.map(({ field }) => field)).toEqual(['nomeCompleto', 'condicaoMedicaDetalhes']);
  });
});

describe('the document', () => {
  test('of exactly 5 242 880 bytes is accepted', () => {
    expect(problemsOf({ cadastroUnico: fileOf(DOCUMENT_MAX_BYTES) })).toEqual([]);
    expect(DOCUMENT_MAX_BYTES).toBe(5_242_880);
  });

  test('of one byte more is too large', () => {
    const [problem] = problemsOf({ cadastroUnico: fileOf(DOCUMENT_MAX_BYTES + 1) });
    expect(problem).toMatchObject({ field: 'cadastroUnico', kind: 'large' });
    expect(problem && toastOf(problem)).toEqual({
      title: 'Arquivo muito grande!',
      description: 'O arquivo deve ter no máximo 5MB.',
      tone: 'error',
    });
  });

  test('without a byte is empty', () => {
    expect(problemsOf({ cadastroUnico: fileOf(0) })[0]?.message).toBe('O arquivo está vazio. Escolha outro.');
  });
});

describe('a wrong answer', () => {
  test.each([
    ['dataNascimento', '31/02/2010', 'Esta data não existe. Confira o dia e o mês.'],
    ['dataNascimento', '05/03/12', 'Digite o ano com 4 números.'],
    ['dataNascimento', '23/07/2026', 'A data está no futuro. Confira o ano.'],
    ['dataNascimento', '01/01/1890', 'Confira o ano de nascimento.'],
    ['dataNascimento', '05 mar 2012', 'Use números. Exemplo: 05/03/2012'],
    ['email', 'maria@gmail', 'Falta o @ ou o final. Exemplo: nome@gmail.com'],
    ['email', `${'a'.repeat(250)}@x.co`, 'E-mail muito longo.'],
    ['nomeCompleto', 'a'.repeat(200), 'O nome está muito longo. Use até 120 letras.'],
    ['rg', 'a'.repeat(300), 'Use até 20 letras.'],
    ['peso', 'cinquenta', 'Use números. Exemplo: 52,5'],
    ['peso', '-60', 'Use números. Exemplo: 52,5'],
    ['peso', '0', 'Confira o peso.'],
    ['peso', '525', 'Confira o peso.'],
    ['peso', '300,05', 'Confira o peso.'],
    ['altura', '1620', 'Confira a altura.'],
    ['altura', '0', 'Confira a altura.'],
    ['altura', 'alto', 'Use números. Exemplo: 1,62'],
    ['sexo', 'outro', 'Escolha o sexo.'],
    ['rendaFamiliar', 'toString', 'Escolha a renda da família.'],
  ] as const)('%s %j has the message: %s', (field, typed, message) => {
    const problem = problemsOf({ [field]: typed }).find((found) => found.field === field);
    expect(problem).toEqual({ field, message, kind: 'wrong' });
    expect(problem && toastOf(problem)).toEqual({ title: message, tone: 'error' });
  });

  test.each([
    ['cpf', '111.111.111-11'],
    ['cpf', '123'],
    ['telefoneWhatsapp', '99999-9999'],
    ['telefoneWhatsapp', 'telefone da vizinha'],
    ['nomeCompleto', 'Maria'],
    ['nomeCompleto', '<script>alert(1)</script>'],
    ['nomeCompleto', "Robert'); DROP TABLE inscricoes_projeto;--"],
    ['dataNascimento', '29/02/2012'],
    ['dataNascimento', '15/08/1931'],
    ['dataNascimento', '22/07/2026'],
    ['peso', '5'],
    ['peso', '300'],
    ['altura', '0,40'],
    ['altura', '2,50'],
    ['altura', '250'],
  ] as const)('is none of these: %s %j', (field, typed) => {
    expect(problemsOf({ [field]: typed })).toEqual([]);
  });
});

describe('the row', () => {
  test('has every column, numbers as numbers, empty answers as null', () => {
    expect(toRow({ ...COMPLETE, email: 'Pessoa@Example.COM' }, ADDRESS)).toEqual({
      ...ROW,
      nome_social: undefined, // an empty one is not sent: a database of 1.2 has no such column
      email: 'Pessoa@example.com',
      nome_responsavel: null,
      telefone_responsavel: null,
      cadastro_unico_url: ADDRESS,
    });
    expect(toRow(COMPLETE, null).cadastro_unico_url).toBeNull();
  });

  test('of every enrolment that the form accepts fits the checks of the table', () => {
    const typed = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc.string({ unit: 'grapheme', maxLength: 400 }),
      fc.constantFrom(
        'ŉ'.repeat(20),
        'ß'.repeat(20),
        ' 5 ',
        '1m62',
        '300,04',
        '249.9',
        '٥٢',
        'ana@b.co',
        '\uD800',
      ),
    );
    const texts = (FIELDS as readonly Field[]).filter(
      ({ options, control }) => !options && control !== 'file',
    );
    fc.assert(
      fc.property(fc.constantFrom(...texts), typed, (field, text) => {
        const enrolment = { ...COMPLETE, [field.name]: text };
        if (findProblems(enrolment, TODAY).length > 0) return;
        const value = toRow(enrolment, ADDRESS)[field.column as 'cpf'];
        if (field.required) expect(value).not.toBeNull();
        if (typeof value === 'string') {
          expect(value.trim()).not.toBe('');
          expect(value).not.toMatch(/\0|\p{Cs}/u);
          if (field.max) expect([...value].length).toBeLessThanOrEqual(field.max * 4);
          if (field.name === 'email') expect(value).toMatch(/^[^@\s]+@[^@\s]+$/);
        }
        if (field.range) {
          expect(value).toBeGreaterThanOrEqual(field.range.min);
          expect(value).toBeLessThanOrEqual(field.range.max);
        }
      }),
      { numRuns: 1500 },
    );
  });
});

test('every field that the form shows has a label, and every required one has a text for when it is missing', () => {
  for (const field of FIELDS as readonly Field[]) {
    expect(field.label, field.name).not.toBe('');
    if (field.required) expect(field.missing, field.name).toMatch(/\S/);
    if (field.control === 'radios' || field.control === 'select') expect(field.options).toBeDefined();
  }
  const names = FIELDS.map(({ name }): FieldName => name);
  expect(new Set(names).size).toBe(names.length);
});
