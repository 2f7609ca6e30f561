import { spawnSync } from 'node:child_process';

// `npm run prove -- outage`, `polled`, `networks`, `attackers` and `fuzz`: what a test tries at each `npm test`,
// with so much more of it that only a quiet machine has the time.

type Again = { file: string; title: string; more: Record<string, string> };

const TESTS: Record<string, Again> = {
  /** PostgreSQL cannot start for five minutes, with the pauses of a real site. */
  outage: { file: 'process/outage', title: 'nobody is lost', more: { OUTAGE_SECONDS: '300' } },
  /** A whole /48 guesses passwords and sends rows for a minute, beside families and a device that is known. */
  networks: { file: 'process/attack', title: 'a whole /48', more: { ATTACKED_MS: '60000' } },
  /** Attackers of every kind, documents of 5 MB too, for a minute beside families and the desk. */
  attackers: { file: 'process/attack', title: 'attackers of every kind', more: { ATTACKED_MS: '60000' } },
  /** Tens of thousands of malformed requests of each kind. */
  fuzz: { file: 'contract/any-request', title: 'whatever comes', more: { MALFORMED: '33000' } },
  /** A hundred addresses guess situations, and thirty families read theirs within five seconds each. */
  polled: {
    file: 'process/attack',
    title: 'reads its situation by',
    more: { POLLERS: '100', POLLED_MS: '5000' },
  },
};

export async function run([name = '']: string[]): Promise<number> {
  const test = TESTS[name];
  if (!test) throw new Error(`${name} is no such test`);
  const args = ['run', `tests/${test.file}.test.ts`, '--testNamePattern', test.title];
  const { status } = spawnSync('node_modules/.bin/vitest', args, {
    stdio: 'inherit',
    env: { ...test.more, ...process.env },
  });
  return status ?? 1;
}
