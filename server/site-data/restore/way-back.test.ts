import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EnrolmentRow, signIn } from '../../../kit/desk.ts';
import { makeSubmission, submit } from '../../../kit/family.ts';
import { type RunningServer, separateEnvironment, startServer } from '../../../kit/server.ts';
import type { Site } from '../../../kit/site.ts';
import { startCommand } from '../../../prove/command.ts';
import { killGroup } from '../../../prove/kill.ts';
import { startOwnPostgres } from '../../../prove/own-postgres.ts';
import { expectDone, expectRefused, run } from '../../../tests/support/copies.ts';
import { folderForTests, newFolder } from '../../../tests/support/files.ts';
import { copyFirstStart } from '../../../tests/support/first-start.ts';
import { openSite } from '../../../tests/support/site.ts';
import { ONE_LESS } from '../../../tests/support/versions/one-less.ts';
import { readConfig } from '../../core/config.ts';
import { readInstallation, writeInstallation } from '../../core/installation.ts';
import { readManifest } from '../copy/manifest.ts';
import { updateFolder } from '../open/backup-before-update.ts';
import { withUnmigrated } from '../open/open-unmigrated.ts';

// The way back after an update, both versions being this one; the update, and who looks back first, have a
// server of their own. An own PostgreSQL has encrypted copies too.

let own: Awaited<ReturnType<typeof startOwnPostgres>>;
beforeAll(async () => {
  own = await startOwnPostgres();
});
afterAll(() => own.stop());

/** Where a site may live: `more` gives its settings besides the data folder, `begin` fills that folder as far as a first start would. */
const HOMES = [
  { name: 'the embedded PostgreSQL', more: async () => ({}), begin: copyFirstStart },
  {
    name: 'an own PostgreSQL',
    more: async () => ({ DATABASE_URL: await own.newDatabase() }),
    begin: async () => {},
  },
];

