import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { version } from '../../package.json' with { type: 'json' };
import { MIGRATIONS } from '../../server/data/migrate.ts';

/**
 * Each file with the beginning of its SHA-256, once 1.1.0 is cut: then no line changes and
 * a new migration is a new line at the end. Null until then: the baseline is edited in place.
 */
const FROZEN: Record<string, string> | null = null;

const ours = MIGRATIONS.filter(({ name }) => /^\d{14}_/.test(name));

test('every migration has a name that the Supabase CLI accepts, and its own time', () => {
  expect(ours.length).toBeGreaterThan(0);
  for (const { name } of MIGRATIONS) expect(name).toMatch(/^(\d{14}|\d{4})_[a-z_]+\.sql$/);
  expect(new Set(ours.map(({ name }) => name.slice(0, 14))).size).toBe(ours.length);
});

test('the baseline says each thing once, in its present state', () => {
  const heads = MIGRATIONS.flatMap(({ sql }) => sql.match(/^ *(create|alter|drop) .*$/gm) ?? []);
  expect(heads.length).toBeGreaterThan(100);
  expect(
    heads.filter((line) =>
      /^ *(drop|create or replace|alter (table|view|function) .*(add|drop|alter|rename)) /.test(line),
    ),
  ).toEqual([]);
});

test('from 1.1.0 on a migration says what it said the day it ran', () => {
  if (FROZEN === null) {
    expect(version.startsWith('1.0.'), 'fill FROZEN when 1.1.0 is cut').toBe(true);
    return;
  }
  const found = MIGRATIONS.map(({ name, sql }) => [
    name,
    createHash('sha256').update(sql).digest('hex').slice(0, 12),
  ]);
  expect(found).toEqual(Object.entries(FROZEN));
});
