import type pg from 'pg';
import { hasTable } from '../site-data/copy/client.ts';
import { PROJECT_LEDGER } from '../site-data/open/ledger.ts';
import { lackOf } from './database.ts';
import { type Finding, inWords, note, todo, unless } from './finding.ts';

/** What a project's database says that was applied, against the files of this version; `behind`: it lacks some, or the code is another. */
export async function examineApplied(client: pg.Client): Promise<{ findings: Finding[]; behind: boolean }> {
  if (!(await hasTable(client, 'supabase_migrations.schema_migrations')))
    return {
      findings: note('Não dá para conferir que migrações há: o projeto não tem a lista delas.'),
      behind: false,
    };
  try {
    const lack = await lackOf(client, 'rode npm run supabase -- push', PROJECT_LEDGER);
    const findings = unless('As tabelas e as funções do projeto são as desta versão.', [lack]);
    return { findings, behind: Boolean(lack) };
  } catch (error) {
    return {
      findings: todo(inWords(error, 'As migrações do projeto não puderam ser lidas.')),
      behind: false,
    };
  }
}
