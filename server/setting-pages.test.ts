import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { SettingText } from '../app/api/SettingText.tsx';
import { PAGES, render } from '../app/prerender.tsx';
import { sayOf } from '../content/published.ts';
import { BLANK_FORM_WORDS } from '../domain/enrolment/blank-form-texts.ts';
import { type GivenSettings, NOTICE_WORDS } from '../domain/setting-texts.ts';
import { DAY_WORDS, STATE_WORDS } from '../domain/state-texts.ts';
import { etagOf, type Page } from './packing.ts';
import { settingPages, withWords } from './setting-pages.ts';

const place = (name: string) =>
  renderToString(createElement(SettingText, { as: 'p', name, words: () => 'o de fábrica & mais' }));
const pageOf = (html: string): Page => {
  const body = new Uint8Array(Buffer.from(html));
  return { body, etag: etagOf(body), headers: { 'Content-Type': 'text/html; charset=utf-8' } };
};
const text = ({ body }: Page) => Buffer.from(body).toString();

test('a page is served with the words of the settings, packed, and with others once they change', async () => {
  let given: GivenSettings = {};
  const pages = new Map([
    ['/a', pageOf(`<main>${place('sem-responsavel')}<p>Fica</p>${place('papel-email')}</main>`)],
    ['/b', pageOf('<p>Nada de ajustes</p>')],
  ]);
  const served = settingPages(pages, async () => given);
  expect(served('/b')).toBeUndefined();
  expect(served('/c')).toBeUndefined();

  const usual = (await served('/a')) as Page;
  expect(text(usual)).toMatch(
    /^<main><p>Menor de 18 anos [^<]*: 30 dias depois [^<]*<\/p><p>Fica<\/p><p>E-mail\u00A0\*<\/p><\/main>$/,
  );
  expect((await served('/a')) === usual, 'made once').toBe(true);

  given = { regras: { emailObrigatorio: false }, prazos: { guardar_sem_responsavel_dias: 45 } };
  const both = await Promise.all([served('/a'), served('/a')]);
  const changed = both[0] as Page;
  expect(both[1] === changed, 'made once').toBe(true);
  expect(text(changed)).toContain(': 45 dias depois');
  expect(text(changed)).toContain('<p>E-mail (se tiver)</p>');
  expect(changed.etag).not.toBe(usual.etag);
  expect(changed.headers).toEqual(usual.headers);
  expect(brotliDecompressSync(changed.br as Uint8Array).toString()).toBe(text(changed));
  expect(gunzipSync(changed.gz as Uint8Array).toString()).toBe(text(changed));
});

test('a place of an unknown name does not come to a visitor with the usual words', async () => {
  const served = settingPages(new Map([['/a', pageOf(place('outro'))]]), async () => ({}));
  expect(text((await served('/a')) as Page)).toBe('<p></p>');
});

const NOTICE = { inicio: { notice: [{ text: 'Sexta não haverá aula', until: '2026-12-04' }] } };
afterEach(() => {
  sayOf({});
  vi.useRealTimers();
});

test.each([
  ['2026-12-05T02:59:00Z', '<p class="a">Sexta não haverá aula</p>'],
  ['2026-12-05T03:00:01Z', '<p class="a"></p>'], // 0 h at the centre
])('of a notice until the fourth is served at %s %s, to whoever has no script', async (now, said) => {
  vi.useFakeTimers({ now: new Date(now), toFake: ['Date'] });
  sayOf(NOTICE);
  const built = pageOf('<p class="a" data-words="aviso">Sexta não haverá aula</p>');
  const served = settingPages(new Map([['/', built]]), async () => ({}));
  expect(text((await served('/')) as Page)).toBe(said);
});

test('on a static host a notice is shown by the script that knows the day, so that none stays after its own', async () => {
  vi.useFakeTimers({ now: new Date('2026-12-04T12:00:00Z'), toFake: ['Date'] });
  sayOf(NOTICE);
  const { body } = await render('/');
  expect(body).toMatch(/<p class="hero__notice" data-until="\d+" data-words="aviso">Sexta não haverá aula</);
  const page = withWords(body, {});
  expect(page).toMatch(
    /<p class="hero__notice" hidden="" data-until="\d+" data-words="aviso">Sexta não haverá aula</,
  );
  expect(withWords(page, {})).toBe(page);
});

test('the pages of the site have each of these places, no other, and are served with the words of each', async () => {
  vi.useFakeTimers({ now: new Date('2026-12-04T12:00:00Z'), toFake: ['Date'] });
  sayOf(NOTICE);
  const drawn = await Promise.all(
    Object.values(PAGES).map(async (path) => [path, (await render(path)).body] as const),
  );
  const places = drawn.flatMap(([path, body]) =>
    [...body.matchAll(/ data-words="([^"]+)"/g)].map(([, name]) => [path, name]),
  );
  expect(places).toEqual([
    ['/', 'aviso'],
    ['/', 'inscricoes'],
    ['/projeto-social', 'vagas'],
    ['/projeto-social/ficha-em-branco', 'papel-email'],
    ['/projeto-social/ficha-em-branco', 'papel-sem-responsavel'],
    ['/privacidade', 'prazos'],
    ['/privacidade', 'sem-responsavel'],
  ]);
  const words = { ...NOTICE_WORDS, ...BLANK_FORM_WORDS, ...STATE_WORDS, ...DAY_WORDS };
  expect(places.map(([, name]) => name).sort()).toEqual(Object.keys(words).sort());
  const settings = {
    regras: { emailObrigatorio: false, diasSemResponsavel: 106 },
    prazos: { guardar_espera_meses: 103, guardar_sem_responsavel_dias: 106 },
  };
  const periodo = { fechada: true, de: '2027-01-01T12:00Z', recebeAte: '2027-01-01T12:30Z' };
  const vagas = [{ nome: 'Muay Thai', restam: 3 }];
  const pages = new Map(drawn.map(([path, body]) => [path, pageOf(body)]));
  for (const [path, name] of places) {
    const given = { ...settings, ...(name === 'vagas' ? { vagas } : { periodo }) };
    const served = settingPages(pages, async () => given);
    const page = text((await served(path ?? '')) as Page);
    expect(page).not.toContain('data-words');
    expect(page).toContain(`>${words[name as keyof typeof words](given)}<`);
    const say = words[name as keyof typeof words];
    expect(say(given) !== say({})).toBe(name !== 'aviso'); // which is published
  }
  const served = settingPages(pages, async () => settings);
  for (const [path] of drawn)
    if (!places.some(([other]) => other === path)) expect(served(path)).toBeUndefined();
});
