import { existsSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EnrolmentRow, signIn } from '../../../kit/desk.ts';
import { makeSubmission, submit } from '../../../kit/family.ts';
import { type RunningServer, separateEnvironment, startServer } from '../../../kit/server.ts';
import type { Site } from '../../../kit/site.ts';
import { expectDone, expectRefused, run } from '../../../tests/support/copies.ts';
import { folderForTests } from '../../../tests/support/files.ts';
import { copyFirstStart } from '../../../tests/support/first-start.ts';
import { openSite } from '../../../tests/support/site.ts';
import { ONE_LESS } from '../../../tests/support/versions/one-less.ts';
import { readConfig } from '../../core/config.ts';
import { readInstallation, writeInstallation } from '../../core/installation.ts';
import { readManifest } from '../copy/manifest.ts';
import { updateFolder } from '../open/backup-before-update.ts';
import { withUnmigrated } from '../open/open-unmigrated.ts';

// The way back after an update, both versions being this one; its copies are encrypted.

const above = folderForTests();
const folder = join(above, 'data');
const identity = join(above, 'chave.txt');
let key: Record<string, string> = {};
let before = '';
let said = '';
let server: Pick<RunningServer, 'said' | 'stop'>;
let site: Site;
let number = 0;
afterAll(async () => {
  await server?.stop();
});

/** Opens the site in this process. */
const open = async () => {
  const opened = await openSite({ ...settings(), LIMITS: 'relaxed' });
  site = opened.site;
  return opened;
};
const enrol = () => {
  number += 1;
  return submit(() => site, makeSubmission(number, 2_000));
};
const settings = () => ({ ...separateEnvironment(folder), ...key }) as Record<string, string>;
/** With a BACKUP_DIR that came after the update. */
const goBack = () => run('backup', ['--voltar'], { ...settings(), BACKUP_DIR: join(above, 'copias') });
const countAt = async (DATA_DIR: string) => {
  const { rows } = await withUnmigrated(readConfig({ ...settings(), DATA_DIR }), (client) =>
    client.query(`select (select count(*)::integer from public.inscricoes_projeto) as enrolments,
      (select count(*)::integer from storage.objects) as documents`),
  );
  return rows[0];
};

beforeAll(async () => {
  await copyFirstStart(folder);
  const { close } = await open();
  await enrol();
  await close();
  const { lines } = await run('keys', ['backup', identity], settings());
  key = { BACKUP_KEY: lines.join('\n').match(/BACKUP_KEY=(\S+)/)?.[1] ?? '' };
  // as a version before left it
  await withUnmigrated(readConfig(settings()), (client) => client.query(ONE_LESS));
  const installation = readInstallation(folder);
  if (installation) writeInstallation(folder, { ...installation, versao: '1.0.9' });
  server = await startServer({ folder, environment: key });
});

test('the update says first what it does, and its copy which version’s data it has', () => {
  expect(server.said()).toMatch(
    /O banco passa da versão 1\.0\.9 para a [\d.]+: primeiro a cópia de segurança, .*\n[\s\S]*Cópia de segurança de antes de atualizar: /,
  );
  before = /Cópia de segurança de antes de atualizar: (\S+)/.exec(server.said())?.[1] ?? '';
  expect(readManifest(before).versao).toBe('1.0.9');
});

test('while anybody may enrol the way is not told', async () => {
  expectRefused(await goBack(), /já está em uso por outro processo/);
  await server.stop();
});

test('what came is counted and copied, and the way told', async () => {
  const { close } = await open();
  for (let each = 0; each < 3; each += 1) await enrol();
  const desk = await signIn(site);
  const [newest, second] = (await desk.rows()) as [EnrolmentRow, EnrolmentRow];
  const one = { inscricao: newest.id };
  await desk.rpc('decidir_situacao', { ...one, versao: 1, situacao: 'nao-aprovada', motivo: 'Sem vaga.' });
  await desk.rpc('nova_nota', { ...one, texto: 'Ligou a mãe.' });
  await desk.rpc('ficha', one); // looking is nothing that is lost
  // erased, it waits in the bin, and is counted as that alone
  const erased = { inscricao: second.id, confirmacao: second.protocolo, motivo: 'outro' };
  await desk.rpc('apagar_inscricao', erased);
  await close();

  const done = await goBack();
  expectDone(done);
  said = done.lines.join('\n');
  expect(said).toMatch(
    /Depois da cópia de antes de atualizar \(.*\) vieram 2 inscrições, 2 documentos e 3 mudanças em inscrições: .*Estão na cópia que acaba de ser feita, \S+copia-\S+\. Nada foi mudado/,
  );
  expect(said).toMatch(/no \.env, DATA_DIR=\S+data-de-volta.* git checkout v1\.0\.9; npm run restore -- /);
});

test('a copy that is not there, or was damaged, is refused before anything is made', async () => {
  const copies = updateFolder({ dataDir: folder });
  const there = readdirSync(copies);
  const table = readdirSync(join(before, 'tabelas')).find((name) => name.includes('inscricoes')) ?? '';
  renameSync(join(before, 'tabelas', table), join(above, table));
  expectRefused(await goBack(), /está estragada: não confere tabelas\/\S+inscricoes\S+\. Nada foi mudado/);
  renameSync(join(above, table), join(before, 'tabelas', table));
  expect(readdirSync(copies)).toEqual(there);
  renameSync(copies, join(above, 'guardada'));
  expectRefused(
    await goBack(),
    /^Não há uma cópia de antes de atualizar em \S+data-antes-de-atualizar nem em \S+copias\. Nada foi mudado\./,
  );
  expect(existsSync(copies)).toBe(false);
  renameSync(join(above, 'guardada'), copies);
});

test('the way leads back, and what came since comes back too; nothing of the site is gone', async () => {
  const [, back = ''] = /DATA_DIR=(\S+-de-volta)/.exec(said) ?? [];
  const [, old = ''] = /npm run restore -- "(\S+)"/.exec(said) ?? [];
  const [, now = ''] = /acaba de ser feita, (\S+)\. Nada/.exec(said) ?? [];
  expect(old).toBe(before);
  const restore = (copy: string, DATA_DIR: string) =>
    run('restore', [copy, '--identity', identity], { ...settings(), DATA_DIR });
  expectDone(await restore(old, back));
  expect(await countAt(back)).toEqual({ enrolments: 1, documents: 1 });
  const again = join(above, 'de-novo');
  expectDone(await restore(now, again));
  expect(await countAt(again)).toEqual({ enrolments: 4, documents: 4 });
  expect(await countAt(folder)).toEqual({ enrolments: 4, documents: 4 });
});

test.each([[['--perder-3']], [['--voltar', '--to']], [['copia-1']]])(
  'npm run backup -- %s is not understood, which is said in one sentence',
  async (args) => {
    const { code, lines } = await run('backup', args, {});
    const sentences = [`Não entendi “${args.join(' ')}”.`, 'Como se escreve: npm run backup -- --help'];
    expect([code, lines]).toEqual([2, sentences]);
  },
);
