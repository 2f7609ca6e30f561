import { basename, join } from 'node:path';
import { SPARED_DAYS } from '../../content/retention.ts';
import { momentInBrazil } from '../../domain/dates.ts';
import type { Config } from '../core/context.ts';
import { readInstallation } from '../core/installation.ts';
import { checkDataDir } from '../core/own-folder.ts';
import { Refused } from '../core/refused.ts';
import { inPortuguese } from '../site-data/copy/disk.ts';
import { CopyDamaged } from '../site-data/copy/manifest.ts';
import { bringOwnFiles } from '../site-data/copy/own-files.ts';
import { type Progress, tellingProgress } from '../site-data/copy/progress.ts';
import { type Outcome, recordOutcome } from '../site-data/copy/record.ts';
import { inProject, requireFound } from '../site-data/move/project.ts';
import { restoreToProject } from '../site-data/move/restore-project.ts';
import { hasAllMigrations } from '../site-data/open/migrations.ts';
import { withUnmigrated } from '../site-data/open/open-unmigrated.ts';
import { openPart, tablesOf, withholdUndecrypted } from '../site-data/restore/check-copy.ts';
import { drill, hasEmbedded } from '../site-data/restore/drill.ts';
import { readWholeCopy, type WholeCopy } from '../site-data/restore/restore-copy.ts';
import { restoreToSite } from '../site-data/restore/restore-site.ts';
import { type BareContext, type Command, notUnderstood, type Terminal } from './command.ts';
import { drillReceipt, receipt } from './restore-receipt.ts';

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

/** Puts a copy into an empty site, or tries it out. */
export const restore: Command = {
  summary: 'volta uma cópia de segurança para um site vazio',
  usage: USAGE,
  opens: 'nothing',
  order: (args) => {
    const options = parse(args);
    return typeof options === 'string' ? options : (context) => run(options, context);
  },
};

async function run(
  options: Exclude<ReturnType<typeof parse>, string>,
  { config, environment, terminal }: BareContext,
): Promise<number> {
  if (options.giveBackFrom !== null && options.giveBackFrom < new Date(Date.now() - SPARED_MS).toISOString())
    terminal.print(
      `Atenção: do que foi apagado há mais de ${SPARED_DAYS} dias voltam só as respostas: os documentos já saíram das cópias.`,
    );
  checkDataDir(config.dataDir);
  const read = (progress: Progress) =>
    readWholeCopy(options.path, { ...options, dataDir: config.dataDir, progress });
  const bring = <T>(into: (copy: WholeCopy, progress: Progress) => Promise<T>) =>
    tellingProgress(terminal.tell, async (progress) => {
      const copy = await read(progress);
      return { copy, restored: await into(copy, progress) };
    });
  const tell = (copy: WholeCopy, restored: Parameters<typeof receipt>[1]) =>
    receipt(copy, restored, options.separate, config, terminal);
  try {
    if (options.onlyDrill) return await drillOwn(read, config, terminal);
    if (!options.toProject) {
      const { copy, restored } = await bring((copy, progress) =>
        restoreToSite(copy, config, options.separate, progress),
      );
      return tell(copy, { ...restored, own: await bringOwn(copy, config) });
    }
    const project = await requireFound(config, environment);
    const { copy, restored } = await inProject(project, (open) =>
      bring(async (copy, progress) => {
        requireSameVersion(copy);
        return restoreToProject(copy, { ...open, separate: options.separate }, progress);
      }),
    );
    const { url } = project.settings;
    if (restored) return tell(copy, { ...restored, project: { url, ...restored } });
    terminal.print(`A cópia ${basename(copy.path)} já tinha voltado inteira para ${url}. Nada foi mudado.`);
    return 0;
  } catch (error) {
    throw inPortuguese(error);
  }
}

const SPARED_MS = SPARED_DAYS * 86_400_000;

/** What is asked for; what is wrong with the arguments, when something is. */
function parse(args: readonly string[]) {
  const options = {
    path: '',
    identityFile: null as string | null,
    withoutList: false,
    onlyDrill: false,
    separate: false,
    toProject: false,
    giveBackFrom: null as string | null,
  };
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] as string;
    if (arg === '--identity') {
      options.identityFile = args[++at] ?? '';
      if (options.identityFile === '') return 'Falta o arquivo da chave depois de --identity.';
    } else if (arg === '--devolver-apagadas-desde') {
      const typed = args[++at] ?? '';
      const moment = momentInBrazil(typed);
      if (!moment || moment > new Date())
        return `O momento «${typed}» ${moment ? 'ainda não chegou' : 'não existe'}. Diga o dia, como 2026-11-20, ou o dia e a hora de Brasília entre aspas, como '2026-11-20 14:30'.`;
      options.giveBackFrom = moment.toISOString().replace('Z', '000Z'); // microseconds, as in the list
    } else if (arg === '--sem-lista') options.withoutList = true;
    else if (arg === '--drill') options.onlyDrill = true;
    else if (arg === '--copy') options.separate = true;
    else if (arg === '--to-supabase') options.toProject = true;
    else if (options.path !== '' || arg === '' || arg.startsWith('--')) return notUnderstood(args);
    else options.path = arg;
  }
  if (options.path === '') return 'Falta a cópia: a pasta copia-… dela.';
  return options.onlyDrill && (options.separate || options.toProject)
    ? '--drill só ensaia: não vai com --copy nem --to-supabase.'
    : options;
}

/** Null for a copy of an older version, which has none. */
async function bringOwn({ path, manifest, identity }: WholeCopy, { dataDir }: Config) {
  const part = manifest.textos_e_fotos;
  return part ? bringOwnFiles(await openPart(join(path, part.arquivo), identity), dataDir) : null;
}

/** Our own server migrates what an older version left; a project has this version's tables already. */
function requireSameVersion({ path, manifest: { migracoes, versao } }: WholeCopy): void {
  if (hasAllMigrations(migracoes)) return;
  throw new Refused(
    `A cópia ${basename(path)} é de uma versão mais antiga do site (${versao}). Nada foi mudado. ` +
      'Volte-a primeiro para uma DATA_DIR nova, rode npm start e npm run backup, e leve a cópia nova.',
  );
}

/** The owner's drill, also of an encrypted copy; recorded where there is a site, as failed when documents are missing. */
async function drillOwn(
  read: (progress: Progress) => Promise<WholeCopy>,
  config: Config,
  terminal: Terminal,
): Promise<number> {
  if (!hasEmbedded(config))
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
      return { copy, loaded: await drill(tables, copy, config, progress) };
    });
    await recordDrill(config, {
      codigo: loaded.missing.length > 0 ? 'documentos' : null,
      inscricoes: loaded.enrolments,
      documentos: copy.documents.length - loaded.missing.length,
    });
    return drillReceipt(copy, loaded, terminal);
  } catch (error) {
    if (!(error instanceof CopyDamaged)) throw error;
    await recordDrill(config, { codigo: 'parte' });
    terminal.print(error.message);
    return 1;
  }
}

async function recordDrill(config: Config, outcome: Omit<Outcome, 'tipo'>): Promise<void> {
  if (!readInstallation(config.dataDir)) return;
  await withUnmigrated(config, (client) => recordOutcome(client, { tipo: 'ensaio', ...outcome }));
}
