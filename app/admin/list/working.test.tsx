import { expect, test, vi } from 'vitest';
import { desk } from '../../../content/desk.ts';
import { admin } from '../../../content/desk-screens.ts';
import { exporting } from '../../../content/exporting.ts';
import { toDo as words } from '../../../content/to-do.ts';
import { NO_FILTER, withChip } from '../../../domain/desk/filter.ts';
import { live } from '../../../tests/support/screens/live.tsx';
import { listed, oneClass, wholeFollowUp } from '../../../tests/support/screens/open-enrolment.ts';
import { currentToast } from '../../ui/toast/toast.ts';
import { setUnsavedValue, unsavedValue } from '../controls/unsaved.ts';
import '../enrolment/EnrolmentDialog.tsx'; // fetched already, as are the others
import '../export/ExportDialog.tsx';
import '../export/spreadsheet-files.ts';
import '../retention/ErasedDialog.tsx';
import './bulk/ApproveDialog.tsx';
import './bulk/TellDialog.tsx';
import { EnrolmentList } from './EnrolmentList.tsx';

const SENT = {
  ...{ protocol: null, className: null, firstDay: null, guardianName: null, newPhone: null },
  ...{ guardianPhone: null, hasNewGuardian: false, version: 3, row: null, cadastroUnico: 'x' },
};
const row = (id: string, changes: object = {}) => ({ ...listed(id), ...SENT, ...changes });
const CHIPS = {
  ...{ undecided: 1, newDocument: 0, request: 0, toNotify: 2 },
  ...{ withoutClass: 0, withoutGuardian: 0, absent: 0 },
};
type Asked = { filtro: Record<string, unknown> };

const USUAL = {
  ...{ page: 1, more: false, waiting: CHIPS, role: 'direcao', typed: () => {} },
  ...{ filter: undefined as object | undefined, answers: {} as Record<string, unknown> },
};

/** The list at its first chip or at a place, with these rows on the first of its pages, and the rest of the back end. */
async function open(rows: object[], given: Partial<typeof USUAL> = {}) {
  const { page, more, waiting, role, filter, answers, typed } = { ...USUAL, ...given };
  const place = filter && { filter: { ...NO_FILTER, ...filter }, page };
  const before = () => {
    setUnsavedValue('list', '', '', place);
    typed();
  };
  return live(
    <EnrolmentList />,
    [
      [['role'], role],
      [['lista_de_turmas', {}], [oneClass('Infantil')]],
      [['lista_da_lixeira', {}], []],
    ],
    {
      lista_de_inscricoes: ({ filtro }: Asked) => ({ rows: filtro.pular ? [] : rows, more, lost: false }),
      contagem_de_inscricoes: { total: 30, waiting, newestAt: '2026-12-19T12:00:00Z' },
      dias_de_guarda: [],
      mensagens: {},
      ...answers,
    },
    before,
  );
}
const listsIn = (calls: unknown[][]) =>
  calls.flatMap(([name, of]) => (name === 'lista_de_inscricoes' ? [(of as Asked).filtro] : []));

test('the list begins at the first chip with somebody, and goes where it is sent; a search looks through all and its chip comes back', async () => {
  const page = await open([row('Ana')], { more: true, waiting: { ...CHIPS, undecided: 0 } });
  const usual = { ordem: 'espera', sentido: 'asc', tamanho: 25, colunas: ['*'] };
  expect(listsIn(page.calls()).at(-1)).toEqual({ ...usual, avisar: true });
  expect(page.controls()).toContain('A avisar (2) (on)');
  await page.press('Próxima');
  expect(listsIn(page.calls())).toEqual([{ ...usual, avisar: true, pular: 25 }]);
  expect([page.text().includes('Mostrando 1–1 de 30'), page.focused()]).toEqual([
    true,
    'Mostrando 1–1 de 30',
  ]); // the list is shorter now
  const box = page.page.querySelector('input') as HTMLInputElement;
  box.value = ' ana ';
  await page.happen(() =>
    box.dispatchEvent(Object.assign(new Event('keydown', { bubbles: true }), { key: 'Enter' })),
  );
  expect(listsIn(page.calls())).toEqual([{ tamanho: 25, colunas: ['*'], busca: 'ana' }]);
  expect([page.text().includes('1–1 Ins'), page.controls().includes('Todas (on)')]).toEqual([true, true]); // nobody counts a search
  await page.type(box, '');
  expect(page.controls()).toContain('A avisar (2) (on)');
  await page.press('A avisar (2)');
  expect([page.controls().includes('Todas (on)'), unsavedValue('list')]).toEqual([
    true,
    { filter: NO_FILTER, page: 1 },
  ]);
});

