import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { postgresAccount, postgresBinaries } from './account.ts';

/**
 * Runs one statement in PostgreSQL's single-user mode, as superuser and without a password, over the
 * files in `folder`. The caller owns them and no PostgreSQL runs there. Throws when the
 * statement fails.
 */
export async function runInSingleUserMode(folder: string, sql: string, binaries?: string): Promise<void> {
  const account = postgresAccount();
  const child = spawn(
    join(binaries ?? postgresBinaries(account), 'bin/postgres'),
    ['--single', '-D', folder, '-c', 'log_min_error_statement=panic', 'postgres'],
    {
      ...account,
      stdio: ['pipe', 'ignore', 'pipe'],
      env: { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' },
      cwd: '/',
    },
  );
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  child.stdin.on('error', () => {}); // it ended before it read: its exit says so
  child.stdin.end(`${sql.replaceAll('\n', ' ')}\n`);
  const code = await new Promise((resolve) => child.once('close', resolve));
  const refused = /^.*(?:ERROR|FATAL|PANIC): +(.*)$/m.exec(said)?.[1];
  if (code !== 0 || refused) throw new Error(`o PostgreSQL não aceitou a mudança: ${refused ?? code}`);
}
