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
  [
    'an hour in another form',
    withBrand({ hours: [{ from: 'segunda', opens: '8h', closes: '12:00' }] }),
    /^brand\.hours\.0\.opens: use a forma 18:00/,
  ],
  [
    'a day nobody knows',
    withBrand({ hours: [{ from: 'Segunda-feira', opens: '08:00', closes: '12:00' }] }),
    /^brand\.hours\.0\.from: use segunda/,
  ],
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
  expect(contentProblems(photos, wrong)).toEqual([expect.stringMatching(line)]);
});
