import { expect, test } from 'vitest';
import { centrePhotos, centrePage as words } from '../../../content/centre.ts';
import { home } from '../../../content/home.ts';
import { FACTS_ID } from '../../../content/published.ts';
import { teacherPhotos } from '../../../content/site-photos.ts';
import { live } from '../../../tests/support/screens/live.tsx';
import { currentToast } from '../../ui/toast/toast.ts';
import { centreQuery, ourServerQuery, type Publication, storedQuery } from '../api/centre.ts';
import { settingsQuery } from '../api/settings.ts';
import { isUnsaved } from '../controls/unsaved.ts';
import { saidOf } from './CentreDialog.tsx';
import { teacherPlace } from './make-photos.ts';
import { PhotosCard } from './PhotosCard.tsx';
import { SettingsPage } from './SettingsPage.tsx';

const { list } = words;
const SETTINGS = { values: {}, waiting: [], closed: null };
const PUBLISHED = { at: '2026-12-19T12:00:00Z', by: 'Bia' };
const said = (name: string) => ({ name, text: `${name} gostou.`, rating: 5, consent: true });
const photo = (alt: string) => ({ alt, y: 50, files: { 480: `${'0a'.repeat(32)}.webp` } });
const facts = { testimonials: ['Um', 'Dois', 'Três'].map(said) };
const LAST: Publication = { section: 'inicio', version: 1, facts, ...PUBLISHED };

async function opened(publications: readonly Publication[] = [LAST], answers: Record<string, unknown> = {}) {
  const page = await live(
    <SettingsPage />,
    [
      [settingsQuery.queryKey, SETTINGS] as const,
      [centreQuery.queryKey, publications] as const,
      [storedQuery.queryKey, {}] as const,
    ],
    {
      publicar_centro: { applied: true },
      lista_de_ajustes: SETTINGS,
      lista_do_centro: publications,
      ...answers,
    },
  );
  await page.press('Mudar: Página inicial');
  /** The first text of each entry of a list, as it is folded. */
  const entries = (label: string) => {
    const group = [...page.page.querySelectorAll('fieldset')].find(
      (one) => one.querySelector('legend')?.textContent === label,
    );
    return [...(group?.querySelectorAll('summary') ?? [])].map((one) => one.textContent);
  };
  const publish = async () => {
    await page.type('A sua senha', 'frase');
    await page.press(words.publish);
  };
  const sent = () => page.calls().find(([name]) => name === 'publicar_centro')?.[1];
  return { ...page, entries, publish, sent };
}

test('entries are added, moved and taken away, by keys alone, and only what was changed is published', async () => {
  const page = await opened();
  expect(page.entries('Depoimentos')).toEqual(['Um', 'Dois', 'Três']);
  expect(page.controls()).toMatch(/Publicar \(off\)$/);
  await page.press(`${list.up}: Depoimento 3`);
  expect([page.entries('Depoimentos'), page.focused()]).toEqual([
    ['Um', 'Três', 'Dois'],
    `${list.up}: Depoimento 2`,
  ]);
  await page.press(`${list.up}: Depoimento 2`);
  expect([page.entries('Depoimentos')[0], page.focused()]).toEqual(['Três', `${list.down}: Depoimento 1`]); // it cannot go further up
  await page.press(`${list.remove}: Depoimento 1`);
  expect([page.entries('Depoimentos'), page.focused()]).toEqual([['Um', 'Dois'], 'Um']);
  await page.press(`${list.add}: Depoimento`);
  expect([page.entries('Depoimentos').at(-1), page.focused()]).toEqual([
    'Depoimento 3',
    'testimonials.2.name',
  ]);
  await page.type('Quem conta', 'Quatro');
  await page.type('O que contou', '<b>Bom</b>');
  await page.type('Estrelas', '4');
  await page.type('Tenho autorização escrita', true);
  await page.press(`${list.add}: Aviso`);
  expect(page.controls()).not.toContain(`${list.add}: Aviso`); // there is one at most
  expect(page.controls()).not.toContain('Modalidade 1'); // each has its place
  await page.press(`${list.remove}: Aviso 1`);
  expect([page.entries('Aviso do dia'), page.focused()]).toEqual([[], `${list.add}: Aviso`]);
  await page.publish();
  const testimonials = [said('Um'), said('Dois'), { ...said('Quatro'), text: '<b>Bom</b>', rating: 4 }];
  expect(page.sent()).toEqual({ secao: 'inicio', depois_de: 1, fatos: { testimonials } });
  expect([currentToast()?.title, isUnsaved()]).toEqual([words.stored, false]); // no page of a server says it here
});

