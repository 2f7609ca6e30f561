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

test('docs/manual-da-secretaria.md has the words of the page; `vitest -u` writes it again', async () => {
  await expect(`${markdown}\n`).toMatchFileSnapshot('../docs/manual-da-secretaria.md');
});

// docs/odd-inputs.md, row 139; docs/ux.md §11.2
test.each([
  /alguém sofre violência.*Conselho Tutelar.*ligue 100.*ligue 188/,
  /pelo WhatsApp\?.*apague a foto da conversa e do celular/,
])('the manual explains what people must do without the page: %s', (words) => {
  expect(markdown).toMatch(words);
});
