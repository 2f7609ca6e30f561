import { expect, test } from 'vitest';
import { deciding as words } from '../../../content/deciding.ts';
import { desk } from '../../../content/desk.ts';
import { openEnrolment } from '../../../content/open-enrolment.ts';
import { around, changed, openLive, refused } from '../../../tests/support/screens/live-enrolment.tsx';
import { oneClass } from '../../../tests/support/screens/open-enrolment.ts';
import { currentToast } from '../../ui/toast/toast.ts';
import { isUnsaved, setUnsavedValue, unsavedValue } from '../controls/unsaved.ts';

const APPROVED = { situation: 'aprovada', toNotify: true, undoUntil: 'soon' };
const decided = (situacao: string, more: object = {}) => [
  'decidir_situacao',
  { inscricao: 'Ana', versao: 3, situacao, motivo: '', turma: null, primeiro_dia: null, ...more },
];
const TELL = 'Avisar Ana no WhatsApp (abre em outra página)';

test('the likely decision is made by one press, said, told, and taken back; what was begun of another kind stays', async () => {
  const page = await openLive(
    {},
    { answers: { decidir_situacao: changed(APPROVED), voltar_decisao: changed({ version: 5 }) } },
  );
  await page.happen(() => {
    setUnsavedValue('note', 'Ana', '', { text: 'meia' });
    setUnsavedValue('decision', 'Ana', 'nao-aprovada', { reason: 'x' });
  });
  await page.press(words.approveIn('Infantil'));
  expect(page.calls()).toEqual([decided('aprovada', { turma: 'Infantil' }), ['lista_de_turmas', {}]]);
  expect([unsavedValue('note', 'Ana'), unsavedValue('decision', 'Ana', 'nao-aprovada')]).toEqual([
    { text: 'meia' },
    undefined,
  ]);
  expect(page.text()).toContain(`${words.saved} ${words.undo}`);
  expect(page.controls()).toMatch(
    new RegExp(`Mais \\| ${words.undo} \\| ${words.goNext} \\| ${TELL.replace(/[()]/g, '.')}$`),
  );
  await page.press(words.undo);
  expect(page.calls()).toEqual([['voltar_decisao', { inscricao: 'Ana', versao: 4 }]]);
  expect([page.text().includes(words.undone), page.controls().includes(words.approveIn('Infantil'))]).toEqual(
    [true, true],
  );
});

test('where another was first, or it is later, or refused, that is said at the foot, and nothing is decided over', async () => {
  const history = [
    {
      ...{ at: '2026-12-20T11:00:00Z', by: 'Beto', action: 'situacao', reason: null, className: null },
      ...{ from: 'nova', to: 'lista-de-espera' },
    },
  ];
  const answer = {
    ...changed({ situation: 'lista-de-espera', classId: 'Infantil', history }),
    applied: false,
  };
  const page = await openLive({}, { answers: { decidir_situacao: answer } });
  await page.press(words.approveIn('Infantil'));
  expect(page.text()).toContain(
    `${openEnrolment.changedMeanwhile} Beto, 20/12/2026 08:00: De Nova para Lista de espera.`,
  );
  expect(page.text()).not.toContain(words.saved);
  const later = await openLive({}, { answers: { decidir_situacao: null } });
  await later.press(words.approveIn('Infantil'));
  expect(later.text()).toContain(desk.missing);
  const no = await openLive({}, { answers: { decidir_situacao: refused('Hoje não.') } });
  await no.press(words.approveIn('Infantil'));
  expect([no.text().includes('Hoje não.'), currentToast()]).toEqual([true, null]);
});

