import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SettingText } from '../app/information/SettingText.tsx';
import type { GivenSettings } from '../domain/setting-texts.ts';
import { etagOf, type Page } from './packing.ts';
import { settingPages } from './setting-pages.ts';

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
