import { expect, test } from 'vitest';
import { placesInWords } from './places.ts';

test.each([
  [undefined],
  [null],
  ['4'],
  [{}],
  [[null]],
  [[{ nome: 'A' }]],
  [[{ nome: 'A', restam: -1 }]],
  [[{ nome: 1, restam: 1 }]],
  [[{ nome: 'A', restam: 0.5 }]],
])('%j says of no places', (given) => {
  expect(placesInWords(given)).toBe('');
});

test('each class says how many places are left, or that there is a waiting list', () => {
  const given = [
    { nome: 'Jiu-Jitsu Infantil', restam: 4 },
    { nome: 'Muay Thai', restam: 1 },
    { nome: 'Capoeira', restam: 0 },
  ];
  expect(placesInWords(given)).toBe(
    'Restam 4 vagas em Jiu-Jitsu Infantil.\nResta 1 vaga em Muay Thai.\nCapoeira: lista de espera.',
  );
  expect(placesInWords([])).toBe('');
});