test('a class that has become full is asked about, with its places of now, and goes beyond them only then', async () => {
  const full = [oneClass('Infantil', { pupils: 20 }), oneClass('Outra')];
  const answers = {
    decidir_situacao: refused('A turma está cheia.', 409, 'turma-cheia'),
    lista_de_turmas: full,
  };
  const page = await openLive({}, { answers });
  await page.press(words.approveIn('Infantil'));
  expect(page.dialog().text).toMatch(
    new RegExp(
      `Infantil \\(0 livres\\).*${words.classIsFull.replace('?', '.')} Cancelar ${words.beyondPlaces}$`,
    ),
  );
  page.calls();
  await page.press(words.beyondPlaces);
  expect(page.calls()[0]).toEqual(decided('aprovada', { turma: 'Infantil', alem_das_vagas: true }));
  expect(page.text()).toContain('A turma está cheia.');
});

test('a decision with a reason is asked about with the version that was seen; a refusal stays in its form, with what was typed', async () => {
  const asks = { ...changed({ history: [] }), applied: false };
  const page = await openLive({}, { answers: { decidir_situacao: asks } });
  await page.press('Falta documento');
  expect(page.focused()).toBe('Falta documento');
  await page.press('Guardar');
  expect([page.text().includes(openEnrolment.reasonMissing), page.focused()]).toEqual([true, 'reason']);
  await page.type(openEnrolment.reason, 'o NIS');
  expect(page.text()).not.toContain(openEnrolment.reasonMissing);
  await page.press('Guardar');
  expect(page.calls()[0]).toEqual(decided('falta-documento', { motivo: 'o NIS' }));
  expect(page.text().match(/Alguém mudou esta inscrição/g)).toHaveLength(2); // also at the foot
  await page.press('Guardar');
  expect(page.calls()[0]).toEqual(decided('falta-documento', { motivo: 'o NIS', versao: 4 }));
  expect(unsavedValue('decision', 'Ana', 'falta-documento')).toEqual({ reason: 'o NIS' });
  await page.press('Cancelar');
  expect([isUnsaved(), page.text().includes(openEnrolment.reasonHint)]).toEqual([false, false]);
});

test('the form of a decision chooses first what stands, and warns of ages, doubts and places of what is chosen', async () => {
  const classes = [
    oneClass('Infantil'),
    oneClass('Adulta', { ageFrom: 16, ageTo: null }),
    oneClass('Cheia', { pupils: 20 }),
    oneClass('Antiga', { active: false }),
  ];
  const page = await openLive({ similar: [{ id: 'x', sameIn: ['cpf'], situation: 'nova' }] }, { classes });
  await page.press(words.approveIn('Infantil')); // which asks first
  expect(page.dialog().text).toMatch(
    /Turma \(opcional\) Aprovar sem turma Infantil \(8 livres\) Adulta \(8 livres\) Cheia \(0 livres\) Primeiro dia/,
  );
  expect(page.dialog().text).toMatch(
    /Confira antes: pode ser repetida\. Aprovar assim mesmo\? Cancelar Aprovar assim mesmo$/,
  );
  await page.type('Turma (opcional)', 'Adulta');
  expect(page.text()).toContain(words.outsideAges('16 anos ou mais'));
  await page.type('Turma (opcional)', 'Cheia');
  expect(page.dialog().text).toMatch(
    new RegExp(`repetida.*${words.classIsFull.replace('?', '.')} Cancelar ${words.beyondPlaces}$`),
  );
  expect(page.text()).not.toContain(words.outsideAges('16 anos ou mais'));
  const moved = await openLive(
    { situation: 'aprovada', classId: 'Antiga', firstDay: '2026-11-02' },
    { classes, answers: { decidir_situacao: changed({ situation: 'aprovada' }) } },
  );
  await moved.press(desk.more);
  await moved.press(words.giveClass);
  expect(moved.text()).toContain('Antiga (8 livres)'); // where the person is
  await moved.type('Turma (opcional)', 'Cheia');
  await moved.press(words.beyondPlaces);
  expect(moved.calls()[0]).toEqual(
    decided('aprovada', { turma: 'Cheia', primeiro_dia: '2026-11-02', alem_das_vagas: true }),
  );
  const waits = await openLive({ situation: 'lista-de-espera', classId: 'Cheia' }, { classes });
  await waits.press(words.withClass);
  expect(waits.text()).toMatch(/ Cheia \(0 livres\) Primeiro dia/);
  const reached = [oneClass('Infantil', { pupils: 19, waiting: 1 })]; // whose free place is kept for this one
  const line = await openLive({ situation: 'lista-de-espera', classId: 'Infantil' }, { classes: reached });
  await line.press(words.withClass);
  expect(line.text()).toContain(' Infantil (1 livre) Primeiro dia');
});

