import { expect, test } from 'vitest';
import { brand } from '../../content/brand.ts';
import { laterDay, writtenDay } from '../dates.ts';
import { preparedMessages } from './family-message.ts';
import type { StoredEnrolment } from './sheet.ts';
import { SITUATIONS, type Situation } from './situations.ts';

const MINOR = {
  nomeCompleto: 'Pessoa de Teste',
  dataNascimento: '2012-03-05',
  idade: 14,
  telefoneWhatsapp: '62900000000',
  nomeResponsavel: 'Responsável de Teste',
  telefoneResponsavel: '62900000001',
  protocol: '48271936',
  cpf: '529.982.247-25',
  condicaoMedicaDetalhes: 'Detalhe de saúde',
  rendaFamiliar: 'ate-1',
} as unknown as StoredEnrolment;

const TODAY = '2026-12-20';
const LAST_DAY = writtenDay(laterDay(TODAY, brand.answerDays));
const CLASS = 'Jiu-Jitsu Infantil · 18:00 · Segunda a sexta';

/** The messages for a minor whose guardian has confirmed; the arguments override that. */
const prepared = (
  changes: object,
  situation: Situation,
  now: Partial<Parameters<typeof preparedMessages>[1]> = {},
) =>
  preparedMessages(
    { ...MINOR, ...changes },
    {
      ...{ situation, reason: null, className: null, firstDay: null, newPhone: null, confirmed: true },
      ...{ eraseOn: null, link: null, guardianPhone: null, guardianUntil: '', today: TODAY, own: {} },
      ...now,
    },
  );

/** Who is called at which number, and whether it is a new one. */
const numbersOf = (messages: ReturnType<typeof prepared>) =>
  messages.map(({ to, link, isNew }) => `${to} ${/55(\d+)/.exec(link)?.[1]}${isNew ? ' new' : ''}`);

test('the guardian of a minor gets the first message, then the person', () => {
  expect(prepared({}, 'aprovada').map(({ to, link }) => [to, link.slice(0, 27)])).toEqual([
    ['responsavel', 'https://wa.me/5562900000001'],
    ['pessoa', 'https://wa.me/5562900000000'],
  ]);
});

test('who is 18 by now gets the only message, whatever the answers say and whoever came later as guardian', () => {
  const later = { newPhone: '62988887777', guardianPhone: '62988887777' };
  for (const given of [{}, later])
    expect(numbersOf(prepared({ dataNascimento: '2008-12-20' }, 'aprovada', given))).toEqual([
      'pessoa 62900000000',
    ]);
});

test('a missing document is told with the link that was made for the family, and until when it opens', () => {
  const link = {
    address: 'https://example.com/projeto-social/situacao#00112233445566778899aabbccddeeff',
    until: '2026-12-24',
  };
  const [message] = prepared({}, 'falta-documento', { reason: 'o NIS', link });
  expect(message).toMatchObject({
    carriesLink: true,
    text: `Olá! Falta um documento na inscrição de Pessoa (protocolo 4827-1936): o NIS. Pode mandar uma foto bem clara por aqui, ou por este link, que vale até 24/12/2026: ${link.address}`,
  });
  expect(new URL(message?.link ?? '').searchParams.get('text')).toBe(message?.text);
  for (const situation of ['nova', 'aprovada', 'nao-aprovada', 'lista-de-espera'] as const)
    expect(
      prepared({}, situation, { reason: 'x', link }).filter(
        ({ text, carriesLink }) => carriesLink || text.includes('#'),
      ),
    ).toEqual([]);
});

test.each([
  [
    '2012-03-05',
    '(62) 98888-7777',
    ['responsavel 62988887777 new', 'responsavel 62900000001', 'pessoa 62900000000'],
  ],
  ['2008-12-20', '62988887777', ['pessoa 62988887777 new', 'pessoa 62900000000']],
  ['2012-03-05', '+55 62 90000-0001', ['responsavel 62900000001 new', 'pessoa 62900000000']],
  ['2012-03-05', '123', ['responsavel 62900000001', 'pessoa 62900000000']],
])(
  'born on %s, the number %s that the family gave later is called first, and each number once',
  (dataNascimento, newPhone, called) => {
    expect(numbersOf(prepared({ dataNascimento }, 'aprovada', { newPhone }))).toEqual(called);
  },
);

test.each([
  [{ newPhone: '62988887777' }, ['pessoa 62988887777 new', 'pessoa 62900000000']], // the child's own, or nobody's known
  [
    { newPhone: '62988887777', guardianPhone: '62988887777' },
    ['responsavel 62988887777 new', 'pessoa 62900000000'],
  ],
  [
    { newPhone: '64977776666', guardianPhone: '62988887777' },
    ['responsavel 64977776666 new', 'responsavel 62988887777 new', 'pessoa 62900000000'],
  ],
])('of a minor without a guardian’s telephone in the answers, %j is called so', (given, called) => {
  expect(numbersOf(prepared({ telefoneResponsavel: ' ' }, 'nova', given))).toEqual(called);
});

test('each text before a decision tells the last day without the guardian’s telephone, and none after', () => {
  const sentence = 'Sem o telefone do responsável até 19/01 a inscrição é apagada.';
  for (const situation of Object.keys(SITUATIONS) as Situation[])
    for (const { text } of prepared({}, situation, {
      reason: 'motivo',
      confirmed: false,
      guardianUntil: '2027-01-19',
    }))
      expect([situation, text.endsWith(` ${sentence}`)]).toEqual([
        situation,
        ['nova', 'em-analise', 'falta-documento'].includes(situation),
      ]);
});

test('an unusable number gets no message', () => {
  expect(prepared({ telefoneResponsavel: 'não tem', telefoneWhatsapp: '123' }, 'aprovada')).toEqual([]);
});

