import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { freeBytes, RESERVE_BYTES } from '../core/disk-space.ts';
import { writeDurably } from '../core/durable-file.ts';
import { type Account, give, putInPlace, startApart, syncFolder } from '../core/platform.ts';
import { Refused } from '../core/refused.ts';
import { killIn } from './leftover-processes.ts';
import { endOf, runInSingleUserMode } from './single-user.ts';

const MB = 1024 * 1024;

/** Owns the database and what is in it; may make roles and pass by policies, and is no superuser. */
export const OWNER = 'dono';

/** What initdb makes. It has no password, and no connection is taken for it: it acts in single-user mode alone. */
export const SUPERUSER = 'postgres';

/** Who may connect, and how; PostgreSQL refuses everybody else. */
const ACCESS = `# O superusuário não entra: age só no modo de um usuário do PostgreSQL.
local postgres ${OWNER},authenticator scram-sha-256
`;

/** Makes a new database beside `folder`, which must be empty, and puts it there when it is whole. `signal` ends that. */
export async function initialise(
  binaries: string,
  folder: string,
  password: string,
  account: Account | null,
  signal?: AbortSignal,
): Promise<void> {
  const free = await freeBytes(folder);
  if (free < RESERVE_BYTES)
    throw new Refused(
      `No disco de ${folder} há só ${Math.floor(free / MB)} MB livres, e um site novo precisa de ${RESERVE_BYTES / MB} MB. Nada se perdeu. ` +
        'Libere espaço, ou use uma pasta em outro disco (DATA_DIR), e inicie de novo.',
    );
  const making = `${folder}.iniciando`; // of a start that was cut short: it never held an enrolment
  await killIn(making); // initdb of a start that was killed would go on writing there
  rmSync(making, { recursive: true, force: true });
  mkdirSync(making, { mode: 0o700 });
  give(making, account);
  const initdb = startApart(
    join(binaries, 'bin/initdb'),
    ['-D', making, '-U', SUPERUSER, '--auth=reject', '--encoding=UTF8', '--locale=C'],
    account,
    ['ignore', 'ignore', 'pipe'],
    making,
  );
  const { code, errors } = await endOf(initdb, signal);
  if (code !== 0) throw new Error(`initdb: ${errors.trim()}`);
  await runInSingleUserMode(making, makeOwner(password), { binaries, signal });
  writeDurably(join(making, 'pg_hba.conf'), ACCESS);
  give(join(making, 'pg_hba.conf'), account);
  putInPlace(making, folder);
  syncFolder(dirname(folder)); // or a power cut could bring the name back that is removed above
}

/** The roles of callers need CREATEROLE, forced policies BYPASSRLS (decision 18), the purge of erased bytes the two grants. */
function makeOwner(password: string): string {
  return `do $fazer$ begin
    create role ${OWNER} login createrole bypassrls password ${pg.escapeLiteral(password)};
    alter database postgres owner to ${OWNER};
    grant pg_checkpoint to ${OWNER};
    grant execute on function pg_catalog.pg_switch_wal() to ${OWNER};
  end $fazer$`;
}
