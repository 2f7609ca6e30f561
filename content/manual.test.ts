import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { manual } from './manual.ts';

/** The manual as Markdown. */
const markdown = [
  `# ${manual.title}`,
  manual.lead,
  ...manual.parts.flatMap(({ title, points, picture }) => [
    `## ${title}`,
    points.map((point) => `- ${point}`).join('\n'),
    ...(picture ? [`![${picture.alt}](../public${picture.file})`] : []),
  ]),
].join('\n\n');

test('docs/manual-da-secretaria.md says what the page says; `vitest -u` writes it anew', async () => {
  await expect(`${markdown}\n`).toMatchFileSnapshot('../docs/manual-da-secretaria.md');
});

// odd-inputs.md, row 139; ux.md §11.2
test.each([
  /alguém sofre violência.*Conselho Tutelar.*ligue 100.*ligue 188/,
  /pelo WhatsApp\?.*apague a foto da conversa e do celular/,
])('the manual tells what no page can do by itself: %s', (words) => {
  expect(markdown).toMatch(words);
});

test('every picture of the manual is there, and small', () => {
  for (const { picture } of manual.parts)
    if (picture) {
      const { size } = statSync(join(import.meta.dirname, '../public', picture.file));
      expect([picture.file, size > 1000, size <= 40_000]).toEqual([picture.file, true, true]);
    }
});
