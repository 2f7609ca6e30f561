import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalisedAnswer } from './answers.ts';
import { FIELDS, type Field } from './fields.ts';
import { decoratedWhenLeft, decoratedWhileTyping } from './masks.ts';

const field = (control: Field['control']) => FIELDS.find((one) => one.control === control) as Field;

/** The text of the field after the keys were typed one by one at its end. */
const typed = (control: Field['control'], keys: string) =>
  [...keys].reduce((text, key) => decoratedWhileTyping(control, text + key) ?? text + key, '');

test.each<[Field['control'], keys: string, shown: string]>([
  ['cpf', '5299', '529.9'],
  ['cpf', '52998224725', '529.982.247-25'],
  ['cpf', '529.982.247-25', '529.982.247-25'],
  ['cpf', '529982247251', '529.982.247-251'],
  ['cpf', 'O2998', 'O2998'],
  ['tel', '62', '62'],
  ['tel', '629', '(62) 9'],
  ['tel', '62999999998', '(62) 99999-9998'],
  ['tel', '6233334444', '(62) 3333-4444'],
  ['tel', '+5562999999998', '+5562999999998'],
  ['tel', '062999999998', '062999999998'],
  ['date', '05032012', '05/03/2012'],
  ['date', '05/03/2012', '05/03/2012'],
  ['date', '5/3/2012', '5/3/2012'],
  ['date', '2012-03-05', '2012-03-05'],
  ['date', '05-03-2012', '05-03-2012'],
  ['text', '123', '123'],
])('%s: the keys %j show %j', (control, keys, shown) => {
  expect(typed(control, keys)).toBe(shown);
});

test.each<[Field['control'], text: string, shown: string]>([
  ['cpf', 'CPF:\u00a0529 982 247 25\n', '529.982.247-25'],
  ['cpf', '1234', '1234'],
  ['tel', '\u202a+55\u00a062\u00a099999-9998\u202c', '(62) 99999-9998'],
  ['tel', '015 62 99999-9998', '(62) 99999-9998'],
  ['tel', '(99) 99999-98', '99999-9998'],
  ['tel', '(62) 99999-888', '(62) 99999-888'],
  ['tel', '62 99999 888', '(62) 99999-888'],
  ['tel', '6299999888', '(62) 9999-9888'],
  ['tel', '(62) 3333-444', '(62) 3333-444'],
  ['tel', '+351 912 345 678', '+351 912 345 678'],
  ['date', '2012-03-05', '05/03/2012'],
  ['date', '5.3.2012', '05/03/2012'],
  ['date', '31/02/2010', '31/02/2010'],
])('%s: %j becomes %j when the field is left', (control, text, shown) => {
  expect(decoratedWhenLeft(field(control), text)).toBe(shown);
});

test('punctuation never changes the stored answer', () => {
  const letters = fc.constantFrom(...'0123456789'.split(''), ' ', '-', '.', '/', '(', ')', '+', 'x');
  fc.assert(
    fc.property(
      fc.constantFrom<Field['control']>('cpf', 'tel', 'date'),
      fc.string({ unit: letters, maxLength: 18 }),
      (control, text) => {
        const stored = normalisedAnswer(field(control), text);
        const again = normalisedAnswer(field(control), decoratedWhenLeft(field(control), text));
        const digits = (answer: typeof stored) => String(answer).replace(/\D/g, '');
        expect(digits(again)).toBe(digits(stored));
      },
    ),
    { numRuns: 2_000 },
  );
});

test('while typing no digit is lost, added or moved', () => {
  fc.assert(
    fc.property(
      fc.constantFrom<Field['control']>('cpf', 'tel', 'date'),
      fc.string({ unit: fc.constantFrom(...'0123456789 -./()'.split('')), maxLength: 18 }),
      (control, keys) => {
        expect(typed(control, keys).replace(/\D/g, '')).toBe(keys.replace(/\D/g, ''));
      },
    ),
    { numRuns: 2_000 },
  );
});
