import { spawnSync } from 'node:child_process';
import { SYSTEM_15 } from './own-postgres.ts';

// `npm run prove -- outage`, `polled`, `networks`, `attackers`, `fuzz` and `oldest-postgres`: what a test tries at each
// `npm test`, with so much more of it that only a quiet machine has the time, or on another PostgreSQL.

/** Files whose paths hold one of these; without a title all of their tests. */
type Again = { files: readonly string[]; title?: string; more: Record<string, string> };

const TESTS: Record<string, Again> = {
  /** PostgreSQL cannot start for five minutes, with the pauses of a real site. */
  outage: { files: ['tests/process/outage'], title: 'nobody is lost', more: { OUTAGE_SECONDS: '300' } },
  /** A whole /48 guesses passwords and sends rows for a minute, beside families and a device that is known. */
  networks: { files: ['tests/process/attack'], title: 'a whole /48', more: { ATTACKED_MS: '60000' } },
  /** Attackers of every kind, documents of 5 MB too, for a minute beside families and the desk. */
  attackers: {
    files: ['tests/process/attack'],
    title: 'attackers of every kind',
    more: { ATTACKED_MS: '60000' },
  },
  /** Tens of thousands of malformed requests of each kind. */
  fuzz: { files: ['tests/contract/any-request'], title: 'whatever comes', more: { MALFORMED: '33000' } },
  /** A hundred addresses guess situations, and thirty families read theirs within five seconds each. */
  polled: {
    files: ['tests/process/attack'],
    title: 'reads its situation by',
    more: { POLLERS: '100', POLLED_MS: '5000' },
  },
  /** The oldest PostgreSQL that the product takes. */
  'oldest-postgres': {
    files: ['tests/api', 'tests/database', 'tests/contract', 'server/retention', 'server/storage'],
    more: { POSTGRES_BINARIES: SYSTEM_15 ?? '' },
  },
};

export async function run([name = '']: string[]): Promise<number> {
  const test = TESTS[name];
  if (!test) throw new Error(`${name} is no such test`);
  if (test.more.POSTGRES_BINARIES === '')
    throw new Error('there is no PostgreSQL 15 of the distribution here');
  const title = test.title ? ['--testNamePattern', test.title] : [];
  const args = ['run', '--project', 'postgres', ...test.files, ...title];
  const { status } = spawnSync('node_modules/.bin/vitest', args, {
    stdio: 'inherit',
    env: { ...test.more, ...process.env },
  });
  return status ?? 1;
}
