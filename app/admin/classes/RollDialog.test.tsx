import { expect, test } from 'vitest';
import { roll as words } from '../../../content/attendance.ts';
import { live } from '../../../tests/support/screens/live.tsx';
import { oneClass } from '../../../tests/support/screens/open-enrolment.ts';
import { currentToast } from '../../ui/toast/toast.ts';
import { RollDialog } from './RollDialog.tsx';
import { UnsentMarks } from './UnsentMarks.tsx';
import { unsentOf } from './unsent.ts';

const BOXE = oneClass('Boxe', { days: 'Sexta' }); // the newest was on the 18th
const person = (id: string, more: object = {}) => ({
  id,
  name: id,
  idade: 9,
  marks: {},
  health: null,
  telefoneWhatsapp: '62900000000',
  ...more,
});
const PEOPLE = [
  person('Ana', { health: 'Asma', contatoRecados: 'Vizinha' }),
  person('Bia'),
  person('Cau', { telefoneWhatsapp: '' }),
  person('Dora'),
];
const pupil = (id: string, mark: string | null = null, before: string | null = null) => ({
  id,
  mark,
  before,
});
const ROLL = {
  day: '2026-12-18',
  takenAt: null,
  takenBy: null,
  mayChange: true,
  pupils: [pupil('Ana'), pupil('Bia', 'falta', 'falta'), pupil('Cau', 'justificada', 'falta')],
};

const open = (roll: object = {}, answers: Record<string, unknown> = {}) => {
  const list = { ...ROLL, ...roll };
  return live(
    <>
      <UnsentMarks />
      <RollDialog one={BOXE} />
    </>,
    [
      [['folha_da_turma', { turma: 'Boxe', com_saude: true, mes: '2026-12-01' }], PEOPLE],
      [['chamada_da_turma', { turma: 'Boxe', dia: '2026-12-18' }], list],
      [['chamada_da_turma', { turma: 'Boxe', dia: '2026-12-20' }], { ...list, day: '2026-12-20' }],
    ],
    {
      fazer_chamada: ({ marcas, pronta }: { marcas: object; pronta: boolean }) =>
        answered(list, marcas, pronta),
      ...answers,
    },
  );
};
const answered = (list: typeof ROLL, marcas: object, pronta: boolean) => ({
  ...list,
  ...(pronta && { takenAt: '2026-12-20T12:00:00Z', takenBy: 'Rui' }),
  pupils: list.pupils.map((one) => ({
    ...one,
    mark: (marcas as Record<string, string>)[one.id] ?? one.mark,
  })),
});

test('everybody of the newest day is there until a tap says who is not; it is sent, and done with who took it', async () => {
  const page = await open();
  const text = () => page.text();
  expect(text()).toContain('Boxe: sexta, 18/12');
  expect(text()).toMatch(/Ana saúde Presente .*Bia Falta .*Cau Justificada \(antes: falta\)/);
  expect([text().includes('Dora'), text().includes('1 de 3 presentes.')]).toEqual([false, true]); // who was not in the class then
  await page.press('Ana saúde Presente');
  expect(page.calls()).toEqual([
    ['fazer_chamada', { turma: 'Boxe', dia: '2026-12-18', marcas: { Ana: 'falta' }, pronta: false }],
  ]);
  await page.press('Bia Falta');
  expect(page.calls()).toEqual([['fazer_chamada', expect.objectContaining({ marcas: { Bia: 'presente' } })]]);
  await page.press(words.doneOf('sexta, 18/12'));
  expect(page.focused()).toContain('presentes');
  expect(page.calls()).toEqual([['fazer_chamada', expect.objectContaining({ marcas: {}, pronta: true })]]);
  expect([
    text().includes(words.taken('20/12/2026 09:00', 'Rui')),
    page.controls().includes('Pronto'),
  ]).toEqual([true, false]);
  expect(unsentOf('ana')).toEqual({});
});

test('behind a name stand health, whom to call and the excuse; another day is chosen up to today', async () => {
  const page = await open();
  await page.press('Contatos e mais: Ana');
  expect(page.text()).toContain(
    'Falta justificada 9 anos Saúde: Asma Tel. (62) 90000-0000 (abre em outra página) Recados: Vizinha',
  );
  await page.press('Falta justificada: Ana');
  expect(page.calls()).toEqual([
    ['fazer_chamada', expect.objectContaining({ marcas: { Ana: 'justificada' } })],
  ]);
  await page.press('Contatos e mais: Cau');
  expect(page.text()).not.toContain('Falta justificada'); // it is one
  expect(page.field(words.day).getAttribute('max')).toBe('2026-12-20');
  await page.type(words.day, '2026-12-21');
  expect(page.text()).toContain('sexta, 18/12');
  await page.type(words.day, '2026-12-20');
  expect([
    page.text().includes('domingo, 20/12'),
    page.controls().endsWith(`Fechar | ${words.done}`),
  ]).toEqual([true, true]);
});