test('the families of who was not asked yet are told of the renewal, and who says no is marked', async () => {
  const renewals = ['avisada', 'pedida', 'nao', 'pedida'];
  const rows = renewals.map((renewal, at) => row(`P${at}`, { renewal, telefoneWhatsapp: `6290000100${at}` }));
  const waiting = { ...CHIPS, renewal: 4 };
  const ficha = ({ inscricao }: { inscricao: string }) =>
    wholeFollowUp({ situation: 'aprovada', renewal: renewals[Number(inscricao[1])] });
  const filter = withChip(NO_FILTER, 'renewal');
  const page = await open(rows, { filter, waiting, answers: { ficha } });
  expect(listsIn(page.calls()).at(-1)).toMatchObject({ renovacao: true, ordem: 'espera' });
  expect(page.text().match(/Não continua/g)).toHaveLength(1);
  await page.press(words.tellFamilies(1)); // one guardian's telephone
  expect(page.dialog().text).toMatch(/P1, P3 .*P1 continua no .*P3 continua no /);
  const none = await open(rows.slice(0, 1), { filter, waiting });
  expect(none.controls()).not.toContain('Avisar');
  const rare = await open(rows, { filter: withChip(NO_FILTER, 'undecided') });
  expect(rare.controls()).not.toContain('Renovação');
});

test('filters and order are chosen in the panel, which says how many are on', async () => {
  const page = await open([row('Ana')], { filter: withChip(NO_FILTER, 'undecided') });
  await page.press('Filtros');
  expect(page.text()).toContain('Quem espera há mais tempo primeiro');
  await page.type(desk.situation, 'aprovada');
  await page.type('Turma', 'Infantil');
  await page.type(desk.order, 'nome asc');
  expect(listsIn(page.calls()).at(-1)).toEqual({
    ...{ novas: true, situacao: 'aprovada', turma: 'Infantil', ordem: 'nome', sentido: 'asc' },
    ...{ tamanho: 25, colunas: ['*'] },
  });
  expect(page.controls()).toContain('Filtros (2)');
  await page.press(desk.clearFilters);
  expect(unsavedValue('list')?.filter).toEqual({ ...NO_FILTER, order: 'nome', direction: 'asc' });
  const all = await open([row('Ana')], { filter: {} });
  await all.press('Filtros');
  expect(all.text()).not.toContain('Quem espera há mais tempo primeiro');
  await all.type(desk.repeated, true);
  expect(listsIn(all.calls()).at(-1)).toMatchObject({ repetida: true });
});

test('a row opens its enrolment, also by a press beside its buttons; the rows of before are read again once it is closed', async () => {
  const known = wholeFollowUp({ requests: [] });
  const answers = {
    ficha: known,
    formulario: {},
    decidir_situacao: { ...known, applied: true, situation: 'aprovada' },
  };
  const page = await open([row('Ana'), row('Bia')], { filter: withChip(NO_FILTER, 'undecided'), answers });
  await page.press('WhatsApp de Bia (abre em outra página)');
  expect(page.dialog().text).toBe('');
  await page.happen(() => page.page.querySelectorAll<HTMLElement>('.enrolments__row')[1]?.click());
  await page.settle();
  expect([page.dialog().text, unsavedValue('open')]).toEqual([
    expect.stringMatching(/^Detalhes da Inscrição ‹ 2 de 2 ›.* Bia /),
    'Bia',
  ]);
  page.calls();
  await page.press('Aprovar em Infantil');
  expect(listsIn(page.calls())).toEqual([]); // rows behind an open dialog stay
  await page.press('Fechar');
  expect([listsIn(page.calls()).length, unsavedValue('open')]).toEqual([1, undefined]);
  await page.press('Ver inscrição de Ana');
  await page.settle();
  expect(page.dialog().text).toContain('1 de 2');
});

test('an enrolment that is not there any more is said above the list, and what was typed of it is discarded', async () => {
  const typed = () => {
    setUnsavedValue('open', '', '', 'x');
    setUnsavedValue('note', 'x', '', { text: 'meia' });
  };
  const page = await open([row('Ana')], {
    filter: {},
    typed,
    answers: { inscricoes_projeto: [], ficha: null },
  });
  await page.settle();
  expect([page.text().includes(desk.missing), unsavedValue('note', 'x')]).toEqual([true, undefined]);
});

