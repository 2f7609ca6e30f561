import { expect, test } from 'vitest';
import { version } from '../../package.json' with { type: 'json' };
import { hashOf, MIGRATIONS } from '../../server/data/migrate.ts';
import { sources } from '../support/sources.ts';

// Each migration with the first twelve digits of its SHA-256; null until 1.1.0 is cut. The
// line of a released one never changes, a new migration is a new line. Printed by
// sha256sum server/platform/*.sql supabase/migrations/*.sql | sed -E "s|^(.{12})\S* .*/(.*)|  '\2': '\1',|"
const FROZEN: Record<string, string> | null = null;

const ours = MIGRATIONS.filter(({ name }) => /^\d{14}_/.test(name));
const schemas = sources(['supabase/schemas'], /\.sql$/);

test('every migration has a name that the Supabase CLI accepts, and its own time', () => {
  expect(ours.length).toBeGreaterThan(0);
  for (const { name } of MIGRATIONS) expect(name).toMatch(/^(\d{14}|\d{4})_[a-z_]+\.sql$/);
  expect(new Set(ours.map(({ name }) => name.slice(0, 14))).size).toBe(ours.length);
});

test('a migration says what it said the day it was released', () => {
  if (FROZEN === null) {
    expect(version.startsWith('1.0.'), 'fill FROZEN when 1.1.0 is cut').toBe(true);
    return;
  }
  const found = MIGRATIONS.map(({ name, sql }) => [name, hashOf(sql).slice(0, 12)]);
  expect(found).toEqual(Object.entries(FROZEN));
});

test('the schemas say each thing once, in its present state, and hold no rows', () => {
  const heads = schemas.flatMap(({ text }) => text.match(/^ *(create|alter|drop) .*$/gm) ?? []);
  expect(heads.length).toBeGreaterThan(100);
  expect(
    heads.filter((line) =>
      /^ *(drop|create or replace|alter (table|view|function) .*(add|drop|alter|rename)) /.test(line),
    ),
  ).toEqual([]);
  // the Supabase CLI compares no rows, and runs the files by their names
  expect(schemas.filter(({ text }) => /^(insert|update|delete|do|truncate)\b/m.test(text))).toEqual([]);
  expect(schemas.filter(({ path }) => !/\/\d\d_[a-z_]+\.sql$/.test(path))).toEqual([]);
});
