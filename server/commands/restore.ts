import { statSync } from 'node:fs';
import { basename } from 'node:path';
import type pg from 'pg';
import pino from 'pino';
import { checkDecrypted } from '../backup/check-copy.ts';
import { drill } from '../backup/drill.ts';
import { requireDataFolder } from '../backup/empty-site.ts';
import { CopyDamaged } from '../backup/manifest.ts';
import { type Outcome, recordOutcome } from '../backup/record.ts';
import {
  type Restored,
  readWholeCopy,
  restoreCopy,
  tablesOf,
  type WholeCopy,
} from '../backup/restore-copy.ts';
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
import { claim } from '../data/installation.ts';
import { announceServer } from '../data/live-server.ts';
import { hashOf, MIGRATIONS, migrate } from '../data/migrate.ts';
import { openUnmigrated, reachUnmigrated } from '../data/open-unmigrated.ts';
import { hasEmbedded } from '../data/throw-away-database.ts';
import { purgeErasedBytes } from '../retention/purge-erased-bytes.ts';
import { countForeignPasswords } from '../supabase/copy-project.ts';
import type { Command, Terminal } from './command.ts';
import { inPortuguese } from './disk-faults.ts';
import { interruptible } from './interruptible.ts';
import { DRILL_TOOLS, withClient } from './recorded-copy.ts';
import { moveToProject } from './restore-project.ts';

const USAGE = `Uso: npm run restore -- CÓPIA [--identity ARQUIVO] [--sem-lista] [--copy]
     npm run restore -- CÓPIA --to-supabase [--identity ARQUIVO] [--sem-lista] [--copy]
     npm run restore -- --drill CÓPIA [--identity ARQUIVO]

Volta uma cópia de segurança (a pasta copia-…) para um site vazio: uma DATA_DIR nova e,
com DATABASE_URL, um banco novo. Antes de mudar qualquer coisa, lê e confere a cópia toda.

  --to-supabase        leva a cópia para um projeto vazio do Supabase, que DATABASE_URL,
                       SUPABASE_URL e SUPABASE_SERVICE_KEY (do .env) dizem
  --identity ARQUIVO   a chave que abre uma cópia cifrada
  --sem-lista          volta mesmo sem apagamentos.jsonl; o que se apagou depois da cópia volta também
  --copy               faz um site à parte (para testes): o de verdade continua a ser o outro
  --drill              só ensaia: carrega num banco à parte, confere e joga fora`;

type Asked = {
  path: string;
  identityFile: string | null;
  withoutList: boolean;
  onlyDrill: boolean;
  separate: boolean;
  toProject: boolean;
};

/** Puts a copy into an empty site, or tries it out. */
export const restore: Command = {
  summary: 'volta uma cópia de segurança para um site vazio',
  usage: USAGE,
  problem: (args) => (parse(args) ? null : USAGE),
  opens: 'nothing',
  run: async (args, { config, environment, terminal }) => {
    const asked = parse(args);
    if (!asked) return 2;
    refuseFile(config.dataDir);
    const read = () =>
      readWholeCopy(asked.path, {
        ...asked,
        dataDir: config.dataDir,
        migrations: new Map(MIGRATIONS.map(({ name, sql }) => [name, hashOf(sql)])),
      });
    try {
      if (asked.onlyDrill) return await drillOwn(read, config, terminal);
      if (asked.toProject) return await moveToProject(read, environment, config, asked.separate, terminal);
      const copy = await read();
      receipt(copy, await intoSite(copy, config, asked.separate), asked.separate, terminal);
      return 0;
    } catch (error) {
      throw inPortuguese(error);
    }
  },
};

