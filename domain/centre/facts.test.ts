import { afterEach, describe, expect, test } from 'vitest';
import { brand, written } from '../../content/brand.ts';
import { centrePage, type FieldWords } from '../../content/centre.ts';
import { home, testimonials } from '../../content/home.ts';
import { sayOf } from '../../content/published.ts';
import { ownContacts } from '../setting-values.ts';
import { changesOf, factProblems, ownFacts, shownFacts, shownOf } from './facts.ts';
import type { Fields, TypedRecord } from './kinds.ts';
import { SECTIONS, type Section, sectionNames } from './sections.ts';

afterEach(() => sayOf({}));

const SAID = { name: 'Mãe de aluno', text: 'Bom.', rating: 5, consent: true };
const TEACHER = { name: 'Ana', belt: 'Faixa preta', since: 2015 };

test.each<[section: string, name: string, right: unknown, ...wrong: unknown[]]>([
  ['quem_somos', 'name', 'a'.repeat(40), 'a'.repeat(41), ' '],
  ['quem_somos', 'phone', '62911112222', '(62) 91111-2222', '5562911112222', '1'],
  ['quem_somos', 'email', 'contato@ype.com.br', 'a@b', `${'a'.repeat(100)}@b.com`],
  [
    ...(['quem_somos', 'siteUrl', 'https://www.a.com.br'] as const),
    ...['https://www.a.com.br/', 'a.com.br', 'ftp://a.com.br'],
  ],
  ['quem_somos', 'street', '<b>Rua</b> 1', '', 'a'.repeat(121)],
  ['quem_somos', 'state', 'GO', 'Goiás'],
  ['quem_somos', 'postalCode', '76000-000', '76000000'],
  [
    ...(['quem_somos', 'mapUrl', 'https://a.com/b', 'http://a.com'] as const),
    ...['javascript:alert(1)', `https://a.com/${'a'.repeat(300)}`],
  ],
  ['quem_somos', 'facebookUrl', '', 'a'],
  ['quem_somos', 'handle', '@ype', 'ype', '@y pe'],
  ['quem_somos', 'cnpj', '11.222.333/0001-81', '11.222.333/0001-82'],
  ['quem_somos', 'hours', ['Seg a sex 6h às 22h'], [], 'sempre', [null], Array(8).fill('a')],
  ['inicio', 'notice', [], 'Sexta não haverá aula.', Array(2).fill({ text: 'a', until: '2026-12-04' })],
  [
    'inicio',
    'modalities',
    home.modalities.map(({ photo: _, ...one }: object & { photo?: object }) => one),
    [],
  ],
  ['inicio', 'testimonials', Array(9).fill(SAID), Array(10).fill(SAID)],
  ['inicio', 'team', [TEACHER, { ...TEACHER, cref: '012345-G/GO' }], {}],
  [
    'projeto',
    'criteria',
    ['Ter o Cadastro Único.', 'Renda.'],
    ['Um.'],
    ['Um.', ' '],
    ['Um.', 2],
    'Um.\nDois.',
  ],
])('%s: %s may be %j and nothing else', (section, name, right, ...wrong) => {
  expect(factProblems(section, { [name]: right })).toEqual({});
  for (const value of [...wrong, 7, null])
    expect(factProblems(section, { [name]: value })).toEqual({
      [name]: expect.stringMatching(/^[A-Z].*\.$/),
    });
});