test('a list that does not change any more is read; one without anybody says so', async () => {
  const locked = await open({ mayChange: false, takenAt: '2026-12-18T22:00:00Z' });
  expect(locked.controls()).toContain('Cau Justificada (antes: falta) (off) (on)');
  expect([locked.text().includes(words.locked), locked.controls().includes('Pronto')]).toEqual([true, false]);
  expect(locked.controls()).toContain('Bia Falta (off) (on)');
  await locked.press('Mais');
  expect(locked.controls()).toContain(`${words.takeBack} (off)`);
  const answers = { chamada_da_turma: Response.json({ message: 'Sem turma.' }, { status: 400 }) };
  const failed = await open({}, answers);
  await failed.type(words.day, '2026-12-11');
  expect(failed.text()).toContain('Erro Sem turma. Tentar de novo');
  const empty = await open({ pupils: [] });
  expect([empty.text().includes(words.none), empty.controls().includes('Pronto')]).toEqual([true, false]);
});

test('all marks of a day go once that was asked', async () => {
  const page = await open({ takenAt: '2026-12-18T22:00:00Z' });
  expect(page.text()).toContain(words.taken('18/12/2026 19:00', ''));
  await page.press('Mais');
  await page.press(words.takeBack);
  expect(page.text()).toContain(words.takeBackText('sexta, 18/12'));
  await page.press(words.takeBackYes);
  const none = { Ana: null, Bia: null, Cau: null };
  expect(page.calls()[0]).toEqual([
    'fazer_chamada',
    expect.objectContaining({ marcas: none, pronta: false }),
  ]);
  expect(currentToast()?.title).toBe(words.takenBack);
  const untaken = await open();
  await untaken.press('Mais');
  expect(untaken.controls()).toContain(`${words.takeBack} (off)`);
});

test('what is refused stays marked and is said, until it is sent again; nothing counts as done meanwhile', async () => {
  let refuses = true;
  const sentence = 'Esta turma não é mais sua.';
  const answer = ({ marcas, pronta }: { marcas: object; pronta: boolean }) =>
    refuses ? Response.json({ message: sentence }, { status: 400 }) : answered(ROLL as never, marcas, pronta);
  const page = await open({}, { fazer_chamada: answer });
  await page.press('Ana saúde Presente');
  expect(page.text()).toContain(`${words.refused('Boxe', 'sexta, 18/12')} ${sentence}`);
  expect(page.text()).toMatch(/Ana saúde Falta.*0 de 3 presentes\. A chamada de Boxe/);
  expect(currentToast()).toMatchObject({ description: sentence, tone: 'error' });
  await page.press(words.doneOf('sexta, 18/12'));
  expect(page.controls()).toContain(words.doneOf('sexta, 18/12'));
  await page.press(words.discard);
  await page.press(words.discarding.stay);
  expect([page.text().includes(words.discarding.title), Object.keys(unsentOf('ana'))]).toEqual([
    false,
    ['Boxe 2026-12-18'],
  ]);
  refuses = false;
  await page.press(words.again);
  expect([page.text().includes(sentence), unsentOf('ana')]).toEqual([false, {}]);
  refuses = true;
  await page.press('Bia Falta');
  await page.press(words.discard);
  expect(Object.keys(unsentOf('ana'))).toHaveLength(1);
  await page.press(words.discarding.leave);
  expect([page.text().includes(sentence), unsentOf('ana')]).toEqual([false, {}]);
});

test('what is marked while a mark is being sent goes after it, and of a lost answer the list is read again', async () => {
  const answers: ((answer: unknown) => void)[] = [];
  const page = await open({}, { fazer_chamada: () => new Promise((done) => answers.push(done)) });
  await page.press('Ana saúde Presente');
  expect(page.text()).toContain(words.sending);
  await page.press('Bia Falta');
  expect(page.calls()).toEqual([['fazer_chamada', expect.objectContaining({ marcas: { Ana: 'falta' } })]]);
  answers[0]?.(answered(ROLL as never, { Ana: 'falta' }, false));
  await page.settle();
  expect(page.calls()).toEqual([['fazer_chamada', expect.objectContaining({ marcas: { Bia: 'presente' } })]]);
  answers[1]?.(null);
  await page.settle();
  expect([page.calls(), unsentOf('ana')]).toEqual([
    [['chamada_da_turma', { turma: 'Boxe', dia: '2026-12-18' }]],
    {},
  ]);
});
