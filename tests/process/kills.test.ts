import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { signIn } from '../../kit/desk.ts';
import { makeSubmission, type Submission, sendDocument, sendEnrolment } from '../../kit/family.ts';
import { killInside } from '../../prove/exam/kill-kinds.ts';
import { forTests } from '../support/server.ts';
import { openSite } from '../support/site.ts';

// PostgreSQL and one of its processes are killed while families enrol; a thousand kills, of the
// server too and at every moment of a start, are `npm run exam -- kills`.

const running = forTests(() => openSite({ LIMITS: 'relaxed' }));

/** Both calls, again until they succeed; how often they were refused. */
async function enrol(submission: Submission): Promise<number> {
  for (let refused = 0; ; refused += 1) {
    const document = await sendDocument(running.site, submission);
    const { statusCode = '200' } = (await document.json()) as { statusCode?: string };
    const answer = await sendEnrolment(running.site, submission);
    const taken = ['200', '409'].includes(statusCode);
    if (taken && (answer.status === 201 || answer.status === 409)) return refused;
    expect(['200', '409', '503']).toContain(statusCode);
    expect(taken ? answer.status : 503).toBe(503); // never a fault of ours
    await pause(100);
  }
}

/** One process of PostgreSQL after the other, each when the last is back and a few more are `done`. */
async function killFourTimes(done: () => number): Promise<void> {
  for (const kind of ['backend', 'postmaster', 'backend', 'backend'] as const) {
    const before = done();
    await expect.poll(done, { timeout: 20_000 }).toBeGreaterThan(before + 4);
    expect(killInside(kind, running.folder)).toBe(true);
    await pause(50); // until the first process has seen it
    await expect.poll(() => running.value('select 1').catch(() => 0), { timeout: 20_000 }).toBe(1);
  }
}

test('nothing that was acknowledged is lost, and nobody is answered with a fault', async () => {
  const sent: Submission[] = [];
  let open = true;
  let refused = 0;
  const families = Array.from({ length: 4 }, async () => {
    while (open) {
      const submission = makeSubmission(sent.length, 5_000);
      refused += await enrol(submission);
      sent.push(submission);
    }
  });
  await killFourTimes(() => sent.length);
  open = false;
  await Promise.all(families);
  expect(refused).toBeGreaterThan(0); // else the kills came in between
  const rows: { nome: string; version: string }[] =
    await running.rows(`select i.nome_completo as nome, o.version from public.inscricoes_projeto i
     join storage.objects o on o.name = private.documento_do_endereco(i.cadastro_unico_url) order by 1`);
  expect(rows.map(({ nome }) => nome)).toEqual(sent.map(({ row }) => row.nome_completo).sort());
  const hashes = new Map(sent.map(({ row, hash }) => [row.nome_completo, hash]));
  for (const { nome, version } of rows) {
    const bytes = readFileSync(join(running.context.documentsDir, version));
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(hashes.get(nome));
  }
});

test('a setting that was on its way is as before or as wanted, whole, and a change has its entry', async () => {
  const ask = async <Value>(sql: string): Promise<Value> => {
    for (;;) {
      try {
        return (await running.value<Value>(sql)) as Value;
      } catch {
        await pause(20);
      }
    }
  };
  const stored = () => ask<string>('select frase_de_fechada from private.configuracao');
  const count = (from: string) => ask<number>(`select count(*)::integer from ${from}`);
  const entries = () => count(`private.auditoria where acao = 'mudou_configuracao'`);
  const desk = await signIn(running.site);
  const [was, before, wanted] = [await stored(), await entries(), 'a'.repeat(300)];
  let ended = Promise.resolve<unknown>('not asked');
  let cut = false;
  await running.context.database
    .asOwner(async (tx) => {
      await tx.query('select from private.configuracao for update'); // for which the change waits
      ended = desk.rpc('guardar_ajuste', { nome: 'frase_de_fechada', valor: wanted }).catch(() => null);
      await expect.poll(() => count('pg_locks where not granted'), { timeout: 20_000 }).toBe(1);
      cut = killInside('postmaster', running.folder);
      await tx.query('select pg_sleep(20)');
    })
    .catch(() => {}); // it was cut
  expect(cut).toBe(true);
  const answer = await ended; // asked again by the server, once PostgreSQL was back, or not
  const left = await stored();
  expect(answer === null ? [was, wanted] : [wanted]).toContain(left);
  expect(await entries()).toBe(before + (left === wanted ? 1 : 0));
});
