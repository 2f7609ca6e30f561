import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { desk } from '../../../content/desk.ts';
import { admin } from '../../../content/desk-screens.ts';
import {
  type Chip,
  type EnrolmentFilter,
  NO_FILTER,
  paramsOf,
  withChip,
} from '../../../domain/desk/filter.ts';
import { drawn } from '../../../tests/support/screens/drawn.tsx';
import { controlsIn, textOf } from '../../../tests/support/screens/heard.ts';
import { setUnsavedOwner, setUnsavedValue } from '../controls/unsaved.ts';
import { EnrolmentList } from './EnrolmentList.tsx';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-12-20T12:00:00Z') });
  vi.stubGlobal('location', { origin: 'https://casa.test' });
  setUnsavedOwner('ana');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  setUnsavedOwner(null);
});

const ADULT = { dataNascimento: '1996-03-05', telefoneWhatsapp: '62900000000', situation: 'nova' };
const ARRIVED = { arrivedAt: '2026-11-01T12:00:00Z', cadastroUnico: 'https://casa.test/a.jpg' };
const row = (id: string, changes: object = {}) => ({
  ...{ id, nomeCompleto: id, repeatedOf: null, ...ADULT, ...ARRIVED, ...changes },
});
const CHIPS = { undecided: 0, newDocument: 0, request: 0, toNotify: 0, withoutClass: 0, withoutGuardian: 0 };
const COUNT = { total: 1132, newestAt: null };
const of = (chip: Chip, search = '') => ({ ...withChip(NO_FILTER, chip), search });

/** Toolbar and list for a filter, while so much waits, with these rows on a page. */
function list(
  filter: EnrolmentFilter,
  waiting: object,
  rows: object[],
  { role = 'direcao', page = 1, more = false } = {},
) {
  setUnsavedValue('list', '', '', { filter, page });
  const { order, direction } = NO_FILTER;
  const shown = filter.search ? withChip(filter, null) : filter; // a search looks through all
  const counted = { ...shown, search: '', order, direction };
  const html = drawn(<EnrolmentList />, ['role'], role, [
    [['enrolments', 'count', paramsOf(counted)], { ...COUNT, waiting: { ...CHIPS, ...waiting } }],
    [['enrolments', 'page', paramsOf(shown), page], { rows, more, lost: false, number: page }],
  ]);
  const [above = '', below = ''] = html.split('</search>');
  const chips = controlsIn(above).replace(/^Buscar por nome, CPF, telefone ou protocolo | \| Mais$/g, '');
  expect(above).toMatch(/<input[^>]* aria-describedby="([^"]+)".*<p[^>]* id="\1">Enter busca/s);
  return { chips, words: textOf(below), controls: controlsIn(below) };
}

const OTHERS = '| Sem turma (0) | Sem responsável (0) |';

test('a chip has its number, one is pressed, and beside it is what is done with all of the page', () => {
  const bar = (...given: Parameters<typeof list>) => list(...given).chips;
  const waiting = { undecided: 1234, absent: 0 };
  expect(bar(of('undecided'), waiting, [row('Ana')])).toBe(
    `| Todas | A decidir (1.234) (on) | Pedidos (0) | Documento novo (0) | A avisar (0) ${OTHERS} Aprovar… | Filtros`,
  );
  expect(bar({ ...NO_FILTER, mayBeRepeated: true }, { absent: 2 }, [])).toBe(
    `| Todas (on) | A decidir (0) | Pedidos (0) | Documento novo (0) | A avisar (0) ${OTHERS} Faltou (2) | Filtros (1)`,
  );
  const both = [row('Ana', { toNotify: true }), row('Rui')];
  expect(bar(of('toNotify'), {}, both)).toContain(`A avisar (0) (on) ${OTHERS} Avisar 1 família | Filtros`);
  expect(bar(of('withoutClass'), {}, both)).toContain(
    'Sem turma (0) (on) | Sem responsável (0) | Turma… | Filtros',
  );
  expect(bar(of('undecided'), {}, both, { role: 'professor' })).toContain('Sem responsável (0) | Filtros');
  expect(bar(of('undecided', 'ana'), {}, both)).toContain(`Todas (on) | A decidir (0)`);
});

test('a row says what waits of it, and what can be done; pages are turned while there are others', () => {
  const approved = { situation: 'aprovada', className: 'Boxe · 18:00', firstDay: '2027-01-12' };
  const waits = {
    hasRequest: true,
    mayBeRepeated: true,
    toNotify: true,
    waitingSince: '2026-12-18T12:00:00Z',
  };
  const waiter = row('Ana', { ...approved, ...waits, newPhone: '62988887777' });
  const { words, controls } = list(NO_FILTER, {}, [waiter, row('Rui', { cadastroUnico: null })]);
  expect(words).toBe(
    'Mostrando 1–2 de 2 Inscrições recebidas Nome Completo Idade Telefone Inscrição Ações ' +
      'Ana a partir de 12/01, Boxe Pedido da família +2 Repetida?, A avisar Espera desde: há 2 dias Aprovada 30 ' +
      '(62) 98888-7777 novo 01/11/2026 Ver Doc Rui Nova 30 (62) 90000-0000 01/11/2026 Ver Doc',
  );
  const buttons = (name: string) =>
    `WhatsApp de ${name} (abre em outra página) | Ver inscrição de ${name} | Doc: abrir documento de ${name}`;
  expect(controls).toBe(`${buttons('Ana')} | ${buttons('Rui')} (off)`);
  expect(list(of('toNotify'), {}, [waiter]).words).not.toContain('A avisar'); // which its list says
  for (const [waitingSince, left] of [
    ['2026-12-08T02:30:00Z', 'faltam 2 dias'], // asked on the 7th at the centre
    ['2026-12-05T15:00:00Z', 'o prazo é hoje'],
    ['2026-12-04T15:00:00Z', 'atrasado há 1 dia'],
  ])
    expect(list(of('request'), {}, [row('Ana', { waitingSince })]).words).toContain(` Ana ${left} Nova`);
  expect(list(NO_FILTER, {}, [row('Ana', { repeatedOf: 'x' })]).words).toContain(' Ana Repetida Nova');
  const turned = (page: number, more: boolean) => {
    const { words, controls } = list(of('undecided'), {}, [row('Rui')], { page, more });
    return `${words.replace(/ Inscrições.*/, '')} | ${controls.replace(`${buttons('Rui')} | `, '')}`;
  };
  expect(turned(1, true)).toBe('Mostrando 1–1 de 1.132 | Anterior (off) | Próxima');
  expect(turned(2, true)).toBe('Mostrando 26–26 de 1.132 | Anterior | Próxima');
  expect(turned(46, false)).toBe('Mostrando 1.126–1.126 de 1.132 | Anterior | Próxima (off)');
});

test.each([
  [NO_FILTER, {}, `${admin.empty} ${desk.spread} https://casa.test/projeto-social`],
  [{ ...NO_FILTER, search: 'x' }, {}, `${desk.nothingFound} ${desk.clearFilters}`],
  [of('request'), {}, desk.nothingToDo],
  [of('request'), { undecided: 1 }, desk.nothingHere],
])('an empty list for %j, while %j waits, says why: %s', (filter, waiting, words) => {
  expect(list(filter, waiting, []).words).toBe(words);
});
