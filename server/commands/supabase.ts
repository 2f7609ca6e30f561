import { ownContacts } from '../../domain/setting-values.ts';
import { withClient } from '../site-data/copy/client.ts';
import { PROJECT_LEDGER } from '../site-data/open/ledger.ts';
import { migrate } from '../site-data/open/migrate.ts';
import { projectLogin } from '../site-data/open/own-postgres.ts';
import { sayPublished } from '../watch/facts.ts';
import { type BareContext, type Command, notUnderstood } from './command.ts';

const USAGE = `Uso: npm run supabase -- push

Traz o banco de um projeto do Supabase a esta versão, tudo de uma vez ou nada: as tabelas de
supabase/migrations e as funções, políticas e direitos de supabase/schemas. Rodar de novo não faz mal.

DATABASE_URL diz o projeto: o endereço do banco, que está no painel dele (Connect, Session pooler).`;

/** What a start does to our own server's database, done to a project's. */
export const supabase: Command = {
  summary: 'traz o banco de um projeto do Supabase a esta versão',
  usage: USAGE,
  opens: 'nothing',
  order: (args) => (args.length === 1 && args[0] === 'push' ? push : notUnderstood(args)),
};

async function push({ config: { databaseUrl, siteUrl }, terminal }: BareContext): Promise<number> {
  await withClient(await projectLogin(databaseUrl), async (client) => {
    await migrate(client, PROJECT_LEDGER);
    await sayPublished(client);
    // the centre's own, which the texts that families read may name
    await client.query('select private.guardar_contatos($1)', [ownContacts(siteUrl)]);
  });
  terminal.print('O banco do projeto é desta versão: tabelas, funções, políticas e direitos.');
  return 0;
}
