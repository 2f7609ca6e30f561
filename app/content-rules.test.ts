import { expect, test } from 'vitest';
import { brand } from '../content/brand.ts';
import { modalities } from '../content/home.ts';
import { project } from '../content/social-project.ts';
import { CONTENT, contentProblems } from './content-rules.ts';

const photos = [...modalities.map(({ photo }) => photo.file), project.photo.file];
const [modality] = modalities;
const withBrand = (changes: object) => ({ ...CONTENT, brand: { ...brand, ...changes } });

test('content without a mistake has no problem', () => {
  expect(contentProblems(photos)).toEqual([]);
});

test.each(['11.222.333/0001-81', '12.ABC.345/01DE-35', '00.000.000/0000-00'])(
  'the CNPJ %s is taken',
  (cnpj) => {
    expect(contentProblems(photos, withBrand({ cnpj }))).toEqual([]);
  },
);

test.each([
  ['a phone with decoration', withBrand({ phone: '(62) 90000-0000' }), /^brand\.phone: use DDD e número/],
  ['a phone with the country', withBrand({ phone: '5562900000000' }), /^brand\.phone: /],
  ['a number where a text belongs', withBrand({ phone: 62900000000 }), /^brand\.phone: /],
  ['an empty name', withBrand({ name: ' ' }), /^brand\.name: escreva um texto/],
  ['nobody who answers about data', withBrand({ dataContact: '' }), /^brand\.dataContact: escreva um texto/],
  ['an e-mail without its end', withBrand({ email: 'contato@exemplo' }), /^brand\.email: /],
  ['a site address with a path', withBrand({ siteUrl: 'https://exemplo.com.br/site' }), /^brand\.siteUrl: /],
  ['a site address with a slash', withBrand({ siteUrl: 'https://exemplo.com.br/' }), /^brand\.siteUrl: /],
  ['a link that runs code', withBrand({ mapUrl: 'javascript:alert(1)' }), /^brand\.mapUrl: use um endereço/],
  ['a CNPJ that is too short', withBrand({ cnpj: '12.345' }), /^brand\.cnpj: confira no cartão do CNPJ/],
  ['a CNPJ with a wrong digit', withBrand({ cnpj: '11.222.333/0001-82' }), /^brand\.cnpj: /],
  ['a CNPJ with a wrong first digit', withBrand({ cnpj: '11.222.333/0001-71' }), /^brand\.cnpj: /],
  ['a CNPJ of letters with a wrong digit', withBrand({ cnpj: '12.ABC.345/01DE-53' }), /^brand\.cnpj: /],
  ['a CNPJ without its signs', withBrand({ cnpj: '11222333000181' }), /^brand\.cnpj: /],
  ['a name nobody knows', withBrand({ fone: '62900000000' }), /^brand\.fone: este nome não existe aqui/],
  ['a name that is missing', withBrand({ phone: undefined }), /^brand\.phone: falta$/],
  ['an order of things', { ...CONTENT, faq: 'Não.' }, /^faq: escreva uma lista entre \[ e \]$/],
  [
    'yes in words',
    {
      ...CONTENT,
      headerLinks: CONTENT.headerLinks.map((link) => ({ ...link, isRoute: link.to === '/' ? 'sim' : true })),
    },
    /^headerLinks\.0\.isRoute: escreva true/,
  ],
  ['a position in words', withBrand({ position: '-15' }), /^brand\.position: escreva os valores/],
  ['no hours', withBrand({ hours: [] }), /^brand\.hours: escreva de 1 a 7 linhas$/],
  [
    'a modality with two lines',
    { ...CONTENT, modalities: [{ ...modality, features: ['uma', 'duas'] }] },
    /^modalities\.0\.features: são três linhas/,
  ],
  [
    'a picture that is not there',
    { ...CONTENT, modalities: [{ ...modality, photo: { file: 'judo', alt: 'Judô' } }] },
    /^modalities\.0\.photo\.file: não há foto/,
  ],
  [
    'six stars',
    { ...CONTENT, testimonials: [{ name: 'Mãe de aluno', text: 'Bom.', rating: 6 }] },
    /^testimonials\.0\.rating: use de 1 a 5/,
  ],
  [
    'a time that does not exist',
    { ...CONTENT, schedule: [{ name: 'Aula', time: '25:00', days: null }] },
    /^schedule\.0\.time: /,
  ],
])('%s is named by its field', (_, wrong, line) => {
  const said = contentProblems(photos, wrong).map(({ path, says }) => `${path.join('.')}: ${says}`);
  expect(said).toEqual([expect.stringMatching(line)]);
});