test.each<[name: string, entry: object, field: string, ...wrong: unknown[]]>([
  ['notice', { text: 'a'.repeat(120), until: '2028-02-29' }, 'text', 'a'.repeat(121), '', undefined],
  [
    'notice',
    { text: 'a', until: '2026-12-04' },
    'until',
    '2027-02-29',
    '4/12/2026',
    '',
    undefined,
    ['2026-12-04'],
  ],
  ['testimonials', SAID, 'rating', 0, 6, 4.5, '5', null],
  ['testimonials', SAID, 'consent', false, 'true', undefined],
  ['testimonials', SAID, 'photo', 'a.jpg'],
  ['team', TEACHER, 'since', 1899, '2015'],
  ['team', TEACHER, 'cref', 'a'.repeat(21), 7],
  ['faq', { question: 'Posso?', answer: 'a'.repeat(600) }, 'answer', 'a'.repeat(601)],
])('of an entry of %s, such as %j, %s is refused by its path', (name, entry, field, ...wrong) => {
  expect(factProblems('inicio', { [name]: [entry] })).toEqual({});
  for (const value of wrong)
    expect(factProblems('inicio', { [name]: [{ ...entry, [field]: value }] })).toEqual({
      [`${name}.0.${field}`]: expect.stringMatching(/^[A-Z].*\.$/),
    });
  expect(factProblems('inicio', { [name]: [entry, null] })).toHaveProperty([
    name === 'notice' ? name : `${name}.1`,
  ]);
});

test('what is no fact, or no facts at all, is refused', () => {
  for (const wrong of [{ tagline: 'x' }, [], 'x', null])
    expect(Object.keys(factProblems('quem_somos', wrong))).toHaveLength(1);
  expect(Object.keys(factProblems('outra', {}))).toEqual(['']);
});

test('what is wrong of what is published is left out by its name, and the rest is shown in one order', () => {
  const faq = [{ answer: 'Sim.', question: 'Posso?' }];
  const { shown, refused } = shownOf({
    inicio: { testimonials: [SAID, { ...SAID, rating: 6 }], faq },
    quem_somos: { name: 'A', phone: '1' },
    outra: { name: 'B' },
  });
  expect([shown, refused]).toEqual([
    { quem_somos: { name: 'A' }, inicio: { faq } },
    ['outra', 'quem_somos.phone', 'inicio.testimonials'],
  ]);
  const other = shownOf({
    inicio: { faq: [{ question: 'Posso?', answer: 'Sim.' }] },
    quem_somos: { name: 'A' },
  });
  expect(JSON.stringify(other.shown)).toBe(JSON.stringify(shown));
});

test('the photo of a teacher is shown of who has its name alone among those who teach', () => {
  const photo = (alt: string) => ({ alt, y: 50, files: { 480: `${'0a'.repeat(32)}.webp` } });
  const fotos = { hero: photo('Caio'), 'professor-1': photo('Ana'), 'professor-2': photo('Bia') };
  const shownWith = (...names: string[]) => {
    const team = names.map((name) => ({ ...TEACHER, name }));
    const { shown, refused } = shownOf({
      fotos: { ...fotos, 'professor-3': photo('Caio') },
      inicio: { team },
    });
    return [Object.keys(shown.fotos ?? {}), refused];
  };
  expect(shownWith('Bia', 'Ana')).toEqual([['hero', 'professor-1', 'professor-2'], []]);
  expect(shownWith('Ana', 'Caio', 'Caio')).toEqual([['hero', 'professor-1'], []]);
  expect(Object.keys(shownOf({ fotos }).shown.fotos ?? {})).toEqual(['hero']); // content/ has no teachers
});

test.each(['__proto__', 'constructor', 'hasOwnProperty', 'a.b', 'hero.x'])(
  'a field that would be called %s is refused wherever it stands, and never shown',
  (name) => {
    const own = JSON.parse(`{"${name}":{"y":"0}</style><script>alert(1)</script>"}}`);
    const photo = { alt: 'A sala', y: 50, files: { 480: `${'0a'.repeat(32)}.webp` } };
    for (const [section, facts] of [
      ...sectionNames.map((section) => [section, own] as const),
      ['fotos', { hero: { ...photo, ...own } }],
      ['fotos', { hero: { ...photo, files: { ...photo.files, ...own } } }],
      ['inicio', { team: [TEACHER, { ...TEACHER, ...own }] }],
      ['inicio', { team: [own] }],
      ['quem_somos', { hours: [own] }],
    ] as const) {
      expect([section, facts, Object.values(factProblems(section, facts))]).toEqual([
        ...[section, facts],
        expect.arrayContaining([expect.stringMatching(/^[A-Z].*\.$/)]),
      ]);
      expect(JSON.stringify(shownOf({ [section]: facts }).shown)).toBe('{}');
    }
    expect(JSON.stringify(shownOf(own).shown)).toBe('{}');
  },
);