test('what is wrong is said beside its entry, which opens and gets the focus; what is typed stays', async () => {
  const page = await opened();
  await page.press(`${list.add}: Depoimento`);
  await page.press(`${list.add}: Aviso`);
  await page.type('Texto do aviso', 'Sexta não haverá aula');
  await page.type('Último dia', '2026-12-19');
  expect(page.text()).not.toContain(words.past);
  await page.press(words.preview.open);
  expect([page.focused(), page.text().includes(words.past)]).toEqual(['notice.0.until', true]);
  await page.type('Último dia', '2026-12-18');
  const folds = [...page.page.querySelectorAll('details')];
  for (const one of folds) one.open = false;
  await page.publish();
  expect([page.focused(), page.sent()]).toEqual(['notice.0.until', undefined]);
  expect(page.text()).toContain(words.past);
  expect(page.text()).toContain('Publique só palavras de quem autorizou por escrito.');
  expect(folds.filter(({ open }) => open).map((one) => one.querySelector('summary')?.textContent)).toEqual([
    'Sexta não haverá aula',
    'Depoimento 4',
  ]);
  await page.type('Último dia', '2026-12-20');
  expect(page.text()).not.toContain(words.past);
  expect(page.text()).toContain('Publique só palavras'); // of the other
  await page.press(`${list.remove}: Depoimento 4`);
  expect(page.text()).not.toContain('Publique só palavras');
  await page.happen(() =>
    page.page.querySelector('dialog')?.dispatchEvent(new Event('cancel', { cancelable: true })),
  );
  await page.press('Mudar: Página inicial');
  expect(page.entries('Aviso do dia')).toEqual(['Sexta não haverá aula']);
  await page.publish();
  const notice = [{ text: 'Sexta não haverá aula', until: '2026-12-20' }];
  expect(page.sent()).toMatchObject({ fatos: { ...facts, notice } });
});

test('where a colleague was first, what they changed is said; what was typed stays', async () => {
  const theirs = { ...LAST, version: 2, facts: { ...facts, text: 'Venha treinar.' } };
  const page = await opened([LAST], { publicar_centro: { applied: false }, lista_do_centro: [theirs, LAST] });
  await page.type('Frase abaixo do título', 'Outra frase.');
  await page.publish();
  expect(page.text()).toContain(
    words.overtaken('Bia', words.becomes('Frase abaixo do título', home.text, 'Venha treinar.')),
  );
  expect(page.field('Frase abaixo do título').value).toBe('Outra frase.');
});

test('goes back to a publication that is chosen, or to what content/ says, and shows what becomes of it', async () => {
  const page = await opened([{ ...LAST, version: 2, facts: { text: 'Nova.' } }, LAST]);
  await page.press('Cancelar');
  await page.press(`${words.back}: Página inicial`);
  expect(page.text()).toContain(words.becomes('Frase abaixo do título', 'Nova.', home.text));
  expect(page.text()).toContain('Dois · Dois gostou. · 5');
  await page.type(words.file, true);
  expect(page.text()).not.toContain('Dois gostou');
  await page.type('A sua senha', 'frase');
  await page.press(words.back);
  expect(page.sent()).toEqual({ secao: 'inicio', depois_de: 2, fatos: null });
});