test('new arrivals are said and shown by a press, and a failure with a way to try again', async () => {
  let newestAt = '2026-12-19T12:00:00Z';
  const count = () => ({ total: 30, waiting: CHIPS, newestAt });
  const rows = [row('Ana')];
  const page = await open(rows, {
    filter: withChip(NO_FILTER, 'undecided'),
    answers: { contagem_de_inscricoes: count },
  });
  expect(page.controls()).not.toContain(desk.showArrivals);
  newestAt = '2026-12-20T10:30:00Z';
  rows.unshift(row('Bia', { arrivedAt: newestAt })); // enrolled here, and shown already
  await page.client.invalidateQueries({ queryKey: ['enrolments'] });
  await page.settle();
  expect([page.text().includes('Bia'), page.controls().includes(desk.showArrivals)]).toEqual([true, false]);
  newestAt = '2026-12-20T11:00:00Z';
  await page.client.invalidateQueries({ queryKey: ['enrolments', 'count'] });
  await page.settle();
  page.calls();
  await page.press(desk.showArrivals);
  expect([unsavedValue('list')?.filter, page.controls().includes(desk.showArrivals)]).toEqual([
    NO_FILTER,
    false,
  ]);
  let fails = true;
  const failed = await open([], {
    filter: { mayBeRepeated: true },
    answers: {
      lista_de_inscricoes: () =>
        fails
          ? Response.json({ message: 'Caiu.' }, { status: 500 })
          : { rows: [row('Rui')], more: false, lost: false },
    },
  });
  expect([
    failed.text().includes(`${admin.errorTitle} Caiu. Tentar de novo`),
    failed.text().includes(admin.loading),
  ]).toEqual([true, false]);
  fails = false;
  await failed.press('Tentar de novo');
  expect([failed.text().includes('Rui'), failed.text().includes('Caiu.')]).toEqual([true, false]);
  fails = true;
  await failed.press('A avisar (2)');
  expect(failed.text()).toContain('Caiu.');
  expect(failed.text()).not.toMatch(/Rui|Mostrando/); // which is no answer to that
});

test('everybody of a page is approved, who was not is said by name and stays, and the families are told then', async () => {
  const rows = [
    row('Ana'),
    row('Bia'),
    row('Cau', { situation: 'em-analise', mayBeRepeated: true }),
    row('Rui', { situation: 'aprovada' }),
  ];
  const full = Response.json({ code: 'P0001', message: 'Cheia.', hint: 'turma-cheia' }, { status: 409 });
  const decide = ({ inscricao }: { inscricao: string }) =>
    inscricao === 'Bia'
      ? full.clone()
      : wholeFollowUp({ applied: true, situation: 'aprovada', toNotify: true });
  const page = await open(rows, {
    filter: withChip(NO_FILTER, 'undecided'),
    answers: {
      decidir_situacao: decide,
      ficha: wholeFollowUp({ situation: 'aprovada', toNotify: true }),
      anotar_mensagem: wholeFollowUp({ situation: 'aprovada' }),
    },
  });
  await page.press(words.these.approve);
  await page.settle();
  expect(page.dialog().text).toMatch(
    /^Aprovar inscrições Turma Sem turma por enquanto Infantil \(8 livres\) Primeiro dia/,
  );
  await page.type(words.firstDay, '2027-01-12');
  page.calls();
  await page.press('Aprovar 2 em Infantil');
  const of = (inscricao: string) => [
    'decidir_situacao',
    { inscricao, versao: 3, situacao: 'aprovada', motivo: '', turma: 'Infantil', primeiro_dia: '2027-01-12' },
  ];
  const calls = page.calls();
  expect([calls.slice(0, 2), calls.some(([name]) => name === 'lista_de_turmas')]).toEqual([
    [of('Ana'), of('Bia')],
    true,
  ]);
  expect(page.dialog().text).toContain(`${words.stored(1)} Bia: ${words.classFull}`);
  expect(page.dialog().controls).toMatch(
    / Bia , 14 \| Cau , 14: pode ser repetida \| Fechar \| Avisar 1 família$/,
  );
  await page.type('Cau , 14: pode ser repetida', true);
  await page.press('Aprovar 1 em Infantil');
  const again = page.calls().filter(([name]) => name === 'decidir_situacao' || name === 'lista_de_turmas');
  expect(again).toEqual([of('Cau'), ['lista_de_turmas', {}]]); // which has fewer places now
  expect(page.dialog().text).toContain(`${words.stored(2)} Bia: ${words.classFull}`);
  await page.press('Avisar 1 família'); // of one number
  await page.settle();
  expect(page.dialog().text).toMatch(/^Avisar a família Ana, Cau/);
  await page.press('Abrir o WhatsApp de (62) 90000-0001 (abre em outra página)');
  page.calls();
  await page.press(words.yes);
  expect(
    page
      .calls()
      .filter(([name]) => name === 'anotar_mensagem')
      .map(([, to]) => (to as { inscricao: string }).inscricao),
  ).toEqual(['Ana', 'Cau']);
  expect(page.dialog().text).toBe(`Avisar ${words.notified(1, 0)} Fechar`);
});

