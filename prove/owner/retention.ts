import { readdirSync } from 'node:fs';
import { makeSubmission, submit } from '../../kit/family.ts';
import { startCommand } from '../command.ts';
import { check, eventually } from '../kill.ts';
import { PLATFORM_ADMIN, runAs } from '../supabase/cluster.ts';
import { type OwnedProject, partsOfOwner, withProject } from '../supabase/owned-project.ts';
import { hasRetention } from '../supabase/parts.ts';
import { makeProject, makeVault } from '../supabase/project.ts';
import { JWT_SECRET } from '../supabase/stack.ts';

// `npm run prove -- supabase retention`: the scheduled retention of docs/supabase.md on the real
// pg_cron, pg_net, Vault and storage-api. It fails and the checker says why; months of backlog
// wait for a person; then 250 documents leave table and disk; what the network lost goes the next time.

/** The address that the owner writes, with TLS; pg_net's worker finds the project's own in its place. */
const ADDRESS = 'https://abcdefgh.supabase.co';
const [ERASED, WITHOUT_DOCUMENT, STAYING, LATE] = [200, 50, 10, 20];

/** Runs of pg_cron are a minute apart. */
const PATIENCE_MS = 180_000;
const until = (what: string, holds: () => Promise<boolean>) => eventually(what, PATIENCE_MS, holds, 250);