test('a publication that went meanwhile is not gone back to: not to what content/ says in its place', async () => {
  const of = (version: number) => ({ ...LAST, version, at: `2026-12-1${version}T12:00:00Z` });
  const page = await opened([of(9), of(8), of(7)]);
  await page.press('Cancelar');
  await page.press(`${words.back}: Página inicial`);
  await page.type(saidOf(of(7)), true);
  await page.happen(() => page.client.setQueryData(centreQuery.queryKey, [of(9), of(8)]));
  await page.type('A sua senha', 'frase');
  await page.press(words.back);
  expect([page.text().includes(words.tooOld), page.sent()]).toEqual([true, undefined]);
});

test.each([true, false])(
  'the page as it will be has the photos that can be read: our server %s',
  async (isOurs) => {
    const page = await opened();
    await page.happen(() => {
      page.client.setQueryData(ourServerQuery.queryKey, isOurs);
      page.client.setQueryData(storedQuery.queryKey, { fotos: { hero: photo('A sala') } });
    });
    await page.press(words.preview.open);
    const said = JSON.parse(page.page.querySelector('iframe')?.dataset.facts ?? '');
    expect(Object.keys(said)).toEqual(isOurs ? ['inicio', 'fotos'] : ['inicio']);
  },
);

test('a list that is again as it was is not typed', async () => {
  const page = await opened();
  await page.press(`${list.up}: Depoimento 3`);
  expect(isUnsaved()).toBe(true);
  await page.press(`${list.down}: Depoimento 2`);
  expect(isUnsaved()).toBe(false);
});

test('which photos are drawings is said once it is known, and not where it cannot be read', async () => {
  const said = async (lista_do_centro: unknown) =>
    (await live(<PhotosCard open={() => {}} />, [], { lista_do_centro })).text();
  expect(await said([])).toContain(centrePhotos.drawing);
  expect(await said(() => Response.json({}, { status: 500 }))).toBe('');
});

test('each teacher has a place for a photo, and the photo of one who left is taken away', async () => {
  const team = ['Ana', 'Bia', 'Davi', 'Davi'].map((name) => ({ name, belt: '', since: 2001 }));
  const fotos = { 'professor-1': photo('Bia'), 'professor-2': photo('Caio') };
  const last = { ...LAST, section: 'fotos', facts: fotos };
  const both = [last, { ...LAST, facts: { team } }];
  const said = () =>
    new Response(`<script id="${FACTS_ID}">${JSON.stringify({ inicio: { team } })}</script>`);
  const page = await opened(both, { lista_do_centro: both, '': said });
  await page.press('Cancelar');
  expect(
    page
      .controls()
      .match(/(Trocar|Tirar) foto: (Ana|Bia|Caio|Davi)/g)
      ?.join(),
  ).toBe('Trocar foto: Ana,Tirar foto: Bia,Trocar foto: Bia,Tirar foto: Caio,Trocar foto: Caio');
  const placeOf = (photos: object, name: string) => teacherPlace({ ...photos }, name, ['Ana', 'Bia'])[0].name;
  expect([placeOf(fotos, 'Bia'), placeOf(fotos, 'Ana')]).toEqual(['professor-1', 'professor-3']);
  const full = Object.fromEntries(teacherPhotos.map((name) => [name, photo('Bia')]));
  expect(placeOf({ ...full, ...fotos }, 'Ana')).toBe('professor-2'); // of nobody who teaches
  await page.press('Tirar foto: Caio');
  await page.type('A sua senha', 'frase');
  await page.press('Tirar foto');
  const fatos = { 'professor-1': fotos['professor-1'] };
  expect(page.sent()).toEqual({ secao: 'fotos', depois_de: 1, fatos });
  expect(currentToast()?.title).toBe(words.stored); // the page that answers shows no photo
  await page.press('Tirar foto: Bia');
  await page.type('A sua senha', 'frase');
  await page.press('Tirar foto');
  expect(currentToast()?.title).toBe(words.published); // what is left is of nobody who teaches
});
