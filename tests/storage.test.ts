import { expect, test } from 'vitest';
import { privacy } from '../content/privacy.ts';
import { sources } from './sources.ts';

// What the site keeps in a browser is told on the privacy page, and nothing else
// is kept; e2e/drafts.e2e.ts proves the place of each. Source: ux.md §10.5.

const app = sources(['app'], /(?<!\.test)\.tsx?$/);

test('every key that the site keeps in the browser stands in the notice, and no other', () => {
  const used = app.flatMap(({ text }) =>
    [...text.matchAll(/(\w+ ?\()?'(cc-[a-z]+)'/g)]
      .filter(([, call]) => call !== 'BroadcastChannel(')
      .map(([, , key]) => key),
  );
  const told = privacy.sections.flatMap(({ table }) =>
    (table?.rows ?? []).flatMap(([what]) =>
      (what ?? []).flatMap((run) => (typeof run === 'object' && 'strong' in run ? [run.strong] : [])),
    ),
  );
  expect([...new Set(used)].sort()).toEqual([...told].sort());
});

test('there is no other place: no cookie, no database of the browser, and keys of the site alone', () => {
  const others = app.filter(({ text }) =>
    /document\.cookie|cookieStore|indexedDB|\bcaches\.|serviceWorker/.test(text),
  );
  expect(others.map(({ path }) => path)).toEqual([]);
});
