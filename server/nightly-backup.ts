import { type ChildProcess, spawn } from 'node:child_process';
import type { AppContext } from './core/context.ts';

/** The hour in Brazil from which a day's backup is due; a machine that is off then makes it later. */
const HOUR = 3;
/** The script's exit code where another process makes a copy already: another server of this site, or a person. */
const UNDER_WAY = 5;

/** Backups of the running server, one at a time. */
type NightlyBackup = {
  /** Makes the day's backup, with its weekly drill, unless there is one; tries again when called again. Resolves when it has ended; false: it failed, or another process makes one. */
  runWhenDue: () => Promise<boolean>;
  /** Ends one that runs; what it has written by then is no backup, and the next one removes it. */
  stop: () => Promise<void>;
};

/**
 * Runs `script` (scripts/nightly.mjs) in a child, so that neither its memory nor its time is
 * the server's. It needs `backupDir`; without one nothing is ever due.
 */
export function nightlyBackup(
  { config, database, log }: Pick<AppContext, 'config' | 'database' | 'log'>,
  script: string,
  environment: Record<string, string | undefined>,
): NightlyBackup {
  let child: ChildProcess | null = null;
  let ended: Promise<void> = Promise.resolve();
  const isDue = async () => {
    const { rows } = await database.query<{ due: boolean }>(
      `select coalesce(max(quando), '-infinity') < (date_trunc('day', local) + make_interval(hours => $1)
           - case when extract(hour from local) < $1 then interval '1 day' else interval '0' end)
           at time zone 'America/Sao_Paulo' as due
       from (select now() at time zone 'America/Sao_Paulo' as local) as agora
         left join private.copias on tipo = 'copia' and (certo or codigo = 'documentos') -- made, without those that the site lost
           and quando < now() + interval '1 hour' -- not of a clock that was ahead
       group by local`,
      [HOUR],
    );
    return rows[0]?.due ?? false;
  };
  return {
    runWhenDue: async () => {
      if (!config.backupDir || child || !(await isDue())) return true;
      const began = performance.now();
      const running = spawn(process.execPath, [script], {
        env: { ...environment, DATA_DIR: config.dataDir },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      child = running;
      let output = '';
      running.stderr.on('data', (chunk) => {
        output = `${output}${chunk}`.slice(-500);
      });
      ended = new Promise((resolve) => {
        running.once('error', () => resolve());
        running.once('close', () => resolve());
      });
      await ended;
      child = null;
      const fields = { code: running.exitCode, seconds: Math.round((performance.now() - began) / 1_000) };
      if (running.exitCode === 0) log.info(fields, 'backup');
      else if (running.exitCode === UNDER_WAY) log.info('another copy is being made');
      else log.error({ ...fields, said: output.trim() }, 'the backup failed');
      return running.exitCode === 0;
    },
    stop: async () => {
      child?.kill();
      await ended;
    },
  };
}
