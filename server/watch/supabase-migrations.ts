import type pg from 'pg';
import { MIGRATIONS } from '../site-data/open/migrate.ts';
import { type Finding, note, unless } from './finding.ts';

/** A row of the Supabase CLI; `statements` is the file's text as it cut it. */
type Applied = { version: string; statements: string[] | null };

const FILES = MIGRATIONS.filter(({ name }) => /^\d{14}_/.test(name));

/** What the CLI says that it applied, against the files of this version; `behind`: some are missing. */
export async function examineApplied(client: pg.Client): Promise<{ findings: Finding[]; behind: boolean }> {
  const { rows: tables } = await client.query<{ there: boolean }>(
    `select to_regclass('supabase_migrations.schema_migrations') is not null as there`,
  );
  if (!tables[0]?.there)
    return {
      findings: note('As migrações não foram aplicadas pelo CLI do Supabase: não dá para conferir quais há.'),
      behind: false,
    };
  const { rows } = await client.query<Applied>(
    'select version, statements from supabase_migrations.schema_migrations order by version',
  );
  const applied = new Map(rows.map((row) => [row.version, row.statements]));
  const missing = FILES.filter(({ name }) => !applied.has(name.slice(0, 14)));
  const unknown = [...applied.keys()].filter(
    (version) => !FILES.some(({ name }) => name.startsWith(version)),
  );
  const changed = FILES.filter(({ name, sql }) => {
    const statements = applied.get(name.slice(0, 14));
    return statements && textOf(statements.join('\n')) !== textOf(sql);
  });
  const findings = unless('As migrações aplicadas são as desta versão, todas, com o mesmo texto.', [
    missing.length > 0 &&
      `Faltam ${missing.length} migrações no projeto (${names(missing)}): rode npx supabase@3 db push --remote.`,
    unknown.length > 0 &&
      `O projeto tem migrações que esta versão não conhece (${unknown.join(', ')}): traga a versão que as aplicou.`,
    changed.length > 0 &&
      `No projeto estas migrações foram aplicadas com outro texto: ${names(changed)}. Os dados estão inteiros: traga a versão do site que as aplicou.`,
  ]);
  return { findings, behind: missing.length > 0 };
}

const names = (files: readonly { name: string }[]) => files.map(({ name }) => name).join(', ');

/** The CLI drops what stands between statements: white space and semicolons. */
const textOf = (sql: string) => sql.replace(/[\s;]+/g, '');