describe.each(sectionNames)('%s', (section) => {
  test('nothing is its own that content/ says already, and what stands in the inputs is within its bounds', () => {
    expect(ownFacts(section, shownFacts(section, null))).toEqual({});
    expect(changesOf(section, null, {})).toEqual([]);
  });

  test('each of its fields has a label', () => {
    const unlabelled = (fields: Fields, words: FieldWords['fields']): string[] =>
      Object.entries(fields).flatMap(([name, { of = {} }]) =>
        words?.[name]?.label ? unlabelled(of, words[name].fields) : [name],
      );
    expect(unlabelled(SECTIONS[section].fields, centrePage.sections[section].fields)).toEqual([]);
  });
});

const typedAs = (section: Section, changes: TypedRecord) => ({ ...shownFacts(section, null), ...changes });

test('what is typed is read as what it was, however it is typed', () => {
  const typed = {
    phone: '+55 62 91111-2222',
    handle: 'ype',
    siteUrl: 'https://www.ype.com.br/',
    postalCode: '76000111',
    instagramUrl: 'instagram.com/ype',
    facebookUrl: '',
    cnpj: '11222333000181',
    hours: ' terça a quinta,  das 8h às 12h30\n\nSábado',
  };
  expect(ownFacts('quem_somos', typedAs('quem_somos', typed))).toEqual({
    phone: '62911112222',
    handle: '@ype',
    siteUrl: 'https://www.ype.com.br',
    postalCode: '76000-111',
    instagramUrl: 'https://instagram.com/ype',
    facebookUrl: '',
    cnpj: '11.222.333/0001-81',
    hours: ['terça a quinta, das 8h às 12h30', 'Sábado'],
  });
  const said = { key: '-1', name: ' Mãe  de aluno', text: '<b>Bom</b>', rating: '4', consent: true };
  const team = [{ key: '0', ...TEACHER, since: ' 2015 ', cref: '' }];
  expect(ownFacts('inicio', typedAs('inicio', { testimonials: [said], team }))).toEqual({
    testimonials: [{ ...SAID, text: '<b>Bom</b>', rating: 4 }],
    team: [{ ...TEACHER, cref: '' }],
  });
});

test('what changed is said in the texts that a person sees, of a list those of the entries that differ', () => {
  const [first, second, third] = testimonials.map(({ name, text, rating }) => ({
    name,
    text,
    rating,
    consent: true,
  }));
  expect(changesOf('quem_somos', { phone: '62911112222' }, null)).toEqual([
    centrePage.becomes('Telefone e WhatsApp', '(62) 91111-2222', '(62) 90000-0000'),
  ]);
  expect(changesOf('inicio', null, { testimonials: [first, SAID, third] })).toEqual([
    centrePage.becomes('Depoimentos', `${second?.name} · ${second?.text} · 5`, 'Mãe de aluno · Bom. · 5'),
  ]);
  const notice = [{ text: 'Sexta não', until: '2026-12-04' }];
  expect(changesOf('inicio', { notice }, null)).toEqual([
    centrePage.becomes('Aviso do dia', 'Sexta não · 04/12/2026', centrePage.nothing),
  ]);
  expect(changesOf('inicio', null, { testimonials: [second, first, third] })).toEqual([
    centrePage.otherwise('Depoimentos'),
  ]);
});

test('what is published of a section is what is said, and no other changes; going back forgets it', () => {
  sayOf({ quem_somos: { phone: '62911112222', city: 'Outra' }, inicio: { testimonials: [SAID] } });
  expect([brand.phone, brand.city, brand.email]).toEqual(['62911112222', 'Outra', written.email]);
  expect([home.testimonials, home.faq]).toEqual([[SAID], expect.not.arrayContaining([SAID])]);
  expect(ownContacts()).toContain('62911112222');
  sayOf({});
  expect([brand, home.testimonials]).toEqual([written, testimonials]);
});
