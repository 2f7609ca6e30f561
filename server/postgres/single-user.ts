import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { signalTo, startApart } from '../core/platform.ts';
import { postgresAccount, postgresBinaries } from './account.ts';

/**
 * Runs one statement in PostgreSQL's single-user mode, as superuser and without a password, over the
 * files in `folder`. The caller owns them and no PostgreSQL runs there. Throws when the
 * statement fails, and when `signal` ends it.
 */
export async function runInSingleUserMode(
  folder: string,
  sql: string,
  { binaries, signal }: { binaries?: string; signal?: AbortSignal } = {},
): Promise<void> {
  const account = postgresAccount();
  const child = startApart(
    join(binaries ?? postgresBinaries(account), 'bin/postgres'),
    ['--single', '-D', folder, '-c', 'log_min_error_statement=panic', 'postgres'],
    account,
    ['pipe', 'ignore', 'pipe'],
  );
  child.stdin?.on('error', () => {}); // it ended before it read: its exit says so
  child.stdin?.end(`${sql.replaceAll('\n', ' ')}\n`);
  const { code, errors } = await endOf(child, signal);
  const refused = /^.*(?:ERROR|FATAL|PANIC): +(.*)$/m.exec(errors)?.[1];
  if (code !== 0 || refused) throw new Error(`o PostgreSQL não aceitou a mudança: ${refused ?? code}`);
}

/** Exit code and errors of a program of `startApart`, once it and all that it started have ended; `signal` ends them. Throws then. */
export async function endOf(
  child: ChildProcess,
  signal?: AbortSignal,
): Promise<{ code: number | null; errors: string }> {
  let errors = '';
  child.stderr?.on('data', (chunk) => {
    errors += chunk;
  });
  const stop = () => signalTo(child.pid, 'SIGTERM', { all: true });
  signal?.addEventListener('abort', stop);
  try {
    if (signal?.aborted) stop();
    return await new Promise((resolve, reject) => {
      child.once('close', (code) => resolve({ code, errors }));
      child.once('error', reject);
    });
  } finally {
    signal?.removeEventListener('abort', stop);
    signal?.throwIfAborted();
  }
}