test('the guardian who made the declaration is greeted by name and not asked; one who came later is asked', () => {
  const [hers, own] = prepared({}, 'nova', { confirmed: false, guardianDeclared: true });
  expect(hers).toMatchObject({ to: 'responsavel', model: 'contato' });
  expect(hers?.text).toMatch(/^Olá, Responsável! Aqui é da /);
  expect(own?.text).toMatch(/^Olá! /);
  const came = { confirmed: false, guardianDeclared: true, guardianPhone: '62988887777' };
  const another = { confirmed: false, guardianDeclared: true, newPhone: '62988887777' };
  for (const given of [came, another])
    expect(prepared({}, 'nova', given)[0]?.text).toMatch(/^Olá! Pessoa .*É você a pessoa responsável\?/);
});

test('a guardian who has not confirmed is asked, until a decision', () => {
  expect(prepared({}, 'nova', { confirmed: false })[0]?.text).toBe(
    'Olá! Pessoa fez a inscrição no Projeto Construindo Campeões e é menor de idade. É você a pessoa responsável? Precisamos da sua autorização.',
  );
  expect(prepared({}, 'nova', { confirmed: false })[1]?.model).toBe('contato');
  expect(prepared({}, 'aprovada', { confirmed: false })[0]?.model).toBe('aprovada');
});

test.each([
  [
    'nova',
    null,
    `Olá! Aqui é da ${brand.name}. Recebemos a inscrição de Pessoa no Projeto Construindo Campeões (protocolo 4827-1936). Podemos conversar?`,
  ],
  [
    'falta-documento',
    'a foto do NIS está escura. ',
    'Olá! Falta um documento na inscrição de Pessoa (protocolo 4827-1936): a foto do NIS está escura. Pode mandar uma foto bem clara por aqui?',
  ],
  [
    'aprovada',
    null,
    `Boa notícia! Pessoa foi uma das pessoas aprovadas no Projeto Construindo Campeões. 🎉 Venha à ${brand.name} até ${LAST_DAY}.`,
  ],
  ['lista-de-espera', null, 'Olá! Pessoa está na lista de espera do projeto. Quando abrir vaga, chamamos.'],
  [
    'nao-aprovada',
    'as vagas acabaram',
    'Olá! Avaliamos a inscrição de Pessoa. Desta vez não foi aprovada: as vagas acabaram. Se quiser conversar, estamos aqui.',
  ],
] as const)('for %s the text is the written one', (situation, reason, text) => {
  const [message] = prepared({}, situation, { reason });
  expect(message?.text).toBe(text);
  expect(new URL(message?.link ?? '').searchParams.get('text')).toBe(text);
});

test.each([
  [
    { className: CLASS, firstDay: '2027-01-11' },
    `Turma: ${CLASS}. Primeiro dia: 11/01/2027, na ${brand.name}.`,
  ],
  [{ className: CLASS }, `Turma: ${CLASS}. Venha à ${brand.name} até ${LAST_DAY}.`],
  [{ firstDay: '2027-01-11' }, `Primeiro dia: 11/01/2027, na ${brand.name}.`],
])('an approved person with %j is told so', (place, text) => {
  for (const message of prepared({}, 'aprovada', place))
    expect(message.text).toBe(
      `Boa notícia! Pessoa foi uma das pessoas aprovadas no Projeto Construindo Campeões. 🎉 ${text}`,
    );
});

test.each([
  ['2027-01-20', '31 days before', 'espera', ''],
  ['2027-01-19', '30 days before', 'ainda-quer', '18/01/2027'],
  ['2026-12-21', 'the day before', 'ainda-quer', '20/12/2026'],
  ['2026-12-20', 'on the day itself', 'ainda-quer', '20/12/2026'],
])(
  'a person on the waiting list who is erased on %s (%s) gets the message %s',
  (eraseOn, _when, model, until) => {
    for (const message of prepared({}, 'lista-de-espera', { confirmed: false, eraseOn })) {
      expect(message.model).toBe(model);
      if (until)
        expect(message.text).toBe(
          `Olá! Pessoa está na lista de espera do Projeto Construindo Campeões. Você ainda quer participar? Responda SIM até ${until}. Sem resposta, apagamos os dados.`,
        );
    }
    expect(prepared({}, 'nova', { eraseOn })[0]?.model).toBe('contato'); // a minor alone is erased too
  },
);

test.each([
  [{ confirmed: true, sentence: null }, 'está feito.'],
  [{ confirmed: false, sentence: null }, 'não pudemos atender.'],
  [
    { confirmed: false, sentence: 'O documento mostra outro.' },
    'não pudemos atender: O documento mostra outro.',
  ],
])('after a request was answered each text says of it %j', (answer, said) => {
  const messages = prepared({}, 'aprovada', { answered: { number: 3, ...answer } });
  expect(messages.map(({ to, model }) => [to, model])).toEqual([
    ['responsavel', 'pedido'],
    ['pessoa', 'pedido'],
  ]);
  for (const { text, carriesLink } of messages)
    expect([text, carriesLink]).toEqual([
      `Olá! Aqui é da ${brand.name}, sobre o pedido nº 3 da inscrição de Pessoa (protocolo 4827-1936): ${said}`,
      false,
    ]);
});

test('no text holds health, income or CPF', () => {
  for (const situation of Object.keys(SITUATIONS) as Situation[])
    for (const { text } of prepared({}, situation, { reason: 'motivo', eraseOn: TODAY }))
      expect(text).not.toMatch(/529|saúde|ate-1|de Teste/);
});

test('a text without a protocol leaves it out', () => {
  expect(prepared({ protocol: null }, 'nova')[0]?.text).toContain('Campeões. Podemos conversar?');
});
