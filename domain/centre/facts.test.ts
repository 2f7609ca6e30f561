import { afterEach, expect, test } from 'vitest';
import { brand, written } from '../../content/brand.ts';
import { sayOf } from '../../content/published.ts';
import { ownContacts } from '../setting-values.ts';
import { type CentreFacts, ownFacts, factProblems as problemsOf, shownOf } from './facts.ts';
import { readFacts, shownFacts } from './typed.ts';

const factProblems = (facts: unknown) => problemsOf('quem_somos', facts);

afterEach(() => sayOf({}));

test.each([
  ['name', 'a'.repeat(40), 'a'.repeat(41), ' '],
  ['phone', '62911112222', '(62) 91111-2222', '5562911112222', '1'],
  ['email', 'contato@ype.com.br', 'a@b', `${'a'.repeat(100)}@b.com`],
  ['siteUrl', 'https://www.a.com.br', 'https://www.a.com.br/', 'a.com.br', 'ftp://a.com.br'],
  ['street', '<b>Rua</b> 1', '', 'a'.repeat(121)],
  ['state', 'GO', 'Goiás'],
  ['postalCode', '76000-000', '76000000'],
  ['mapUrl', 'https://a.com/b', 'http://a.com', 'javascript:alert(1)', `https://a.com/${'a'.repeat(300)}`],
  ['handle', '@ype', 'ype', '@y pe'],
  ['cnpj', '11.222.333/0001-81', '11.222.333/0001-82'],
  ['hours', [{ from: 'sábado', opens: '08:00', closes: '12:00' }], [], 'sempre'],
  [
    'hours',
    [{ from: 'segunda', opens: '00:00', closes: '23:59' }],
    [{ from: 'segunda', opens: '12:00', closes: '08:00' }],
    [{ from: 'segunda', opens: ['08:00'], closes: '12:00' }],
    [null],
  ],
])('%s may be %j and nothing else', (name, right, ...wrong) => {
  expect(factProblems({ [name]: right })).toEqual({});
  for (const value of [...wrong, 7, null])
    expect(factProblems({ [name]: value })).toEqual({ [name]: expect.stringMatching(/^[A-Z].*\.$/) });
});

test('what is no fact, or no facts at all, is refused', () => {
  for (const wrong of [{ tagline: 'x' }, [], 'x', null])
    expect(Object.keys(factProblems(wrong))).toHaveLength(1);
  expect(Object.keys(problemsOf('outra', {}))).toEqual(['']);
});

test('what is wrong of what is published is left out by its name, and the rest is shown', () => {
  expect(shownOf({ quem_somos: { name: 'A', phone: '1' }, outra: { name: 'B' } })).toEqual({
    shown: { quem_somos: { name: 'A' } },
    refused: ['outra', 'quem_somos.phone'],
  });
});

test('what stands in the inputs is read as what it was, however it is typed', () => {
  expect(ownFacts(readFacts(shownFacts({})))).toEqual({});
  const typed = {
    ...shownFacts({}),
    phone: '+55 62 91111-2222',
    handle: 'ype',
    siteUrl: 'https://www.ype.com.br/',
    hours: 'terça-feira a Quinta, das 8h às 12h30\nSábado das 8:00 às 9h.',
  };
  const facts: Partial<CentreFacts> = {
    phone: '62911112222',
    handle: '@ype',
    siteUrl: 'https://www.ype.com.br',
    hours: [
      { from: 'terça', to: 'quinta', opens: '08:00', closes: '12:30' },
      { from: 'sábado', opens: '08:00', closes: '09:00' },
    ],
  };
  expect(ownFacts(readFacts(typed))).toEqual(facts);
  const shown = (quem_somos: object) => JSON.stringify(shownOf({ quem_somos }));
  expect(shown(Object.fromEntries(Object.entries(facts).reverse()))).toBe(shown(facts));
  for (const hours of ['quando der', 'segunda, das 21h às 8h', 'segunda, das 8h às 25h', ''])
    expect(factProblems(readFacts({ ...typed, hours }))).toHaveProperty('hours');
});

test('a published number is the centre’s; going back forgets both', () => {
  sayOf({ quem_somos: { phone: '62911112222', city: 'Outra' } });
  expect([brand.phone, brand.city, brand.email]).toEqual(['62911112222', 'Outra', written.email]);
  expect(ownContacts()).toContain('62911112222');
  sayOf({});
  expect(brand).toEqual(written);
});