describe.each(HOMES)('on $name', ({ more, begin }) => {
  const above = folderForTests();
  const folder = join(above, 'data');
  const identity = join(above, 'chave.txt');
  let environment: Record<string, string> = {};
  let before = '';
  let said = '';
  let server: Pick<RunningServer, 'said' | 'stop'>;
  let site: Site;
  let number = 0;
  let identityArgs: string[] = [];
  afterAll(async () => {
    await server?.stop();
  });

  /** Opens the site in this process, which then is the server that a command finds. */
  const open = async () => {
    const opened = await openSite({ ...settings(), LIMITS: 'relaxed' });
    site = opened.site;
    return opened;
  };
  const enrol = () => {
    number += 1;
    return submit(() => site, makeSubmission(number, 2_000));
  };
  const settings = () => ({ ...separateEnvironment(folder), ...environment }) as Record<string, string>;
  const goBack = (...args: string[]) => run('backup', ['--voltar', ...identityArgs, ...args], settings());
  const countAt = async (home: Record<string, string>) => {
    const { rows } = await withUnmigrated(readConfig(home), (client) =>
      client.query(`select (select count(*)::integer from public.inscricoes_projeto) as enrolments,
        (select count(*)::integer from storage.objects) as documents`),
    );
    return rows[0];
  };

  beforeAll(async () => {
    environment = await more();
    await begin(folder);
    const { close } = await open();
    await enrol();
    await close();
    if (environment.DATABASE_URL) {
      const { lines } = await run('keys', ['backup', identity], settings());
      environment.BACKUP_KEY = lines.join('\n').match(/BACKUP_KEY=(\S+)/)?.[1] ?? '';
      identityArgs = ['--identity', identity];
    }
    // as a version before left it
    await withUnmigrated(readConfig(settings()), (client) => client.query(ONE_LESS));
    const installation = readInstallation(folder);
    if (installation) writeInstallation(folder, { ...installation, versao: '1.0.9' });
    server = await startServer({ folder, environment });
  });

  test('the update says first how long it takes, and its copy which version’s data it has', () => {
    expect(server.said()).toMatch(
      /O banco passa da versão 1\.0\.9 para a [\d.]+: .*\n[\s\S]*Cópia de segurança de antes de atualizar: /,
    );
    before = /Cópia de segurança de antes de atualizar: (\S+)/.exec(server.said())?.[1] ?? '';
    expect(readManifest(before).versao).toBe('1.0.9');
  });

  test('nothing came since: the steps are told at once, but not while anybody may enrol', async () => {
    const live = await goBack();
    expect([live.code, live.lines.at(-1)]).toEqual([
      3,
      expect.stringMatching(
        /^Nada foi mudado\. .*pare o site e rode: npm run backup -- --voltar(?!.*--perder)/,
      ),
    ]);
    await server.stop();
    const stopped = await goBack();
    expectDone(stopped);
    expect(stopped.lines.join('\n')).toMatch(
      /vieram 0 inscrições, 0 documentos, 0 decisões e 0 outras mudanças/,
    );
  });

  test('what came is counted, and only who says how much it is, with the site stopped, hears the steps', async () => {
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

    const first = await goBack();
    expect(first.lines.join('\n')).toMatch(
      /Depois da cópia de antes de atualizar \(.*, (\S+)\) vieram 2 inscrições, 2 documentos, 1 decisão e 2 outras mudanças .*Estão na cópia que acaba de ser feita, \S+copia-\S+\.\nNada foi mudado\. .* rode: npm run backup -- --voltar.* --perder-7$/,
    );
    expect(first.code).toBe(3);
    expectRefused(await goBack('--perder-7'), /^O site está no ar, .* Nada foi mudado\. Pare o site/);
    await enrol(); // it grew
    await close();
    const grown = await goBack('--perder-7');
    expect([grown.code, grown.lines.slice(-2)]).toEqual([
      3,
      ['São 9 ao todo, e não 7.', expect.stringMatching(/--perder-9$/)],
    ]);
    const done = await goBack('--perder-9');
    expectDone(done);
    said = done.lines.join('\n');
    expect(said).toMatch(/com a versão 1\.0\.9:\n {2}1\. No \.env: DATA_DIR=\S+data-de-volta/);
    expect(said).toContain('git checkout v1.0.9');
  });

  test('the copy is found where the owner says, and another one is refused', async () => {
    const aside = join(above, 'guardada');
    renameSync(updateFolder({ dataDir: folder }), aside);
    expectRefused(
      await goBack(),
      /^Não há uma cópia de antes de atualizar em \S+data-antes-de-atualizar\. Nada foi mudado\. .*npm run backup -- --voltar PASTA/,
    );
    expect(existsSync(updateFolder({ dataDir: folder }))).toBe(false);
    const copies = readdirSync(aside).filter((name) => name.startsWith('copia-'));
    const later = copies.find((name) => !before.endsWith(name)) ?? '';
    expectRefused(await goBack(join(aside, later)), /não é deste site, de antes de atualizar\. Nada/);
    const given = await goBack(before.replace(updateFolder({ dataDir: folder }), aside));
    expect([given.code, given.lines.at(-1)]).toEqual([3, expect.stringMatching(/guardada\/\S+ --perder-9$/)]);
    rmSync(updateFolder({ dataDir: folder }), { recursive: true });
    renameSync(aside, updateFolder({ dataDir: folder }));
  });

  test('killed in the middle it has changed nothing, and goes on when run again', async () => {
    const copies = updateFolder({ dataDir: folder });
    const unfinished = () => readdirSync(copies).some((name) => name.startsWith('.incompleta-'));
    const { context, close } = await open();
    await context.database.asOwner(async (tx) => {
      // a purge of retention, for which the snapshot waits: however fast the copy is, it is unfinished when it is killed
      await tx.query(`select pg_advisory_xact_lock(hashtext('construindo-campeoes retention'))`);
      const args = ['--voltar', ...identityArgs];
      const { child, ended } = startCommand('backup', args, folder, environment);
      while (!unfinished() && child.exitCode === null) await pause(1);
      killGroup(child.pid, newFolder()); // the command alone: PostgreSQL is the server's
      await ended;
    });
    await close();
    expect(unfinished()).toBe(true);
    expect((await goBack()).lines.at(-1)).toMatch(/--perder-9$/);
    expect(unfinished()).toBe(false);
  });

  test('a copy that is encrypted, or was damaged, is refused before anything is made', async () => {
    const copies = updateFolder({ dataDir: folder });
    const there = readdirSync(copies);
    if (environment.BACKUP_KEY)
      expectRefused(await run('backup', ['--voltar'], settings()), /está cifrada\. Nada.*--identity ARQUIVO/);
    const table = readdirSync(join(before, 'tabelas')).find((name) => name.includes('inscricoes')) ?? '';
    renameSync(join(before, 'tabelas', table), join(above, table));
    expectRefused(await goBack(), /está estragada: não confere tabelas\/\S+inscricoes\S+\. Nada foi mudado/);
    expect(readdirSync(copies)).toEqual(there);
    renameSync(join(above, table), join(before, 'tabelas', table));
  });

  test('the steps lead back, and what came since comes back too; nothing of the site is gone', async () => {
    const [, back = ''] = /DATA_DIR=(\S+)/.exec(said) ?? [];
    const [old = '', now = ''] = [...said.matchAll(/npm run restore -- "(\S+)"/g)].map(([, path]) => path);
    expect(old).toBe(before);
    const place = { ...settings(), ...(await more()), DATA_DIR: back };
    expectDone(await run('restore', [old, ...identityArgs], place));
    expect(await countAt(place)).toEqual({ enrolments: 1, documents: 1 });
    const again = { ...settings(), ...(await more()), DATA_DIR: join(above, 'de-novo') };
    await begin(again.DATA_DIR);
    expectDone(await run('restore', [now, ...identityArgs], again));
    expect(await countAt(again)).toEqual({ enrolments: 5, documents: 5 });
    expect(await countAt(settings())).toEqual({ enrolments: 5, documents: 5 });
  });
});

test.each([
  [['--perder-3']],
  [['--identity', 'chave.txt']],
  [['--voltar', '--perder-x']],
  [['--voltar', '--to']],
  [['copia-1']],
  [['--voltar', 'copia-1', 'copia-2']],
])('npm run backup -- %s is not understood, which is said in one sentence', async (args) => {
  const { code, lines } = await run('backup', args, {});
  const sentences = [`Não entendi “${args.join(' ')}”.`, 'Como se escreve: npm run backup -- --help'];
  expect([code, lines]).toEqual([2, sentences]);
});
