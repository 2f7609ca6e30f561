import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answersOf } from '../../../domain/desk/sheet.ts';
import { ROW } from '../../../tests/support/people.ts';
import { drawn } from '../../../tests/support/screens/drawn.tsx';
import { controlsIn, textOf } from '../../../tests/support/screens/heard.ts';
import { followUp } from '../../../tests/support/screens/open-enrolment.ts';
import type { ListedEnrolment } from '../api/enrolments.ts';
import { EnrolmentDialog } from './EnrolmentDialog.tsx';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-12-20T12:00:00Z') });
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const children = (free: number) => ({
  ...{ id: 't', name: 'Infantil', ageFrom: 6, ageTo: 15, places: 20, waiting: 0 },
  ...{ free, pupils: 20 - free, ofProject: true, active: true },
});
const APPROVED = { situation: 'aprovada' };
const CRITERIA = { responsavel: false, cadunico: false, socioeconomica: false, protegido: false };
const NOTHING = {
  ...{ requests: [], notes: [], laterDocuments: [], activeContent: [], corrections: [] },
  ...{ criteria: CRITERIA, dataClosedUntil: null },
};
const person = (id: string) =>
  ({ ...answersOf(ROW), id, arrivedAt: '2026-11-01T12:00:00Z', protocol: '20261234' }) as ListedEnrolment;

/** The first of two, a child: what stands at its head and above its sheet, and what can be pressed. */
function opened(known?: object, free = 8) {
  const html = drawn(
    <EnrolmentDialog
      enrolment={{ ...person('a'), situation: 'nova' }}
      rows={['a', 'b'].map(person)}
      onSelect={() => {}}
      onClose={() => {}}
      onErased={() => {}}
    />,
    ['retention dates', ['a']],
    [],
    known && [
      [['follow-up', 'a'], followUp({ ...NOTHING, ...known })],
      [['lista_de_turmas', {}], [children(free)]],
    ],
  );
  const part = (from: string, to: string) => new RegExp(`<\\w+ class="${from}.*?${to}`).exec(html)?.[0] ?? '';
  return {
    facts: textOf(part('detail__facts', '</header>')),
    looks: [...part('evidence', '</dl>').matchAll(/data-look="true"><dt[^>]*>(.*?)</g)].map(
      ([, name]) => name,
    ),
    absent: controlsIn(part('alert', 'evidence')),
    checks: controlsIn(part('detail__checks', 'sheet__section')),
    head: controlsIn(part('detail__tools', 'detail__facts')),
    foot: controlsIn(part('decision ', '$')),
  };
}

const ORDERS = 'Aprovar com turma e primeiro dia';

test.each<[what: string, known: object | undefined, free: number, facts: string, foot: string]>([
  [
    'before its state has come nothing is decided',
    ...([undefined, 8] as const),
    'Nova',
    `Mais | Falta documento (off) | Lista de espera (off) | Aprovar (off) | ${ORDERS} (off)`,
  ],
  [
    'who is new is approved in the class that fits',
    ...([{}, 8] as const),
    'Nova',
    `Mais | Falta documento | Lista de espera | Aprovar em Infantil | ${ORDERS}`,
  ],
  [
    'a full class has a line',
    { hasNewDocument: true },
    0,
    'Nova Documento novo',
    `Mais | Falta documento | Lista de espera | Lista de espera: Infantil | ${ORDERS}`,
  ],
  [
    'who waits in vain goes on waiting',
    { situation: 'lista-de-espera' },
    0,
    'Lista de espera',
    'Mais | Ir à próxima',
  ],
  [
    'who is approved is told, and taken back for a while',
    {
      ...APPROVED,
      className: 'Infantil',
      firstDay: '2027-01-12',
      toNotify: true,
      undoUntil: 'soon',
      hasRequest: true,
    },
    8,
    'Aprovada Infantil, a partir de 12/01/2027 Pedido da família',
    'Desfazer | Mais | Turma e primeiro dia | Ir à próxima | Avisar Pessoa no WhatsApp (abre em outra página)',
  ],
  [
    'of who left stand day and reason',
    { situation: 'desistiu', leftOn: '2026-12-01', leftBecause: 'faltas' },
    8,
    'Saiu saiu em 01/12/2026 (faltas)',
    'Mais | Ir à próxima',
  ],
])('%s', (_what, known, free, facts, foot) => {
  const seen = opened(known, free);
  expect(seen.facts.replace(' Protocolo 2026-1234', '')).toBe(`Pessoa de Teste ${facts}`);
  expect(seen.foot).toBe(foot);
});

test('the first has none before it; what wants a look is said; what is done with its state waits for that', () => {
  expect(opened({}).head).toBe('Inscrição anterior (off) | Próxima inscrição | Imprimir Ficha | Fechar');
  const looked = opened({ similar: [{ id: 'c', sameIn: ['cpf'] }], hasNewGuardian: true });
  expect([opened({}).looks, looked.looks]).toEqual([['CadÚnico'], ['CadÚnico', 'Responsável', 'Repetida?']]);
  expect(opened().checks).toBe('Anexar documento (off) | Corrigir respostas (off)');
  expect(opened({ criteria: { ...CRITERIA, cadunico: true } }).checks).toBe(
    'CadÚnico confere (nome e NIS legíveis) (on) | Situação socioeconômica avaliada | Anexar documento | ' +
      'Corrigir respostas | Endereço protegido | Responsável confirmou',
  );
  const absent = { ...APPROVED, absentOn: ['2026-12-10', '2026-12-14'], isAbsent: true };
  expect(opened(absent).absent).toBe('Avisar a família | Voltou | Saiu…');
  expect(opened({ ...absent, isAbsent: false }).absent).toBe('');
});
