import { expect, test } from 'vitest';
import { EMPTY_ENROLMENT, type Enrolment } from './enrolment.ts';
import { DEFAULT_RULES } from './rules.ts';
import { sentEnrolment } from './sent-enrolment.ts';

const NOW = new Date('2025-05-13T01:30:00Z'); // 12 May at the centre
const SENT = { id: '00000049-a839-8c68-9f0e-0123456789ab', code: '0123456789abcdef0123456789abcdef' };
const enrolment = (answers: Partial<Enrolment>): Enrolment => ({
  ...EMPTY_ENROLMENT,
  nomeCompleto: 'Pessoa de Teste',
  telefoneWhatsapp: '(62) 99999-1234',
  ...answers,
});

test('the summary of a sent enrolment holds only its protocol and code, its moment and whether it is of who sent it', () => {
  const summary = sentEnrolment(
    SENT,
    enrolment({
      dataNascimento: '05/03/1990',
      cpf: '529.982.247-25',
      rg: '1234567',
      rendaFamiliar: 'ate-1',
      peso: '61,3',
      altura: '1,73',
      condicaoMedica: 'sim',
      condicaoMedicaDetalhes: 'marca de saúde',
    }),
    NOW,
    DEFAULT_RULES,
    'mim',
  );
  expect(summary).toEqual({
    protocol: '48271936',
    code: SENT.code,
    at: '2025-05-13T01:30:00.000Z',
    forWhom: 'mim',
    lacks: [],
    until: '',
  });
});

test.each([
  ['13/05/2007', '', '', ['nomeResponsavel', 'telefoneResponsavel']], // 18 tomorrow
  ['12/05/2007', '', '', []], // 18 today
  ['05/03/2012', 'Responsável de Teste', ' ', ['telefoneResponsavel']],
  ['05/03/2012', '', '(62) 90000-0001', ['nomeResponsavel']],
  ['05/03/2012', 'Responsável de Teste', '(62) 90000-0001', []],
])('born on %s with the guardian %j and %j lacks %j', (dataNascimento, nome, telefone, lacks) => {
  const answers = { dataNascimento, nomeResponsavel: nome, telefoneResponsavel: telefone };
  const sent = sentEnrolment(SENT, enrolment(answers), NOW, DEFAULT_RULES, 'outra');
  expect(sent.lacks).toEqual(lacks);
  expect(sent.until).toBe(lacks.includes('telefoneResponsavel') ? '2025-06-11' : '');
});

test('the last day without the guardian follows the setting, and there is none where it is off', () => {
  const until = (diasSemResponsavel: number | null) =>
    sentEnrolment(
      SENT,
      enrolment({ dataNascimento: '05/03/2012' }),
      NOW,
      { ...DEFAULT_RULES, diasSemResponsavel },
      'outra',
    ).until;
  expect([until(45), until(null)]).toEqual(['2025-06-26', '']);
});
