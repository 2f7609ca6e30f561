import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answersOf } from '../../../domain/desk/sheet.ts';
import { ROW } from '../../../tests/support/people.ts';
import { drawn } from '../../../tests/support/screens/drawn.tsx';
import { controlsIn, textOf } from '../../../tests/support/screens/heard.ts';
import { followUp, oneClass } from '../../../tests/support/screens/open-enrolment.ts';
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

const APPROVED = { situation: 'aprovada' };
const CRITERIA = { responsavel: false, cadunico: false, socioeconomica: false, protegido: false };
const LISTS = { requests: [], notes: [], laterDocuments: [], activeContent: [], corrections: [] };
const person = (id: string) =>
  ({ ...answersOf(ROW), id, arrivedAt: '2026-11-01T12:00:00Z', situation: 'nova' }) as ListedEnrolment;
const props = { onSelect: () => {}, onClose: () => {}, onErased: () => {} };

/** The first of two, a child, whose class has `free` places: parts of what is drawn. */
function opened(known?: object, free = 8) {
  const state = followUp({ ...LISTS, criteria: CRITERIA, dataClosedUntil: null, ...known } as object);
  const html = drawn(
    <EnrolmentDialog enrolment={person('a')} rows={['a', 'b'].map(person)} {...props} />,
    ['retention dates', ['a']],
    [],
    known && [
      [['follow-up', 'a'], state],
      [['lista_de_turmas', {}], [oneClass('Infantil', { pupils: 20 - free })]],
    ],
  );
  const part = (from: string, to: string) => new RegExp(`<\\w+ class="${from}.*?${to}`).exec(html)?.[0] ?? '';
  const looks = part('evidence', '</dl>').matchAll(/data-look="true"><dt[^>]*>(.*?)</g);
  return {
    facts: textOf(part('detail__facts', '</header>')),
    looks: [...looks].map(([, name]) => name).join(),
    controls: controlsIn(html.replace(/<article.*<\/article>/s, '')),
    foot: controlsIn(part('decision ', '$')),
  };
}

const ORDERS = 'Aprovar com turma e primeiro dia';
const USUAL = 'Mais | Falta documento | Lista de espera';

test.each<[facts: string, known: object | undefined, free: number, foot: string]>([
  [
    'Nova',
    undefined,
    8,
    `Mais | Falta documento (off) | Lista de espera (off) | Aprovar (off) | ${ORDERS} (off)`,
  ],
  ['Nova', {}, 8, `${USUAL} | Aprovar em Infantil | ${ORDERS}`],
  ['Nova Documento novo', { hasNewDocument: true }, 0, `${USUAL} | Lista de espera: Infantil | ${ORDERS}`],
  ['Lista de espera', { situation: 'lista-de-espera' }, 0, 'Mais | Ir à próxima'],
  [
    'Aprovada Infantil, a partir de 12/01/2027',
    { ...APPROVED, className: 'Infantil', firstDay: '2027-01-12', toNotify: true },
    8,
    'Mais | Turma e primeiro dia | Ir à próxima | Avisar Pessoa no WhatsApp (abre em outra página)',
  ],
  [
    'Saiu saiu em 01/12/2026 (faltas) Pedido da família',
    {
      situation: 'desistiu',
      leftOn: '2026-12-01',
      leftBecause: 'faltas',
      hasRequest: true,
      undoUntil: 'soon',
    },
    8,
    'Desfazer | Mais | Ir à próxima',
  ],
])('of “%s” with %j, and %i places, is done: %s', (facts, known, free, foot) => {
  const seen = opened(known, free);
  expect([seen.facts, seen.foot]).toEqual([`Pessoa de Teste ${facts}`, foot]);
});

test('what is done with its state waits for that; what wants a look is said', () => {
  const head = 'Inscrição anterior (off) | Próxima inscrição | Imprimir Ficha | Fechar';
  expect(opened().controls).toContain(`${head} | Anexar documento (off) | Corrigir respostas (off) | Mais`);
  const absent = { ...APPROVED, absentOn: ['2026-12-10', '2026-12-14'], isAbsent: true };
  expect(opened({ ...absent, criteria: { ...CRITERIA, cadunico: true } }).controls).toContain(
    `${head} | Avisar a família | Voltou | Saiu… | CadÚnico confere (nome e NIS legíveis) (on) | ` +
      'Situação socioeconômica avaliada | Anexar documento | Corrigir respostas | Endereço protegido | ' +
      'Responsável confirmou | Nova nota | A família pede | Guardar nota | Mais',
  );
  expect(opened({ ...absent, isAbsent: false }).controls).not.toContain('Voltou');
  expect(opened({}).looks).toBe('CadÚnico');
  const similar = [{ id: 'c', sameIn: ['cpf'] }];
  expect(opened({ similar, hasNewGuardian: true }).looks).toBe('CadÚnico,Responsável,Repetida?');
});