test('families are told one after the other, and who was passed over stays to be told', async () => {
  const rows = ['1', '2', '3'].map((end) =>
    row(`P${end}`, { situation: 'aprovada', toNotify: end !== '3', telefoneResponsavel: `6290000000${end}` }),
  );
  const page = await open(rows, {
    filter: withChip(NO_FILTER, 'toNotify'),
    answers: {
      ficha: wholeFollowUp({ situation: 'aprovada', toNotify: true }),
      anotar_mensagem: wholeFollowUp({ situation: 'aprovada' }),
    },
  });
  await page.press('Avisar 2 famílias');
  await page.settle();
  expect(page.dialog().text).toMatch(/^Avisar: 1 de 2 P1 /);
  await page.press(words.skip);
  expect(page.dialog().text).toMatch(/^Avisar: 2 de 2 P2 /);
  await page.press('Abrir o WhatsApp de (62) 90000-0002 (abre em outra página)');
  await page.press(words.yes);
  expect(page.dialog().text).toBe(`Avisar ${words.notified(1, 1)} Fechar`);
  await page.press('Fechar');
  expect(page.controls()).not.toContain(words.skip);
});

test('before a family is told, it is asked about the other telephone that it wants to be called at', async () => {
  const phone = { kind: 'telefone', phone: '62988887777', id: 'p', number: 3, until: '2026-12-25' };
  let requests = [{ ...phone, askedAt: '2026-12-10T12:00:00Z', atDesk: false, changes: null }];
  const approved = { situation: 'aprovada', toNotify: true };
  const page = await open([row('Ana', { ...approved, telefoneResponsavel: '62900000001' })], {
    filter: withChip(NO_FILTER, 'toNotify'),
    answers: {
      ficha: () => wholeFollowUp({ ...approved, requests, newPhone: requests[0] ? null : phone.phone }),
      atender_pedido: () => {
        requests = [];
        return wholeFollowUp({ ...approved, applied: true });
      },
    },
  });
  await page.press('Avisar 1 família');
  await page.settle();
  expect(page.dialog().text).toMatch(/^Avisar a família Ana Pedido nº 3 .*\(62\)\s98888.7777/);
  expect(page.dialog().controls).toBe(
    'Usar este telefone | Dispensar o pedido | Pular | Fechar', // no message yet
  );
  page.calls();
  await page.press('Usar este telefone');
  await page.settle();
  expect(page.calls()[0]).toEqual([
    'atender_pedido',
    expect.objectContaining({ inscricao: 'Ana', pedido: 'p', confirmado: true }),
  ]);
  expect(page.dialog().controls).toContain('Abrir o WhatsApp de (62) 98888-7777');
});

test.each([
  ['direcao', '', null],
  ['secretaria', exporting.reasons.turmas, 'turmas'],
])('a %s exports all that the filter finds, recorded before it is there', async (role, reason, motivo) => {
  const saved: unknown[] = [];
  const found = { rows: [row('Ana'), row('Bia')], more: false, lost: false };
  const page = await open([row('Ana')], {
    role,
    filter: { search: 'ana', age: 'adulto' },
    answers: { lista_de_inscricoes: found },
  });
  const link = page.page.createElement('a');
  vi.spyOn(Object.getPrototypeOf(link) as HTMLAnchorElement, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
  await page.press('Mais');
  expect(page.controls().includes('Apagadas há pouco')).toBe(role === 'direcao');
  await page.press('Exportar planilha');
  await page.settle();
  expect(page.dialog().text).toContain('30 inscrições, as do filtro de agora.');
  expect(page.calls().at(-1)).toEqual([
    'contagem_de_inscricoes',
    { filtro: { busca: 'ana', idade: 'adulto' } },
  ]);
  if (reason) {
    await page.press(exporting.start);
    expect([page.dialog().text.includes(exporting.reasonMissing), page.calls()]).toEqual([true, []]);
    await page.type(reason, true);
  } else expect(page.dialog().text).not.toContain(exporting.reason);
  await page.type('CPF', true);
  await page.type('Sexo', false);
  await page.press(exporting.start);
  await page.settle();
  expect(page.dialog().text).toBe('');
  const calls = page.calls();
  const [read] = listsIn(calls);
  const record = calls.find(([name]) => name === 'anotar_acesso')?.[1] as {
    linhas: number;
    colunas: string[];
  };
  expect(read).toMatchObject({
    busca: 'ana',
    idade: 'adulto',
    tamanho: 100,
    colunas: expect.arrayContaining(['id', 'cpf', 'data_nascimento']),
  });
  expect(record).toMatchObject({ acao: 'exportou', linhas: 2, motivo });
  expect([record.colunas.includes('cpf'), record.colunas.includes('sexo')]).toEqual([true, false]);
  expect([saved, currentToast()?.title]).toEqual([
    ['inscricoes-2026-12-20.xlsx'],
    exporting.done('inscricoes-2026-12-20.xlsx', 2),
  ]);
});
