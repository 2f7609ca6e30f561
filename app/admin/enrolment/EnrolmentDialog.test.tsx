import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { desk } from '../../../content/desk.ts';
import { drawn } from '../../../tests/support/screens/drawn.tsx';
import { controlsIn, textOf } from '../../../tests/support/screens/heard.ts';
import { followUp, listed, oneClass } from '../../../tests/support/screens/open-enrolment.ts';
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
const REQUEST = { kind: 'desistir', number: 1, askedAt: '2026-12-10T12:00:00Z', until: '2026-12-25' };
const props = { onSelect: () => {}, onClose: () => {}, onErased: () => {} };

/** The first of two, a child, whose class has `free` places: parts of what is drawn. */
function opened(known?: object, free = 8, also: Parameters<typeof drawn>[3] = []) {
  const state = followUp({ ...LISTS, criteria: CRITERIA, dataClosedUntil: null, ...known } as object);
  const html = drawn(
    <EnrolmentDialog enrolment={listed('Ana')} rows={[listed('Ana'), listed('Bia')]} {...props} />,
    ['retention dates', ['Ana']],
    [],
    known && [
      ...also,
      [['follow-up', 'Ana'], state],
      [['lista_de_turmas', {}], [oneClass('Infantil', { pupils: 20 - free })]],
    ],
  );
  const part = (from: string, to: string) => new RegExp(`<\\w+ class="${from}.*?${to}`).exec(html)?.[0] ?? '';
  const looks = part('evidence', '</dl>').matchAll(/data-look="true"><dt[^>]*>(.*?)</g);
  return {
    html,
    facts: textOf(part('detail__facts', '</header>')),
    looks: [...looks].map(([, name]) => name).join(),
    controls: controlsIn(html.replace(/<article.*<\/article>/s, '')),
    foot: controlsIn(part('decision ', '$')),
  };
}

const LIKELY = 'Mais | Falta documento | Lista de espera';
const FORM = 'Aprovar com turma e primeiro dia';
const HEAD = 'Inscrição anterior (off) | Próxima inscrição | Imprimir Ficha | Fechar';

test('at the foot is what follows: a decision, the line of a full class, the message to the family', () => {
  const foot = (...given: Parameters<typeof opened>) => opened(...given).foot;
  expect(foot({})).toBe(`${LIKELY} | Aprovar em Infantil | ${FORM}`);
  expect(foot({}, 0)).toBe('Mais | Falta documento | Aprovar… | Lista de espera: Infantil');
  expect(foot({ situation: 'lista-de-espera' })).toContain('| Mudar a espera | Aprovar em Infantil |');
  const line = { situation: 'lista-de-espera' }; // which nobody is reached in
  expect(foot(line, 0)).toBe('Mais | Ir à próxima');
  expect(foot({ ...line, toNotify: true }, 0)).toMatch(/^Mais \| Ir à próxima \| Avisar Ana no WhatsApp/);
  const tell = 'Avisar Ana no WhatsApp (abre em outra página)';
  expect(foot({ ...APPROVED, toNotify: true })).toBe(`Mais | Ir à próxima | ${tell}`);
  const answered = { number: 3, confirmed: true, sentence: null };
  const chat = (toNotify: boolean) => opened({ ...APPROVED, answered, toNotify }).html;
  expect(chat(true)).toMatch(/wa\.me[^"]*aprovad/); // the decision first, and then the answer
  expect(chat(false)).toMatch(/wa\.me[^"]*pedido%20n%C2%BA%203/);
  const unread = [[['own messages'], new Error('no answer')]] as const; // no usual text takes their place
  expect(foot({ ...APPROVED, toNotify: true }, 8, unread)).toMatch(/Avisar a família$/);
  expect(foot({ situation: 'desistiu', undoUntil: 'soon' })).toBe('Mais | Desfazer | Ir à próxima');
});

test('at the head is what stands, and above the sheet what wants a look', () => {
  const facts = (known: object) => opened(known).facts.replace('Ana ', '');
  expect(facts({ hasNewDocument: true, isAbsent: true })).toBe('Nova Documento novo Faltou');
  const into = { ...APPROVED, className: 'Boxe', firstDay: '2027-01-12' };
  expect(facts(into)).toBe('Aprovada Boxe, a partir de 12/01/2027');
  const left = { situation: 'desistiu', hasRequest: true, leftOn: '2026-12-01', leftBecause: 'faltas' };
  expect(facts(left)).toBe('Saiu saiu em 01/12/2026 (faltas) Pedido da família');
  const [similar, criteria] = [[{ id: 'c', sameIn: ['cpf'] }], { ...CRITERIA, responsavel: true }];
  expect(opened({}).looks).toBe('CadÚnico');
  const alike = opened({ similar, hasNewGuardian: true });
  expect([alike.looks, alike.html.includes(desk.missing)]).toEqual(['CadÚnico,Responsável', false]);
  expect(opened({ repeatedOf: 'c', hasNewGuardian: true, criteria }).looks).toBe('CadÚnico');
});

test('what is done with the state of it waits until that has come, and while a change is on its way', () => {
  const absent = { ...APPROVED, absentOn: ['2026-12-10'], isAbsent: true, undoUntil: 'soon' };
  const known = { ...absent, requests: [REQUEST], criteria: { ...CRITERIA, cadunico: true } };
  const all = (off = '') =>
    `${HEAD} | Pedido: desistir | Anexar documento | CadÚnico confere (nome e NIS legíveis) (on) | Situação socioeconômica avaliada | ` +
    `Avisar a família${off} | Voltou${off} | Saiu…${off} | ` +
    'Corrigir respostas | Endereço protegido | Responsável confirmou | ' +
    `Confirmar a desistência${off} | Dispensar o pedido${off} | ` +
    `Nova nota | A família pede | Guardar nota${off} | Mais | Desfazer${off}`;
  expect(opened(known).controls).toBe(`${all()} | Ir à próxima`);
  const sent = [['change', 'Ana'], Promise.resolve()] as const;
  expect(opened(known, 8, [sent]).controls).toBe(`${all(' (off)')} | Ir à próxima`);
  expect(opened({ ...known, isAbsent: false, criteria: CRITERIA }).controls).toMatch(
    /: desistir \| Anexar documento \| Cad[^|]*f\)/,
  );
  const foot = `Mais | Falta documento (off) | Lista de espera (off) | Aprovar (off) | ${FORM} (off)`;
  expect(opened().controls).toBe(`${HEAD} | Anexar documento (off) | Corrigir respostas (off) | ${foot}`);
});