/** Null when they are wrong. */
function parse(args: readonly string[]): Asked | null {
  const asked: Asked = {
    path: '',
    identityFile: null,
    withoutList: false,
    onlyDrill: false,
    separate: false,
    toProject: false,
  };
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] as string;
    if (arg === '--identity') {
      asked.identityFile = args[++at] ?? '';
      if (asked.identityFile === '') return null;
    } else if (arg === '--sem-lista') asked.withoutList = true;
    else if (arg === '--drill') asked.onlyDrill = true;
    else if (arg === '--copy') asked.separate = true;
    else if (arg === '--to-supabase') asked.toProject = true;
    else if (asked.path !== '' || arg === '' || arg.startsWith('--')) return null;
    else asked.path = arg;
  }
  return asked.path === '' || (asked.onlyDrill && (asked.separate || asked.toProject)) ? null : asked;
}

function refuseFile(dataDir: string): void {
  try {
    if (statSync(dataDir).isDirectory()) return;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return; // it will be made
  }
  throw new ConfigError('DATA_DIR', `não foi possível usar ${dataDir} como pasta`);
}

/** `foreign`: people of the desk whose password only Supabase verifies. */
type InSite = Restored & { foreign: number };

async function intoSite(copy: WholeCopy, config: Config, separate: boolean): Promise<InSite> {
  const { dataDir } = config;
  requireDataFolder(dataDir);
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
      const finish = async (installation: Installation) => {
        const now = { dataDir, installation, secret, live: false, id: installation.id, place };
        writeInstallation(dataDir, await claim(client, now));
      };
      const site = { client, dataDir, secret, place, separate, migrate, finish };
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

function receipt(
  { path, manifest }: WholeCopy,
  restored: InSite,
  separate: boolean,
  { print }: Terminal,
): void {
  const { enrolments, erased, documents, missing, unknown, installation, foreign } = restored;
  const moment = new Date(manifest.momento).toLocaleString('pt-BR', {
    timeZone: 'America/Sao_Paulo',
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  print(`A cópia ${basename(path)} voltou.

  momento da cópia       ${moment} (hora de Brasília)
  inscrições             ${enrolments}
  documentos             ${documents.length - missing}
  apagados de novo       ${erased}
  registro de acessos    confere até a linha ${manifest.auditoria.ultimo} (${manifest.auditoria.elo.slice(0, 16)}…)
  geração                ${installation.geracao}`);
  if (missing > 0)
    print(`\n${missing} documentos não vieram: o site já não os tinha quando a cópia foi feita.`);
  if (unknown.length > 0)
    print(`\nEstas tabelas não são do site e ficaram só na cópia: ${unknown.join(', ')}.`);
  print(
    foreign > 0
      ? `\nAgora rode npm start. Têm senha feita no Supabase, que só ele confere: ${foreign} da equipe. Dê a cada uma outra (npm run admin -- password E-MAIL); as outras pessoas entram com a mesma.`
      : '\nAgora rode npm start. Todos entram de novo, com a mesma senha.',
  );
  print(
    separate
      ? 'Este é um site à parte; o de verdade continua como estava.'
      : 'O site de antes não deve mais ser iniciado.',
  );
}

/** The owner's drill, also of an encrypted copy; recorded where there is a site. */
async function drillOwn(
  read: () => Promise<WholeCopy>,
  config: Config,
  { print, background }: Terminal,
): Promise<number> {
  if (!hasEmbedded())
    throw new Refused(
      'Não há PostgreSQL embutido para este sistema, e o ensaio precisa dele. Nada foi mudado.',
    );
  background?.();
  try {
    const copy = await read();
    const { path, manifest, documents, identity } = copy;
    const damaged = identity === null ? [] : await checkDecrypted(path, manifest, documents, identity);
    if (damaged.length > 0) throw new CopyDamaged(basename(path), damaged);
    const { enrolments } = await drill(
      { ...copy, openTable: tablesOf(copy) },
      copy.erasures,
      config.dataDir,
      DRILL_TOOLS,
    );
    await recordDrill(config, { codigo: null, inscricoes: enrolments, documentos: documents.length });
    print(
      `Ensaio: a cópia ${basename(path)} está inteira: ${enrolments} inscrições, ${documents.length} documentos.`,
    );
    return 0;
  } catch (error) {
    if (!(error instanceof CopyDamaged)) throw error;
    await recordDrill(config, { codigo: 'parte', inscricoes: null, documentos: null });
    print(error.message);
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
