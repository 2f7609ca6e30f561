import { afterEach, expect, test, vi } from 'vitest';
import { classes } from '../../../content/classes.ts';
import type { DeskClass } from '../../../domain/desk/classes.ts';
import { drawn } from '../../../tests/support/screens/drawn.tsx';
import { formOf, sent } from '../../../tests/support/screens/form.tsx';
import { textOf } from '../../../tests/support/screens/heard.ts';
import { oneClass } from '../../../tests/support/screens/open-enrolment.ts';
import { ClassDialog, EndClassDialog } from './ClassDialogs.tsx';

afterEach(() => vi.unstubAllGlobals());

const one = (changes: Partial<DeskClass>) =>
  oneClass('a', { name: 'Boxe', days: 'Segunda', time: '18:00', pupils: 0, ...changes });
const { ending, form } = classes;
const OTHERS = [one({ id: 'b', name: 'Judô', free: 2 }), one({ id: 'c', name: 'Fim', active: false })];
const asked = (ended: DeskClass) =>
  textOf(drawn(<EndClassDialog ended={ended} />, ['lista_de_turmas', {}], [ended, ...OTHERS]));
const ends = (ended: DeskClass, to: string) => sent(formOf(EndClassDialog, { ended }), { to }, 0);
const call = (para: string | null) => [['terminar_turma', { turma: 'a', para }], ending.done('Boxe')];

test('a class that is ended asks where its pupils go, and who only waits for it, to a class that goes on', async () => {
  expect(asked(one({}))).not.toContain(ending.where);
  const waiting = `${ending.nobody('Boxe')} ${ending.waiting(2)} ${ending.where}`;
  expect(asked(one({ waiting: 2 }))).toContain(waiting);
  const choices = `${ending.choose} Judô · 18:00 · Segunda (2 livres) ${ending.stay} A sua senha`;
  expect(asked(one({ pupils: 3 }))).toContain(`${ending.text('Boxe', 3)} ${ending.where} ${choices}`);
  expect(await ends(one({}), '')).toEqual(call(null));
  for (const class_ of [one({ pupils: 3 }), one({ waiting: 2 })]) {
    expect(await ends(class_, '')).toEqual({ to: ending.whereMissing });
    expect(await ends(class_, 'stay')).toEqual(call(null));
    expect(await ends(class_, 'b')).toEqual(call('b'));
  }
  expect(formOf(EndClassDialog, { ended: one({}) })).toMatchObject({
    ...{ title: ending.title, submit: ending.submit, busy: ending.busy, destructive: true, password: true },
  });
});

test('a class is made whole, and changed in what was typed alone', async () => {
  vi.stubGlobal('location', { host: 'casa.test' });
  const save = (existing: DeskClass | null, typed: object) =>
    sent(formOf(ClassDialog, { existing }), typed, 'a');
  const saved = (turma: object, said: string) => [['salvar_turma', { turma }], said];
  const boxe = (turma: object) => saved({ id: 'a', ...turma }, classes.changed('Boxe'));
  expect(await save(one({}), { places: ' 12 ' })).toEqual(boxe({ places: 12 }));
  expect(await save(one({}), { days: [1, 3] })).toEqual(boxe({ days: 'Segunda e quarta' }));
  const problems = { name: form.nameMissing, places: form.placesWrong };
  expect(await save(null, { name: '', places: 'dez' })).toEqual(problems);
  const all = expect.objectContaining({ name: 'Luta', days: null, places: null, ofProject: true });
  expect(await save(null, { name: 'Luta' })).toEqual(saved(all, classes.added('Luta')));
});

test('what is asked of a class, and who may teach it', () => {
  const person = (account: string, disabledAt?: string) => ({ account, name: account, disabledAt });
  const people = [person('Rui'), person('Eva', '2026-11-01'), person('Ivo', '2026-11-01')];
  const text = textOf(
    drawn(<ClassDialog existing={one({ teacher: 'Eva' })} />, ['lista_de_contas', {}], people),
  );
  for (const [name, words] of Object.entries(form))
    if (!/Missing$|Wrong$|^add|^ages|^tooLong/.test(name)) expect(text).toContain(words);
  expect(text).toContain('Nenhuma Rui Eva A sua senha');
});