test('one who waits gets a free place by one press only as the first in its line, and before others with a warning', async () => {
  const waits = { situation: 'lista-de-espera', classId: 'Infantil' };
  const classes = [oneClass('Infantil', { pupils: 19, waiting: 2 })];
  const first = await openLive(waits, { classes, answers: { proxima_da_espera: 'Ana' } });
  expect(first.calls()).toEqual([['proxima_da_espera', { turma: 'Infantil' }]]);
  expect(first.controls()).toContain(words.approveIn('Infantil'));
  const second = await openLive(waits, { classes, answers: { proxima_da_espera: 'Bia' } });
  expect(second.controls()).not.toContain(words.approve);
  await second.press('Mais');
  await second.press('Aprovada');
  expect(second.dialog().text).toContain('Confira antes: há 1 pessoa antes na espera. Aprovar assim mesmo?');
  const another = await openLive({}, { classes }); // who does not wait at all
  await another.press(words.approveFull);
  expect(another.dialog().text).toContain('Confira antes: há até 2 pessoas antes na espera.');
});

test('while a family asks for another telephone, deciding warns of it, and telling leads there', async () => {
  const request = { id: 'r', kind: 'telefone', number: 3, phone: '62900000009', until: '2026-12-30' };
  const requests = [{ ...request, askedAt: '2026-12-19T12:00:00Z', atDesk: false, changes: null }];
  const asks = { hasRequest: true, requests };
  const classes = [oneClass('Infantil', { pupils: 20 })];
  const page = await openLive(asks, { classes });
  await page.press(words.waitFor('Infantil'));
  expect(page.dialog().text).toContain('Confira antes: tem um pedido da família: telefone. Cancelar');
  expect(page.calls()).toEqual([]);
  const decidedPage = await openLive({ ...APPROVED, ...asks });
  expect(decidedPage.html()).not.toMatch(/wa\.me/);
  await decidedPage.press(words.tell('Ana'));
  expect(decidedPage.focused()).toBe('Usar este telefone');
  expect(decidedPage.dialog().controls).toBe('Usar este telefone | Dispensar o pedido | Fechar');
});

test('where the fitting class is full each button does another thing, and one approves all the same', async () => {
  const page = await openLive({}, { classes: [oneClass('Infantil', { pupils: 20 })] });
  expect(page.controls()).toMatch(/Mais \| Falta documento \| Aprovar… \| Lista de espera: Infantil$/);
  await page.press(words.approveFull);
  expect(page.dialog().text).toMatch(
    new RegExp(`^Aprovar Ana Turma.*${words.classIsFull.replace('?', '.')} Cancelar ${words.beyondPlaces}$`),
  );
});

test.each<[situation: string, classId: string | null, last: string]>([
  ['falta-documento', null, words.tell('Ana')],
  ['lista-de-espera', 'Cheia', TELL],
  ['lista-de-espera', 'Infantil', words.withClass], // called for a place of hers
])('of who is %s in %s and is to be told the likely act is: %s', async (situation, classId, last) => {
  const classes = [oneClass('Cheia', { pupils: 20 }), oneClass('Infantil')];
  const page = await openLive({ situation, classId, toNotify: true }, { classes });
  expect(page.controls().endsWith(` | ${last}`)).toBe(true);
  if (situation === 'falta-documento') {
    await page.press(last);
    expect(page.dialog().controls).toContain('Pôr o link na mensagem'); // which one press would leave out
  }
  const done = await openLive({ situation, classId, toNotify: false }, { classes });
  expect(done.controls()).toContain(words.approveIn('Infantil'));
});

