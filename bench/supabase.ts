import { randomUUID } from 'node:crypto';
import { loadavg } from 'node:os';
import { makeSubmission } from '../kit/family.ts';
import { newFolder } from '../kit/folder.ts';
import { ensureSupabaseParts } from '../prove/supabase/install-parts.ts';
import { findParts, partsInWords } from '../prove/supabase/parts.ts';
import { ask, compare, insertOne, measure, NEWEST, table, uploadOne, WARM_UP_ROUNDS } from './measure.ts';
import { type Backend, startOurs, startTheirs } from './supabase-backends.ts';

/** Of each case; ours and theirs take turns, and medians are shown. */
const ROUNDS = 7;

/** What is measured, the least ratio that passes (0: none is promised), and how a backend is asked. */
type Case = {
  name: string;
  least: number;
  calls: number;
  clients: number;
  /** What is called again and again; undefined: the backend has no such part. */
  of: (backend: Backend) => Promise<(() => Promise<unknown>) | undefined>;
};

/**
 * `npm run bench -- supabase 100000`: our server beside PostgREST and storage-api in one run, on
 * the same PostgreSQL, migrations and number of enrolments. Prints a table of ratios, ours
 * against theirs in calls per second, with the pass lines in brackets. storage-api is measured
 * where prove/supabase/parts.ts finds it, and left out by name elsewhere. Meant for a quiet machine:
 * the last column is its load in the minute of the row.
 */
export async function run([count = '100000']: string[]): Promise<number> {
  ensureSupabaseParts();
  const parts = findParts();
  const folder = newFolder();
  const backends: Backend[] = [];
  const rows: string[][] = [];
  try {
    const ours = await startOurs(folder, parts, Number(count));
    backends.push(ours);
    const theirs = await startTheirs(folder, parts, Number(count));
    backends.push(theirs);
    console.log(`PostgreSQL ${ours.version} e ${theirs.version}; ${partsInWords(parts)[0]}`);
    for (const each of casesWith(Number(count))) {
      const row = [...(await rowOf(each, ours, theirs)), (loadavg()[0] ?? Number.NaN).toFixed(1)];
      console.error(row.join(' | '));
      rows.push(row);
    }
  } finally {
    for (const backend of backends) await backend.stop();
  }
  console.log(
    table(['', 'contra o Supabase (meta)', 'este servidor', 'partes do Supabase', 'carga da máquina'], rows),
  );
  return 0;
}

async function rowOf(
  { name, least, calls, clients, of }: Case,
  ours: Backend,
  theirs: Backend,
): Promise<string[]> {
  const [our, their] = [await of(ours), await of(theirs)];
  if (!our || !their) return [name, 'storage-api ficou de fora', '', ''];
  const { ratio, baseline, ...own } = await compare(
    () => measure(calls, clients, our),
    () => measure(calls, clients, their),
    { rounds: ROUNDS, warmUp: WARM_UP_ROUNDS },
  );
  const shown = [own, baseline].map(
    ({ perSecond, p50, p99 }) =>
      `${Math.round(perSecond)}/s, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
  );
  return [name, `${ratio.toFixed(2)} ×${least ? ` (≥ ${least.toFixed(1)} ×)` : ''}`, ...shown];
}

let families = 0;

/** The address of a family: a project takes 60 enrolments a minute of one. */
function anotherFamily(): string {
  const at = Math.floor(families++ / 50);
  return `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`;
}

function casesWith(count: number): Case[] {
  const insert = (name: string, least: number, clients: number): Case => ({
    name,
    least,
    calls: clients > 1 ? 800 : 400,
    clients,
    of:
      async ({ rest, key }) =>
      () =>
        insertOne(rest, key, anotherFamily()),
  });
  const list = (name: string, least: number, path: string): Case => ({
    name,
    least,
    calls: 100,
    clients: 1,
    of: async ({ rest, asAdministrator }) => {
      const headers = await asAdministrator();
      return () => ask(`${rest}/${path}`, { headers });
    },
  });
  /** The bytes are made beforehand, and the name is another each time. */
  const upload = (megabytes: number, least: number): Case => ({
    name: `documento de ${megabytes} MB`,
    least,
    calls: 20,
    clients: 1,
    of: async ({ storage, key }) => {
      const { bytes } = makeSubmission(0, megabytes * 1024 * 1024);
      return storage
        ? () => uploadOne(storage, key, `public/${randomUUID()}_documento.pdf`, bytes)
        : undefined;
    },
  });
  return [
    insert('inscrição gravada, 1 por vez', 1.3, 1),
    insert('inscrição gravada, 16 por vez', 1.4, 16),
    upload(1, 2.5),
    list(`as 50 mais novas de ${count.toLocaleString('pt-BR')}`, 0.8, NEWEST),
  ];
}
