import { expect, test } from 'vitest';
import { classes } from '../../../content/classes.ts';
import { live } from '../../../tests/support/screens/live.tsx';
import { oneClass } from '../../../tests/support/screens/open-enrolment.ts';
import { EndClassDialog } from './ClassDialogs.tsx';

test('ending a class says what ages and places the chosen one has, before the back end refuses', async () => {
  const ended = oneClass('Infantil', { pupils: 13 });
  const tight = oneClass('Muay Thai', { pupils: 19, ageFrom: 13, ageTo: null });
  const open = oneClass('Livre', { places: null, free: null, ageFrom: null, ageTo: null });
  const all = [ended, tight, open, oneClass('Outra', { pupils: 2 })];
  const page = await live(<EndClassDialog ended={ended} />, [[['lista_de_turmas', {}], all]]);
  expect(page.dialog().text).toContain(
    'Muay Thai · 13 anos ou mais (1 livre) Livre · Todas as idades (sem limite) Outra · De 6 a 15 anos (18 livres)',
  );
  const said = [];
  for (const chosen of ['Muay Thai', 'Livre', 'Outra', 'stay']) {
    await page.type(classes.ending.where, chosen);
    said.push(/V[ãa]\S* \d+ alunos?.*?\./.exec(page.dialog().text)?.[0]);
  }
  expect(said).toEqual(['Vão 13 alunos para 1 vaga.', undefined, 'Vão 13 alunos para 18 vagas.', undefined]);
});
