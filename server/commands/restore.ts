import { checkDataDir } from '../core/own-folder.ts';
import { inPortuguese } from '../site-data/copy/disk.ts';
import { type Progress, tellingProgress } from '../site-data/copy/progress.ts';
import { findProject, inProject } from '../site-data/move/project.ts';
import { restoreToProject } from '../site-data/move/restore-project.ts';
import { drill } from '../site-data/restore/drill.ts';
import { restoreToSite } from '../site-data/restore/restore-site.ts';
import { readWholeCopy, type WholeCopy } from '../site-data/restore/whole-copy.ts';
import { type BareContext, type Command, notUnderstood, readOptions } from './command.ts';
import { drillReceipt, receipt } from './restore-receipt.ts';

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
    const { drill, copy, 'to-supabase': toProject } = asked.values;
    if ([drill, copy, toProject].filter(Boolean).length > 1)
      return 'Use só um destes: --drill, --copy, --to-supabase.';
    return (context) => run(path, asked.values, context);
  },
};

type Asked = NonNullable<ReturnType<typeof readOptions<typeof OPTIONS>>>['values'];

async function run(
  path: string,
  asked: Asked,
  { config, environment, terminal }: BareContext,
): Promise<number> {
  const { dataDir } = config;
  const separate = asked.copy === true;
  checkDataDir(dataDir);
  const bring = <T>(into: (copy: WholeCopy, progress: Progress) => Promise<T>) =>
    tellingProgress(terminal.tell, async (progress) => {
      const how = { identityFile: asked.identity ?? null, withoutList: asked['sem-lista'] === true };
      const copy = await readWholeCopy(path, { dataDir, ...how, progress });
      return { copy, restored: await into(copy, progress) };
    });
  try {
    if (asked.drill) {
      terminal.background?.();
      const { copy, restored } = await bring((copy, progress) => drill(copy, config, progress));
      return drillReceipt(copy, restored, terminal);
    }
    if (asked['to-supabase']) {
      const project = await findProject(config, environment);
      const { copy, restored } = await inProject(project, (open) =>
        bring((copy, progress) => restoreToProject(copy, open, progress)),
      );
      return receipt(copy, restored, separate, config, terminal);
    }
    const purpose = separate ? 'separate' : 'site';
    const { copy, restored } = await bring((copy, progress) =>
      restoreToSite(copy, config, purpose, progress),
    );
    return receipt(copy, restored, separate, config, terminal);
  } catch (error) {
    throw inPortuguese(error);
  }
}
