import { checkDataDir } from '../core/own-folder.ts';
import { inPortuguese } from '../site-data/copy/disk.ts';
import { tellingProgress } from '../site-data/copy/progress.ts';
import { findProject, inProject } from '../site-data/move/project.ts';
import { restoreToProject } from '../site-data/move/restore-project.ts';
import { drill } from '../site-data/restore/drill.ts';
import { restoreToSite } from '../site-data/restore/restore-site.ts';
import { readWholeCopy } from '../site-data/restore/whole-copy.ts';
import { type BareContext, type Command, notUnderstood, readOptions } from './command.ts';
import { receipt } from './restore-receipt.ts';

const USAGE = `Uso: npm run restore -- CÓPIA [--identity ARQUIVO] [--sem-lista] [--copy]
     npm run restore -- CÓPIA --to-supabase [--identity ARQUIVO] [--sem-lista]
     npm run restore -- --drill CÓPIA [--identity ARQUIVO] [--sem-lista]

Volta uma cópia de segurança (a pasta copia-…) para um site vazio: uma DATA_DIR nova e,
com DATABASE_URL, um banco novo. Antes de mudar qualquer coisa, lê e confere a cópia toda.
Documentos que faltam na cópia, ou estão estragados, ficam de fora e são ditos um a um; o resto volta.

  --to-supabase        leva a cópia para um projeto vazio do Supabase, que DATABASE_URL,
                       SUPABASE_URL e SUPABASE_SERVICE_KEY (do .env) dizem
  --identity ARQUIVO   a chave que abre uma cópia cifrada
  --sem-lista          volta mesmo sem apagamentos.jsonl; o que se apagou depois da cópia volta também
  --copy               faz um site à parte (para testes): o de verdade continua a ser o outro
  --drill              só ensaia: carrega num banco à parte, confere e joga fora

Código de saída: 0, tudo voltou; 4, voltou, mas faltam documentos; 1, falha; 2, comando
escrito errado; 3, recusado.`;

const FLAG = { type: 'boolean' } as const;
const OPTIONS = {
  identity: { type: 'string' },
  'sem-lista': FLAG,
  copy: FLAG,
  drill: FLAG,
  'to-supabase': FLAG,
} as const;
/** What is made of a copy instead of the site itself. */
const KINDS = ['drill', 'copy', 'to-supabase'] as const;

/** Puts a copy into an empty site, or tries it out. */
export const restore: Command = {
  summary: 'volta uma cópia de segurança para um site vazio',
  usage: USAGE,
  opens: 'nothing',
  order: (args) => {
    const asked = readOptions(args, OPTIONS);
    if (!asked || asked.paths.length > 1) return notUnderstood(args);
    const [path] = asked.paths;
    if (!path) return 'Falta a cópia: a pasta copia-… dela.';
    const kinds = KINDS.filter((kind) => asked.values[kind]);
    if (kinds.length > 1) return 'Use só um destes: --drill, --copy, --to-supabase.';
    const { identity = null, 'sem-lista': withoutList = false } = asked.values;
    return (context) => run({ path, identityFile: identity, withoutList }, kinds[0], context);
  },
};

async function run(
  { path, ...how }: { path: string; identityFile: string | null; withoutList: boolean },
  kind: (typeof KINDS)[number] | undefined,
  { config, environment, terminal }: BareContext,
): Promise<number> {
  const { dataDir } = config;
  checkDataDir(dataDir);
  try {
    const project = kind === 'to-supabase' ? await findProject(config, environment) : null;
    if (kind === 'drill') terminal.background?.();
    return await tellingProgress(terminal.tell, async (progress) => {
      const copy = await readWholeCopy(path, { dataDir, ...how, progress });
      const restored = project
        ? await inProject(project, (open) => restoreToProject(copy, open, progress))
        : kind === 'drill'
          ? await drill(copy, config, progress)
          : await restoreToSite(copy, config, kind === 'copy' ? 'separate' : 'site', progress);
      return receipt(copy, restored, kind, config, terminal);
    });
  } catch (error) {
    throw inPortuguese(error);
  }
}
