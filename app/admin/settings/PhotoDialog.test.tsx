import { expect, test, vi } from 'vitest';
import { centrePage, centrePhotos as words } from '../../../content/centre.ts';
import { live } from '../../../tests/support/screens/live.tsx';
import { centreQuery } from '../api/centre.ts';
import { PhotoDialog } from './PhotoDialog.tsx';

vi.mock('./make-photos.ts', async (original) => ({
  ...(await original<typeof import('./make-photos.ts')>()),
  openPhoto: async () => ({ width: 800, height: 1000 }),
  filesOf: async (_photo: unknown, [{ name }]: [{ name: string }], _focus: unknown, alt: string) => ({
    photos: { [name]: photo(alt) },
    sent: [],
  }),
}));
const { teacherPlace } = await import('./make-photos.ts');

const photo = (alt: string) => ({ alt, y: 50, files: { 480: `${'0a'.repeat(32)}.webp` } });

test('a photo goes to an empty place of now, not to one that a colleague has filled since the dialog was opened', async () => {
  const dialog = <PhotoDialog place={teacherPlace({}, 'Ana', ['Ana', 'Bia'])} title="Ana" teacher="Ana" />;
  const page = await live(dialog, [[centreQuery.queryKey, []] as const], {
    publicar_centro: { applied: true },
  });
  const theirs = { section: 'fotos', version: 1, facts: { 'professor-1': photo('Bia') }, at: '', by: 'Bia' };
  await page.happen(() => page.client.setQueryData(centreQuery.queryKey, [theirs]));
  const file = page.field(words.file.label);
  Object.defineProperty(file, 'files', { value: [{}] });
  await page.happen(() => file.dispatchEvent(new Event('change', { bubbles: true })));
  await page.type('A sua senha', 'frase');
  await page.press(centrePage.publish);
  expect(page.calls().find(([name]) => name === 'publicar_centro')?.[1]).toMatchObject({
    depois_de: 1,
    fatos: { 'professor-1': photo('Bia'), 'professor-2': photo('Ana') },
  });
});
