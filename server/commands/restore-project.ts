import { basename } from 'node:path';
import type { WholeCopy } from '../backup/restore-copy.ts';
import { ConfigError } from '../core/config.ts';
import type { Config } from '../core/context.ts';
import { Refused } from '../core/refused.ts';
import { MIGRATIONS } from '../data/migrate.ts';
import { checkLogin, loginOf } from '../data/own-postgres.ts';
import { openProjectApi, readProjectSettings } from '../supabase/api.ts';
import { requireProject } from '../supabase/project.ts';
import { type Moved, restoreToProject } from '../supabase/restore-project.ts';
import type { Environment, Terminal } from './command.ts';
import { withClient } from './recorded-copy.ts';

/** `npm run restore -- CÓPIA --to-supabase`. Returns the exit code. */
export async function moveToProject(
  read: () => Promise<WholeCopy>,
  environment: Environment,
  { databaseUrl }: Config,
  separate: boolean,
  terminal: Terminal,
): Promise<number> {
  if (databaseUrl === null)
    throw new ConfigError('DATABASE_URL', 'falta o endereço do banco do projeto, que está no painel dele');
  const settings = readProjectSettings(environment);
  const login = loginOf(databaseUrl);
  if (!(await checkLogin(login)).supabase)
    throw new ConfigError('DATABASE_URL', 'este banco não é de um projeto do Supabase');
  const api = openProjectApi(settings);
  return withClient(login, async (client) => {
    await requireProject(
      client,
      api,
      MIGRATIONS.map(({ name }) => name),
    );
    const copy = await read();
    requireSameVersion(copy);
    const moved = await restoreToProject(copy, { client, api, separate });
    receipt(copy, moved, settings.url, separate, terminal);
    return 0;
  });
}

/** Our own server migrates what an older version left; a project has this version's tables already. */
function requireSameVersion({ path, manifest: { migracoes, versao } }: WholeCopy): void {
  if (migracoes.length === MIGRATIONS.length) return; // each of them was compared
  throw new Refused(
    `A cópia ${basename(path)} é de uma versão mais antiga do site (${versao}). Nada foi mudado. ` +
      'Volte-a primeiro para uma DATA_DIR nova, rode npm start e npm run backup, e leve a cópia nova.',
  );
}

function receipt(
  { path, manifest }: WholeCopy,
  moved: Moved,
  url: string,
  separate: boolean,
  { print }: Terminal,
): void {
  if (!moved) {
    print(`A cópia ${basename(path)} já tinha voltado inteira para ${url}. Nada foi mudado.`);
    return;
  }
  const { enrolments, erased, documents, missing, there, accounts, withoutPassword } = moved;
  const again = there > 0 ? ` (${there} já estavam lá)` : '';
  print(`A cópia ${basename(path)} voltou para o projeto ${url}.

  inscrições             ${enrolments}
  documentos             ${documents.length - missing}${again}, cada um lido de volta e conferido pelo SHA-256
  contas                 ${accounts}, com o mesmo acesso
  apagados de novo       ${erased}
  registro de acessos    confere até a linha ${manifest.auditoria.ultimo} (${manifest.auditoria.elo.slice(0, 16)}…)
  geração                ${moved.identity.geracao}

Cada tabela foi lida de volta e conferida com a cópia:
`);
  for (const { tabela, linhas, claro } of manifest.tabelas)
    if (/^(public|private)\./.test(tabela))
      print(
        `  ${tabela.padEnd(30)} ${String(linhas).padStart(7)} linhas, SHA-256 ${claro.sha256.slice(0, 16)}…`,
      );
  if (missing > 0)
    print(`\n${missing} documentos não vieram: o site já não os tinha quando a cópia foi feita.`);
  if (withoutPassword > 0)
    print(`\n${withoutPassword} contas vieram sem senha: dê-lhes uma no painel do projeto (Authentication).`);
  print(
    withoutPassword < accounts
      ? '\nTodos entram de novo, com a mesma senha. Publique agora o site do projeto (docs/supabase.md).'
      : '\nPublique agora o site do projeto (docs/supabase.md).',
  );
  print(
    separate
      ? 'Este é um site à parte; o de verdade continua como estava.'
      : 'O site de antes não deve mais ser iniciado.',
  );
}
