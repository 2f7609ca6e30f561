import { statSync } from 'node:fs';
import type pg from 'pg';
import pino from 'pino';
import { SPARED_DAYS } from '../../content/erasing.ts';
import { momentInBrazil } from '../../domain/dates.ts';
import { ConfigError } from '../core/config.ts';
import type { Config } from '../core/context.ts';
import { openPools } from '../core/database.ts';
import {
  fingerprintOf,
  type Installation,
  readInstallation,
  writeInstallation,
} from '../core/installation.ts';
import { loadKeys } from '../core/keys.ts';
import { Refused } from '../core/refused.ts';
import { purgeErasedBytes } from '../retention/purge-erased-bytes.ts';
import { inPortuguese } from '../site-data/copy/disk.ts';
import { CopyDamaged } from '../site-data/copy/manifest.ts';
import { type Progress, tellingProgress } from '../site-data/copy/progress.ts';
import { type Outcome, recordOutcome } from '../site-data/copy/record.ts';
import { countForeignPasswords } from '../site-data/move/copy-project.ts';
import { claim } from '../site-data/open/installation.ts';
import { interruptible } from '../site-data/open/interruptible.ts';
import { announceServer } from '../site-data/open/live-server.ts';
import { hashOf, MIGRATIONS, migrate } from '../site-data/open/migrate.ts';
import { openUnmigrated, reachUnmigrated } from '../site-data/open/open-unmigrated.ts';
import { hasEmbedded } from '../site-data/open/throw-away-database.ts';
import { withholdUndecrypted } from '../site-data/restore/check-copy.ts';
import { drill } from '../site-data/restore/drill.ts';
import { requireDataFolder } from '../site-data/restore/empty-site.ts';
import { DRILL_TOOLS, withClient } from '../site-data/restore/recorded-copy.ts';
import { readWholeCopy, restoreCopy, tablesOf, type WholeCopy } from '../site-data/restore/restore-copy.ts';
import type { Command, Terminal } from './command.ts';
import { moveToProject } from './restore-project.ts';
import { drillReceipt, type InSite, receipt } from './restore-receipt.ts';

const USAGE = `Uso: npm run restore -- CÓPIA [--identity ARQUIVO] [--sem-lista] [--copy] [--devolver-apagadas-desde MOMENTO]
     npm run restore -- CÓPIA --to-supabase (e o que vale acima)
     npm run restore -- --drill CÓPIA [--identity ARQUIVO] [--devolver-apagadas-desde MOMENTO]

Volta uma cópia de segurança (a pasta copia-…) para um site vazio: uma DATA_DIR nova e,
com DATABASE_URL, um banco novo. Antes de mudar qualquer coisa, lê e confere a cópia toda.
Documentos que faltam na cópia, ou estão estragados, ficam de fora e são ditos um a um; o resto volta.

  --to-supabase        leva a cópia para um projeto vazio do Supabase, que DATABASE_URL,
                       SUPABASE_URL e SUPABASE_SERVICE_KEY (do .env) dizem
  --identity ARQUIVO   a chave que abre uma cópia cifrada
  --sem-lista          volta mesmo sem apagamentos.jsonl; o que se apagou depois da cópia volta também
  --copy               faz um site à parte (para testes): o de verdade continua a ser o outro
  --drill              só ensaia: carrega num banco à parte, confere e joga fora
  --devolver-apagadas-desde MOMENTO
                       traz de volta o que alguém da equipe apagou à mão desde então, se a cópia
                       é de antes: o dia, 2026-11-20, ou o dia e a hora de Brasília entre aspas,
                       '2026-11-20 14:30'. Os documentos ficam ${SPARED_DAYS} dias nas cópias

Código de saída: 0, tudo voltou; 4, voltou, mas faltam documentos; 1, falha; 2, comando
escrito errado; 3, recusado.`;

type Asked = {
  path: string;
  identityFile: string | null;
  withoutList: boolean;
  onlyDrill: boolean;
  separate: boolean;
  toProject: boolean;
  giveBackFrom: string | null;
};

/** Puts a copy into an empty site, or tries it out. */
export const restore: Command = {
  summary: 'volta uma cópia de segurança para um site vazio',
  usage: USAGE,
  problem: (args) => {
    const asked = parse(args);
    return typeof asked === 'string' ? asked : null;
  },
  opens: 'nothing',
  run: async (args, { config, environment, terminal }) => {
    const asked = parse(args);
    if (typeof asked === 'string') return 2;
    if (asked.giveBackFrom !== null && asked.giveBackFrom < new Date(Date.now() - SPARED_MS).toISOString())
      terminal.print(
        `Atenção: do que foi apagado há mais de ${SPARED_DAYS} dias voltam só as respostas: os documentos já saíram das cópias.`,
      );
    refuseFile(config.dataDir);
    const read = (progress: Progress) =>
      readWholeCopy(asked.path, {
        ...asked,
        dataDir: config.dataDir,
        migrations: new Map(MIGRATIONS.map(({ name, sql }) => [name, hashOf(sql)])),
        progress,
      });
    try {
      if (asked.onlyDrill) return await drillOwn(read, config, terminal);
      if (asked.toProject) return await moveToProject(read, environment, config, asked.separate, terminal);
      const { copy, restored } = await tellingProgress(terminal.tell, async (progress) => {
        const copy = await read(progress);
        return { copy, restored: await intoSite(copy, config, asked.separate, progress) };
      });
      return receipt(copy, restored, asked.separate, config, terminal);
    } catch (error) {
      throw inPortuguese(error);
    }
  },
};

