import fc from 'fast-check';
import { expect, test } from 'vitest';
import { digitsApart, personalCodeIn, protocolOf, writtenProtocol } from './protocol.ts';

test('the check digit of 4827193 is 6', () => {
  // 0x49a839 is 4827193
  expect(protocolOf('00000049-a839-4c68-9f0e-0123456789ab')).toBe('48271936');
  expect(writtenProtocol('48271936')).toBe('4827-1936');
});

test('a protocol is read aloud digit by digit, in its two groups', () => {
  expect(digitsApart('4827-1936')).toBe('4 8 2 7, 1 9 3 6');
  expect(digitsApart('34')).toBe('3 4');
});

test('a small number has its leading zeros', () => {
  expect(protocolOf('00000000-0001-4000-8000-000000000000')).toBe('00000018');
});

test('every protocol is eight digits that pass the Luhn sum, whatever the letter case of the uuid', () => {
  fc.assert(
    fc.property(fc.uuid(), (uuid) => {
      const protocol = protocolOf(uuid);
      expect(protocol).toMatch(/^\d{8}$/);
      expect(protocolOf(uuid.toUpperCase())).toBe(protocol);
      const sum = [...protocol].reduce((total, digit, at) => {
        const value = Number(digit) * (at % 2 === 0 ? 2 : 1);
        return total + Math.floor(value / 10) + (value % 10);
      }, 0);
      expect(sum % 10).toBe(0);
    }),
  );
});

const CODE = '0123456789abcdef0123456789abcdef';
test.each([
  ...['#CODE', '#CODE.', '#CODE,', '#CODE)', '#CODE*', '#CODE%20', '#CODE%22', '#%3CCODE%3E', '##CODE'],
  ...[
    '#<CODE>',
    '# CODE ',
    '#“CODE”',
    '#CODE?fbclid=abc',
    '#CODE&x=1',
    '#CODE%',
    '#CODE%E2%80%9D',
    '#%20CODE',
  ],
])('the personal code is found in %s', (mangled) => {
  expect(personalCodeIn(mangled.replace('CODE', CODE))).toBe(CODE);
  expect(personalCodeIn(mangled.replace('CODE', CODE.toUpperCase()))).toBe(CODE);
});

test('a code that was cut, or has more letters, is none', () => {
  for (const fragment of [
    '',
    '#conteudo',
    `#${CODE.slice(0, 20)}.`, // as of version 1.1
    `#${CODE.slice(1)}`,
    `#${CODE}0`,
    `#${CODE.slice(0, 16)}-${CODE.slice(16)}`,
  ])
    expect(personalCodeIn(fragment)).toBeNull();
});

test('one mistyped digit is noticed', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.nat(6), fc.integer({ min: 1, max: 9 }), (uuid, at, more) => {
      const protocol = protocolOf(uuid);
      const wrong = [...protocol]
        .map((digit, place) => (place === at ? (Number(digit) + more) % 10 : digit))
        .join('');
      const number = Number(wrong.slice(0, 7));
      const again = protocolOf(
        `${number
          .toString(16)
          .padStart(12, '0')
          .replace(/^(.{8})/, '$1-')}-4000-8000-000000000000`,
      );
      expect(again).not.toBe(wrong);
    }),
  );
});
