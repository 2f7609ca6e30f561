import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NO_FILTER } from '../../../domain/desk/filter.ts';
import { drawn } from '../../../tests/support/screens/drawn.tsx';
import { partsOf, press } from '../../../tests/support/screens/form.tsx';
import type { ListedEnrolment } from '../api/enrolments.ts';
import { Documents } from '../document/Documents.tsx';
import { EvidenceStrip } from '../enrolment/Evidence.tsx';
import { EnrolmentTable } from './EnrolmentTable.tsx';
import type { ShownList } from './use-shown-list.ts';

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-12-20T12:00:00Z') }));
afterEach(() => void vi.useRealTimers());

const person = (changes: object = {}) =>
  ({
    ...{ id: 'a', nomeCompleto: 'Pessoa de Teste', arrivedAt: '2026-11-01T12:00:00Z', situation: 'aprovada' },
    ...{ dataNascimento: '1996-03-05', idade: 11, telefoneWhatsapp: '62900000000' },
    ...{ cadastroUnico: 'https://casa.test/a.jpg', documentErasedAt: null, newestDocument: null },
    ...changes,
  }) as unknown as ListedEnrolment;
const ERASED = person({ documentErasedAt: '2026-12-12T12:00:00Z' });

const propsOf = (row: ListedEnrolment) => ({
  shown: { rows: [row], filter: NO_FILTER, list: { data: {} } } as unknown as ShownList,
  documents: { open: vi.fn(async () => {}) },
  onOpen: vi.fn(),
});
const table = (row: ListedEnrolment) =>
  drawn(
    <EnrolmentTable {...propsOf(row)} />,
    ['retention dates', ['a']],
    [{ enrolment: 'a', eraseOn: '2027-01-10', rule: 'espera', guardianUntil: null }],
  );

test('a double click on ‘Doc’ opens the document once, and on ‘Ver’ the enrolment', () => {
  const props = propsOf(person());
  const parts = partsOf(EnrolmentTable, props);
  for (const detail of [1, 2]) press(parts, 'Doc', detail);
  expect(props.documents.open).toHaveBeenCalledOnce();
  press(parts, 'Ver');
  expect(props.onOpen).toHaveBeenCalledWith(person());
});

test('a row tells today’s age, until when it is kept, and that somebody was missing often', () => {
  expect(table(person({ isAbsent: true }))).toContain('>Faltou<');
  expect(table(person())).toMatch(/Guardada até 09\/01<.*<td class="enrolments__age">30</);
});

test('a document that its term erased is nowhere there any more, but one that came later is', () => {
  const doc = (row: ListedEnrolment) => /<button[^>]*documento de Pessoa[^>]*>/.exec(table(row))?.[0];
  expect(doc(ERASED)).toMatch(/disabled=""/);
  expect(doc(ERASED)).toContain('title="Arquivo apagado em 12/12/2026"');
  for (const row of [person(), { ...ERASED, newestDocument: 'https://casa.test/b.jpg' }])
    expect(doc(row)).not.toMatch(/disabled|Arquivo apagado/);
  const strip = (row: ListedEnrolment) =>
    renderToStaticMarkup(<EvidenceStrip enrolment={row} state={undefined} />);
  expect(strip(ERASED)).toContain('Apagado no prazo');
  expect(strip(person())).not.toContain('Apagado no prazo');
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  expect(drawn(<Documents enrolment={ERASED} />)).toContain('Arquivo apagado em 12/12/2026');
  vi.unstubAllGlobals();
});
