import { expect, test } from 'vitest';
import { brand } from '../../content/brand.ts';
import { live } from '../../tests/support/screens/live.tsx';
import { Layout } from './Layout.tsx';

// A press as it is answered: what it leads to is e2e/site/site.e2e.ts.

/** Presses an entry of the header on the page of a path; whether the browser follows it, and what has the focus. */
async function follow(path: string, entry: string, held: object = {}) {
  const page = await live(
    <Layout path={path}>
      <input type="file" />
    </Layout>,
    [],
  );
  let followed = false;
  page.page.addEventListener('click', (event) => {
    followed = !event.defaultPrevented;
  });
  const link = [...page.page.querySelectorAll('header a')].find((one) => one.textContent === entry);
  const { MouseEvent } = page.page.defaultView as typeof globalThis.window & typeof globalThis;
  await page.happen(() =>
    link?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...held })),
  );
  return { followed, focus: page.page.activeElement?.id, address: link?.getAttribute('href') };
}

test.each([
  ['/projeto-social', 'Projeto Social'],
  ['/', 'Início'],
  ['/', brand.name],
])('on %s «%s» leads to the top of what is there, and a chosen photo stays', async (path, entry) => {
  expect(await follow(path, entry)).toMatchObject({ followed: false, focus: 'conteudo' });
  expect(await follow(path, entry, { ctrlKey: true })).toMatchObject({ followed: true }); // in another tab
});

test('every other entry leads on; on the home page a section is in the same document, whatever stands behind ‘?’', async () => {
  for (const [path, entry, address] of [
    ['/', 'Projeto Social', '/projeto-social'],
    ['/privacidade', brand.name, '/'],
    ['/', 'Modalidades', '#modalidades'],
    ['/projeto-social', 'Contato', '/#contato'],
  ] as const)
    expect(await follow(path, entry)).toMatchObject({ followed: true, address });
});
