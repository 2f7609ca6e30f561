import type { Database, Transaction } from '../core/database.ts';
import { takeLists } from './attendance.ts';
import { addMany, CONSENTS } from './bulk.ts';
import { limitClasses } from './classes.ts';
import { DOMAIN, type Print, peopleInWords } from './names.ts';
import type { SampleDocument } from './sample-documents.ts';
import { addressOf, SAMPLES, type Sample, samplesOf } from './samples.ts';
import { patiently, tidy, withoutTriggers } from './transactions.ts';

/** Held while the first are added, so that of two runs at once the second finds them. */
const LOCK = `hashtext('construindo-campeoes demonstracao')`;

/** Stores the bytes of a document under the address that `submission` and `document` make. */
export type StoreDocument = (submission: string, document: SampleDocument) => Promise<void>;

/** How many enrolments this made, and how many others there are. */
async function countEnrolments(
  database: Pick<Transaction, 'query'>,
): Promise<{ made: number; real: boolean }> {
  const { rows } = await database.query<{ made: number; real: boolean }>(
    `select count(*) filter (where email like $1)::integer as made, coalesce(bool_or(coalesce(email, '') not like $1), false) as real
     from public.inscricoes_projeto`,
    [`%@${DOMAIN}`],
  );
  return rows[0] ?? { made: 0, real: false };
}

/**
 * Adds `wanted` made-up enrolments: first the samples, of the last six weeks, each with the
 * document that `store` stores; then, in bulk and older, those beyond them, whose document is
 * missing. False, with nothing added, when there is any enrolment already. Without `store`, as on a
 * Supabase project, every document is missing.
 */
export async function addPeople(
  database: Database,
  wanted: number,
  print: Print,
  store?: StoreDocument,
): Promise<boolean> {
  const samples = samplesOf(Math.min(wanted, SAMPLES));
  const refused = await database.asOwner(
    patiently(async (tx) => {
      await tx.query(`select pg_advisory_xact_lock(${LOCK})`);
      const refusal = refusalOf(await countEnrolments(tx));
      if (!refusal) await addSamples(tx, samples);
      if (!refusal && wanted <= SAMPLES) await limitClasses(tx); // more than that would stand far beyond any places
      return refusal;
    }),
  );
  if (refused) {
    print(refused);
    return false;
  }
  for (const { submission, document } of samples) await store?.(submission, document);
  for (const sample of samples) await hearFromFamily(database, sample, store);
  print(`${peopleInWords(samples.length)}${store ? ', cada uma com seu documento' : ''}`);
  if (wanted > SAMPLES) await addMany(database, SAMPLES, wanted, print);
  await tidy(database);
  return true;
}

function refusalOf({ made, real }: { made: number; real: boolean }): string | null {
  if (real) return 'Há inscrições de verdade aqui: pessoas de demonstração só entram num banco sem elas.';
  if (made === 0) return null;
  return `Já há ${peopleInWords(made)}. Para fazer outras, apague-as antes: npm run demo:data -- --apagar`;
}

/** Inserts with the triggers of a single enrolment off, whatever the form's settings are now. */
async function addSamples(tx: Transaction, samples: readonly Sample[]): Promise<void> {
  const columns = Object.keys(samples[0]?.answers ?? {});
  await withoutTriggers(
    tx,
    `insert into public.inscricoes_projeto (${columns})
     select ${columns} from jsonb_populate_recordset(null::public.inscricoes_projeto, $1)`,
    [JSON.stringify(samples.map(({ answers }) => answers))],
  );
  await tx.query(CONSENTS, ['-infinity']);
  await tx.query('select private.acompanhar_as_que_faltam()');
  const classes = await tx.query<{ id: string; words: string }>(
    'select t.id, private.turma_em_palavras(t) as words from private.turmas t where t.ativa',
  );
  const idOf = new Map(classes.rows.map(({ id, words }) => [words, id]));
  const rows = samples.map(({ decided: { turma, ...rest } }) => ({
    ...rest,
    turma_id: idOf.get(String(turma)) ?? null,
  }));
  const decided = Object.keys(rows[0] ?? {}).filter((column) => column !== 'inscricao_id');
  await tx.query(
    `update private.acompanhamentos a set (${decided}) = (select ${decided.map((column) => `d.${column}`)})
     from jsonb_populate_recordset(null::private.acompanhamentos, $1) as d where d.inscricao_id = a.inscricao_id`,
    [JSON.stringify(rows)],
  );
  await takeLists(tx);
}

/** What the family sends and asks for by its link, as it does on the page of the situation. */
async function hearFromFamily(database: Database, sample: Sample, store?: StoreDocument): Promise<void> {
  const { code, later, asks, answers } = sample;
  if (later && store) {
    const another = crypto.randomUUID();
    await store(another, later);
    await byLink(database, 'select public.enviar_outro_documento($1, $2) as answer', [
      code,
      addressOf(another, later),
    ]);
  }
  if (asks)
    await byLink(database, 'select public.pedir_pela_familia($1, $2, $3) as answer', [
      code,
      asks,
      asks === 'telefone' ? String(answers.telefone_whatsapp).replace(/...$/, '900') : null,
    ]);
}

async function byLink(database: Database, sql: string, values: unknown[]): Promise<void> {
  const { rows } = await database.query<{ answer: { recebido?: boolean } | null }>(sql, values);
  if (!rows[0]?.answer?.recebido) throw new Error('the family was not heard');
}