const SPARED_MS = SPARED_DAYS * 86_400_000;

/** What is wrong with them, when something is. */
function parse(args: readonly string[]): Asked | string {
  const asked: Asked = {
    path: '',
    identityFile: null,
    withoutList: false,
    onlyDrill: false,
    separate: false,
    toProject: false,
    giveBackFrom: null,
  };
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] as string;
    if (arg === '--identity') {
      asked.identityFile = args[++at] ?? '';
      if (asked.identityFile === '') return USAGE;
    } else if (arg === '--devolver-apagadas-desde') {
      const typed = args[++at] ?? '';
      const moment = momentInBrazil(typed);
      if (!moment || moment > new Date())
        return `O momento «${typed}» ${moment ? 'ainda não chegou' : 'não existe'}. Diga o dia, como 2026-11-20, ou o dia e a hora de Brasília entre aspas, como '2026-11-20 14:30'.`;
      asked.giveBackFrom = moment.toISOString().replace('Z', '000Z'); // microseconds, as in the list
    } else if (arg === '--sem-lista') asked.withoutList = true;
    else if (arg === '--drill') asked.onlyDrill = true;
    else if (arg === '--copy') asked.separate = true;
    else if (arg === '--to-supabase') asked.toProject = true;
    else if (asked.path !== '' || arg === '' || arg.startsWith('--')) return USAGE;
    else asked.path = arg;
  }
  return asked.path === '' || (asked.onlyDrill && (asked.separate || asked.toProject)) ? USAGE : asked;
}

function refuseFile(dataDir: string): void {
  try {
    if (statSync(dataDir).isDirectory()) return;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return; // it will be made
  }
  throw new ConfigError('DATA_DIR', `não foi possível usar ${dataDir} como pasta`);
}

async function intoSite(
  copy: WholeCopy,
  config: Config,
  separate: boolean,
  progress: Progress,
): Promise<InSite> {
  const { dataDir } = config;
  requireDataFolder(dataDir);
  progress.step('Preparando o banco');
  const { login, embedded, place, close } = await openUnmigrated(config, pino({ level: 'silent' }));
  const announced = embedded ? null : await announceServer(login); // no server starts on it meanwhile
  const end = async () => {
    await announced?.end();
    await close();
  };
  return interruptible(end, async () => {
    if (announced?.others)
      throw new Refused(
        'O site está no ar neste banco de dados. Nada foi mudado. Pare o site antes, ou use um banco novo.',
      );
    return withClient(login, async (client) => {
      const secret = fingerprintOf(loadKeys(dataDir, config).jwt);
      const finish = async (installation: Installation, missing: number) => {
        const now = { dataDir, installation, secret, live: false, id: installation.id, place, missing };
        writeInstallation(dataDir, await claim(client, now));
      };
      const site = { client, dataDir, secret, place, separate, migrate, finish, progress };
      const restored = await restoreCopy(copy, { ...site, purge: () => purge(login) });
      const foreign = await countForeignPasswords(client).catch(() => 0); // the site is whole already
      return { ...restored, foreign };
    });
  });
}

async function purge(login: pg.ClientConfig): Promise<void> {
  const database = openPools({ owner: login, callers: login, onError: () => {} });
  try {
    await purgeErasedBytes({ database, log: pino({ level: 'silent' }) });
  } finally {
    await database.close();
  }
}

/** The owner's drill, also of an encrypted copy; recorded where there is a site, as failed when documents are missing. */
async function drillOwn(
  read: (progress: Progress) => Promise<WholeCopy>,
  config: Config,
  terminal: Terminal,
): Promise<number> {
  if (!hasEmbedded())
    throw new Refused(
      'Não há PostgreSQL embutido para este sistema, e o ensaio precisa dele. Nada foi mudado.',
    );
  terminal.background?.();
  try {
    const { copy, loaded } = await tellingProgress(terminal.tell, async (progress) => {
      const copy = await read(progress);
      const { path, manifest, documents, identity } = copy;
      if (identity !== null) await withholdUndecrypted(path, manifest, documents, identity, progress);
      const tables = { ...copy, openTable: tablesOf(copy) };
      return { copy, loaded: await drill(tables, copy, config.dataDir, DRILL_TOOLS, progress) };
    });
    await recordDrill(config, {
      codigo: loaded.missing.length > 0 ? 'documentos' : null,
      inscricoes: loaded.enrolments,
      documentos: copy.documents.length - loaded.missing.length,
    });
    return drillReceipt(copy, loaded, terminal);
  } catch (error) {
    if (!(error instanceof CopyDamaged)) throw error;
    await recordDrill(config, { codigo: 'parte', inscricoes: null, documentos: null });
    terminal.print(error.message);
    return 1;
  }
}

async function recordDrill(config: Config, outcome: Omit<Outcome, 'tipo'>): Promise<void> {
  if (!readInstallation(config.dataDir)) return;
  const opened = await reachUnmigrated(config, pino({ level: 'silent' }));
  await interruptible(opened.close, () =>
    withClient(opened.login, (client) => recordOutcome(client, { tipo: 'ensaio', ...outcome })),
  );
}
