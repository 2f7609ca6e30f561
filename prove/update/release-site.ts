import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { type Desk, signIn } from '../../kit/desk.ts';
import { type RunningServer, startServer } from '../../kit/server.ts';
import { runToItsEnd, startCommand } from '../command.ts';
import { check } from '../kill.ts';
import { query, type SiteFolder } from './site-contents.ts';

/** The release before, by its tag. */
export const RELEASE = 'v1.2.0';

/** Puts the code of a release into `root`, installed and built as its owner does it; `target` are the words of a build for Supabase. */
export function fetchRelease(tag: string, root: string, target: readonly string[] = []): void {
  mkdirSync(root);
  const archive = execFileSync('git', ['archive', tag], { maxBuffer: 1e9 });
  execFileSync('tar', ['x', '-C', root], { input: archive });
  execFileSync('npm', ['run', 'build', '--', ...target], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** An enrolment that the desk erased, and the file of its document. */
export type Erased = { id: string; file: string };

const started: RunningServer[] = [];

/** Starts a site, with the code in `root` or this project's, on a free port or the given one. */
export async function start(
  { folder, environment }: SiteFolder,
  root?: string,
  port?: number,
): Promise<RunningServer> {
  const server = await startServer({ folder, environment, root, port });
  started.push(server);
  return server;
}

/** Stops the sites that a failed check left running. */
export async function stopAll(): Promise<void> {
  for (const server of started) await server.stop();
}

/** Erases an enrolment that has a document; its document's file. */
async function erase(
  desk: Desk,
  site: SiteFolder,
  row: { id: string; path: string; protocolo: string },
  reason: string,
) {
  const [object] = await query<{ version: string }>(
    site,
    'select version from storage.objects where name = $1',
    [row.path],
  );
  await desk.rpc('apagar_inscricao', { inscricao: row.id, confirmacao: row.protocolo, motivo: reason });
  return { id: row.id, file: object?.version ?? '' };
}

/** A day's work of the release before: two people of the desk, sixty families in every situation, two erased by hand, an encrypted copy. */
export async function makeSite(site: SiteFolder, copies: string, root: string) {
  const server = await start(site, root);
  const added = await startCommand(
    'admin',
    ['add', 'segunda@example.com'],
    site.folder,
    site.environment,
    root,
  ).ended;
  const password = /^Senha .*: (\S+)$/m.exec(added.output)?.[1] ?? '';
  check(password !== '', `the release before adds a second person (${added.output})`);
  const second = { email: 'segunda@example.com', password };
  await runToItsEnd('demo:data', [], site.folder, site.environment, root);
  const desk = await signIn(server);
  const rows = (await desk.rows()).flatMap(({ id, cadastro_unico_url: url, protocolo }) =>
    url ? [{ id, path: url.split('/').slice(-2).join('/'), protocolo: String(protocolo) }] : [],
  );
  const [one, other] = rows;
  if (!one || !other) throw new Error('no enrolment has a document');
  const made = await startCommand('keys', ['backup', `${copies}.txt`], site.folder, site.environment, root)
    .ended;
  const BACKUP_KEY = /BACKUP_KEY=(\S+)/.exec(made.output)?.[1] ?? '';
  check(BACKUP_KEY !== '', `the release before makes keys (${made.output})`);
  const encrypted = { ...site.environment, BACKUP_KEY };
  const erased = [await erase(desk, site, one, 'teste'), await erase(desk, site, other, 'pedido_da_familia')];
  const copy = await runToItsEnd('backup', ['--to', copies], site.folder, encrypted, root);
  await server.stop();
  return { second, token: desk.token, erased, copy, identity: `${copies}.txt` };
}
