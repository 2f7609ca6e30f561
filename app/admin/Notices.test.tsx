import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { drawn } from '../../tests/support/screens/drawn.tsx';
import { textOf } from '../../tests/support/screens/heard.ts';
import { Notices } from './Notices.tsx';

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-12-20T12:00:00Z') }));
afterEach(() => void vi.useRealTimers());

const waits = (changes: object) => ({
  reason: 'muitas',
  today: '2026-12-20',
  last: '2026-12-19',
  enrolments: 30,
  ofEnrolments: 100,
  documents: 12,
  ofDocuments: 90,
  released: false,
  ...changes,
});

test.each([
  [
    'much would go',
    {},
    'A limpeza automática parou. Hoje é 20/12/2026?',
    'saem 30 de 100 inscrições e 12 de 90 documentos, que passaram do prazo.',
  ],
  [
    'the site was off, and something would go',
    { reason: 'relogio', last: '2026-12-10', enrolments: 3 },
    'O site ficou desligado desde 10/12/2026. Hoje é 20/12/2026?',
    'saem 3 de 100 inscrições e 12 de 90 documentos, que passaram do prazo.',
  ],
  [
    'the site was off, and nothing would go',
    { reason: 'relogio', last: '2026-12-10', enrolments: 0, documents: 0 },
    'O site ficou desligado desde 10/12/2026. Hoje é 20/12/2026?',
    'a limpeza continua, e agora não há nada para apagar.',
  ],
  [
    'the last run is in the future',
    { reason: 'relogio', last: '2028-01-24' },
    'Hoje é 20/12/2026?',
    'já fez uma limpeza com a data de 24/01/2028: o relógio dele está errado agora, ou estava naquele dia.',
  ],
])('retention that waits asks for the date and says what it found, when %s', (_why, changes, title, text) => {
  const html = drawn(<Notices onList={() => {}} />, ['limpeza_parada', {}], waits(changes));
  expect(html).toContain(`>${title}<`);
  expect(html).toContain(text);
  expect(html).toContain('Nada foi apagado.');
  expect(html).toContain('A data está certa');
});

/** The texts of this project are samples. */
const shown = (key: string, answer: unknown) =>
  textOf(drawn(<Notices onList={() => {}} />, [key, {}], answer));
const SAMPLES =
  'Textos de exemplo Este site ainda tem nome e contatos de exemplo: troque-os em «Ajustes», «Centro».';

test('one line names all that waits, and how much; a day like others is not told', () => {
  for (const [key, answer] of [
    ['limpeza_parada', null],
    ['limpeza_parada', waits({ released: true })], // confirmed: it goes on by itself
    ['alerta_da_equipe', {}],
    ['lista_de_enxurradas', []],
    ['estado_das_copias', []],
  ] as const)
    expect(shown(key, answer)).toBe(`Atenção (1) Textos de exemplo ${SAMPLES}`);
  expect(shown('limpeza_parada', waits({}))).toMatch(
    /^Atenção \(2\) A limpeza automática parou\. Hoje é 20\/12\/2026\? · Textos de exemplo A limpeza/,
  );
  const copies = {
    copiedAt: null,
    triedAt: null,
    failedAt: null,
    failed: null,
    code: null,
    elsewhereAt: null,
  };
  expect(shown('estado_das_copias', [copies])).toContain(
    'Cópias de segurança Ainda não há cópia de segurança.',
  );
});

const ADVICE =
  'Não foi combinado? Veja em Registro quem foi, no ⋯ devolva tudo de uma vez, e chame quem cuida do site: por 7 dias o que foi apagado ainda volta.';

test.each([
  [{ erased: 10 }, 'Em 24 horas, a mesma pessoa apagou 10 inscrições.'],
  [{ disabled: 3 }, 'Em 24 horas, a mesma pessoa tirou o acesso de 3 pessoas.'],
  [
    { erased: 10, disabled: 6 },
    'Em 24 horas, a mesma pessoa apagou 10 inscrições e tirou o acesso de 6 pessoas.',
  ],
])('%j is told as %j', (state, sentence) => {
  const shownText = `Alguém da equipe apagou muito, ou tirou muitos acessos ${sentence} ${ADVICE} ${SAMPLES}`;
  expect(shown('alerta_da_equipe', state)).toContain(shownText);
});

test('a flood is told with its numbers and times', () => {
  const flood = {
    origin: 'a',
    hour: '2026-12-20T11:00:00Z',
    first: '2026-12-20T11:05:00Z',
    last: '2026-12-20T11:50:00Z',
    enrolments: 40,
    documents: 12,
  };
  const html = drawn(<Notices onList={() => {}} />, ['lista_de_enxurradas', {}], [flood]);
  expect(html).toMatch(/08:05.* a .*08:50.*: 40 inscrições ainda sem resposta e 12 arquivos sem inscrição\./);
  expect(html).toContain('Apagar todas');
  expect(html).toContain('De um mesmo endereço ou rede da internet');
  const hour = { ...flood, origin: 'todas', enrolments: 140 };
  const before = { ...flood, origin: 'b', hour: '2026-12-20T10:00:00Z', enrolments: 31 };
  const of = (...floods: object[]) => shown('lista_de_enxurradas', floods);
  expect(of(flood, hour, before)).toMatch(
    /^Atenção \(3\) Muitos envios em pouco tempo · Textos .* 40 .*Apagar todas .*De muitos lugares da internet.* 140 .*Apagar todas/,
  );
  expect(of(flood, hour, before)).not.toContain('31 inscrições'); // of an hour before: told once the newest is answered
});