async function prove(running: OwnedProject): Promise<void> {
  const asPlatform = (sql: string) => runAs(running.cluster, PLATFORM_ADMIN, 'postgres', sql);
  const { query } = running;
  const number = async (sql: string) => (await query<{ n: number }>(`select (${sql})::integer as n`))[0]?.n;
  /** From ten networks, because the database takes 60 a minute of one address and 240 of its network. */
  const enrol = (at: number) =>
    submit(() => running, makeSubmission(at, 2_000), `198.51.${100 + (at % 10)}.1`);
  const rows = () => number('select count(*) from public.inscricoes_projeto');
  const documents = () => number('select count(*) from storage.objects');
  /** Each run of pg_cron in order: whether it went well, and its message. */
  const runs = () =>
    query<{ status: string; said: string }>(
      `select status, return_message as said from cron.job_run_details where end_time is not null order by runid`,
    );
  const nextRun = async () => {
    const before = (await runs()).length;
    await until('pg_cron runs the job', async () => (await runs()).length > before);
    return (await runs()).at(-1) as { status: string; said: string };
  };
  const doctor = async () => {
    const { url, key, environment } = running;
    const { output } = await startCommand('doctor', ['--supabase', url, key], running.folder, {
      DATABASE_URL: `${environment.DATABASE_URL}?sslmode=disable`,
    }).ended;
    return output;
  };

  for (let at = 0; at < ERASED + WITHOUT_DOCUMENT + STAYING; at += 1) await enrol(at);
  await asPlatform(`
    create temporary table em_ordem as select id, row_number() over () as at from public.inscricoes_projeto;
    update private.acompanhamentos a set motivo = 'teste', decidida_em = now() - interval '7 months',
      situacao = case when o.at <= ${ERASED} then 'nao-aprovada' else 'aprovada' end
      from em_ordem o where o.id = a.inscricao_id and o.at <= ${ERASED + WITHOUT_DOCUMENT};
    update public.inscricoes_projeto i set created_at = now() - interval '8 months'
      from em_ordem o where o.id = i.id and o.at <= ${ERASED + WITHOUT_DOCUMENT}`);
  const all = ERASED + WITHOUT_DOCUMENT + STAYING;
  check((await rows()) === all && (await documents()) === all, `${all} enrolments with documents`);
  const disk = async () => filesBelow((await running.storage()).files);
  check((await disk()) === all, 'each is on the disk');

  // docs/supabase.md, but for the hour
  await makeVault(running.cluster);
  await query('create extension pg_cron');
  await query(`select vault.create_secret('${running.secret}', 'limpeza');
    select cron.schedule('limpeza', '* * * * *', $$
      select private.aplicar_prazos_do_dia('${ADDRESS}',
        (select decrypted_secret from vault.decrypted_secrets where name = 'limpeza'))
    $$)`);
  const failed = await nextRun();
  check(failed.status === 'failed' && /pg_net/.test(failed.said), `without pg_net it fails (${failed.said})`);
  const found = await doctor();
  check(
    /falhou da última vez.*Integrations → Cron → History/.test(found),
    `the checker says where it says why (${found})`,
  );
  check(!/GraphQL/.test(found), 'and has nothing to say of GraphQL');

  await query('create extension pg_net');
  await asPlatform(`create function net.aqui() returns trigger language plpgsql as $$ begin
      new.url := replace(new.url, '${ADDRESS}', '${running.url}'); return new; end $$;
    create trigger aqui before insert on net.http_request_queue for each row execute function net.aqui()`);
  const first = await nextRun();
  check(first.status === 'succeeded', `the first run goes well (${first.said})`);
  const [brake] = await query<{ state: object }>('select private.estado_do_freio() as state');
  console.log(`the first run waits: ${JSON.stringify(brake?.state)}`);
  check((await rows()) === all && (await documents()) === all, 'the first run erases nothing');
  check(
    (await number('select inscricoes from private.freio')) === ERASED &&
      (await number('select documentos from private.freio')) === ERASED + WITHOUT_DOCUMENT,
    'the brake counts what waits',
  );

  await query('select private.soltar_freio()');
  await until('all that is due leaves the table', async () => (await documents()) === STAYING);
  await until('and the disk', async () => (await disk()) === STAYING);
  check((await rows()) === WITHOUT_DOCUMENT + STAYING, 'enrolments went, and the others stay');
  const answers = await query<{ status: number; times: number }>(
    'select status_code as status, count(*)::integer as times from net._http_response group by 1',
  );
  check(
    answers.length === 1 && answers[0]?.status === 200 && answers[0].times === 3,
    `250 documents in three calls (${JSON.stringify(answers)})`,
  );
  console.log(`${ERASED + WITHOUT_DOCUMENT} documents left table and disk in 3 calls`);
  const fine = await doctor();
  check(/A limpeza por prazo anda/.test(fine), `the checker says that it goes on (${fine})`);

  for (let at = 0; at < LATE; at += 1) await enrol(all + at);
  await asPlatform(`update private.acompanhamentos set situacao = 'nao-aprovada', motivo = 'teste',
    decidida_em = now() - interval '7 months'
    where inscricao_id in (select id from public.inscricoes_projeto order by created_at desc limit ${LATE})`);
  running.gateway.cut();
  await until(
    'a run without network erases the rows',
    async () => (await rows()) === WITHOUT_DOCUMENT + STAYING,
  );
  await until('and its calls fail', async () =>
    Boolean(await number('select count(*) from net._http_response where error_msg is not null')),
  );
  check((await documents()) === STAYING + LATE, 'their documents stand');
  await asPlatform('truncate net.http_request_queue'); // as after a crash: it is unlogged
  await running.gateway.open();
  await until('the next run asks again', async () => (await documents()) === STAYING);
  await until('for the disk too', async () => (await disk()) === STAYING);
  console.log(`${LATE} that the network lost went with the next run`);
}

/** How many files there are below a folder; a link is none. */
function filesBelow(folder: string): number {
  return readdirSync(folder, { withFileTypes: true, recursive: true }).filter((each) => each.isFile()).length;
}

export async function run(): Promise<number> {
  const parts = partsOfOwner();
  if (!hasRetention(parts)) throw new Error('it takes storage-api, pg_net, pg_cron and supabase_vault');
  await withProject(parts, { make: (cluster) => makeProject(cluster, parts, JWT_SECRET) }, prove);
  console.log('Every promise holds.');
  return 0;
}