test('who is told is asked about in the same place, and counts as told once that was sent', async () => {
  const page = await openLive(APPROVED, { answers: { anotar_mensagem: changed({ situation: 'aprovada' }) } });
  await page.press(TELL);
  expect(page.text()).toContain(words.didYouSend('Ana'));
  expect(page.controls()).toMatch(new RegExp(`${words.undo} \\| ${words.notSent} \\| ${words.sentAndNext}$`));
  await page.press(words.notSent);
  expect([page.text().includes(words.notInformed('Ana')), page.calls()]).toEqual([true, []]);
  await page.press(TELL);
  await page.press(words.sentAndNext);
  expect(page.calls()).toEqual([
    ['anotar_mensagem', { inscricao: 'Ana', modelo: 'aprovada', para: 'responsavel' }],
  ]);
  expect([around, page.text().includes('2 de 2'), page.text().includes(words.didYouSend('Ana'))]).toEqual([
    ['Bia'],
    true,
    false,
  ]);
});

test('a message that was not recorded is asked about again, or said in a toast where another is open by then', async () => {
  const answers = { anotar_mensagem: refused('Agora não.') };
  const page = await openLive(APPROVED, { answers, last: true });
  await page.press(TELL);
  await page.press(words.sent);
  expect([
    page.text().includes('Agora não.'),
    page.controls().endsWith(`${words.notSent} | ${words.sent}`),
  ]).toEqual([true, true]);
  const later = await openLive(APPROVED, { answers });
  await later.press(TELL);
  await later.press(words.sentAndNext);
  expect(currentToast()).toMatchObject({ title: words.notStored('Ana'), description: 'Agora não.' });
  expect(later.text()).not.toContain('Agora não.');
});

test('of a request that was answered the family is told after the decision, which goes on only when both are', async () => {
  const answered = { number: 3, confirmed: true, sentence: null };
  const page = await openLive(
    { ...APPROVED, answered },
    { answers: { anotar_mensagem: changed({ situation: 'aprovada', answered }) } },
  );
  await page.press(TELL);
  await page.press(words.sent);
  expect([page.calls(), around]).toEqual([
    [['anotar_mensagem', expect.objectContaining({ modelo: 'aprovada' })]],
    [],
  ]);
  await page.press(TELL);
  await page.press(words.sentAndNext);
  expect(page.calls()).toEqual([['anotar_mensagem', expect.objectContaining({ modelo: 'pedido' })]]);
  const undecided = await openLive({ answered });
  await undecided.press(desk.notifyFamily);
  expect(undecided.html()).toMatch(/wa\.me[^"]*pedido%20n%C2%BA%203/);
});

test('one goes back and on through the page of the list, and what was said stays with its own', async () => {
  const page = await openLive({}, { answers: { decidir_situacao: changed({ situation: 'nao-aprovada' }) } });
  expect(page.text()).toContain('1 de 2');
  await page.press('Não aprovada').catch(() => page.press('Mais'));
  await page.press('Não aprovada');
  await page.type(openEnrolment.reason, 'idade');
  await page.press('Guardar');
  expect(page.text()).toContain(words.saved);
  await page.press(words.goNext);
  expect([page.text().includes(words.saved), page.text().includes('2 de 2')]).toEqual([false, true]);
  await page.press(words.previous);
  expect([around, page.text().includes('1 de 2')]).toEqual([['Bia', 'Ana'], true]);
  expect(page.controls()).toMatch(
    /^Inscrição anterior \(off\) \| Próxima inscrição \| Imprimir Ficha \| Fechar/,
  );
});
