import { basename, join } from 'node:path';
import { brazilianMoment } from '../../domain/dates.ts';
import type { Config } from '../core/context.ts';
import { VERSION } from '../core/sources.ts';
import { OWN_FILES } from '../site-data/copy/own-files.ts';
import type { Moved } from '../site-data/move/restore-project.ts';
import {
  type MissingDocument,
  missingInWords,
  missingList,
  noteMissing,
} from '../site-data/restore/restore-documents.ts';
import type { RestoredSite } from '../site-data/restore/restore-site.ts';
import type { Restored } from '../site-data/restore/restored.ts';
import type { WholeCopy } from '../site-data/restore/whole-copy.ts';
import type { Terminal } from './command.ts';

// What the owner is told of a restore or a drill, and its exit code.

/** Rows came back, or would, and some of their documents did not. */
const WITHOUT_DOCUMENTS = 4;

/** What came back, and where: into a project of Supabase, or a site of our own. */
type Receipt = Restored | RestoredSite | Moved;

/** Of a restore, or of one of these instead: a drill, a separate site, a project. */
export function receipt(
  { path, manifest }: WholeCopy,
  restored: Receipt,
  kind: 'drill' | 'copy' | 'to-supabase' | undefined,
  config: Pick<Config, 'dataDir' | 'backupDir' | 'backupKey'>,
  { print }: Terminal,
): number {
  const { enrolments, erased, binned, doubted, documents, missing, site, direcao } = restored;
  const { ultimo, elo } = manifest.auditoria;
  const lines: [what: string, said: string | number][] = [
    ['momento da cópia', `${brazilianMoment(new Date(manifest.momento))} (hora de Brasília)`],
    ['inscrições', enrolments],
    ['documentos', documents.length - missing.length],
    ['apagados de novo', erased],
    ['de novo na lixeira', binned],
    ['registro de acessos', `confere até a linha ${ultimo} (${elo.slice(0, 16)}…)`],
    ['geração', site.geracao],
  ];
  print(
    kind === 'drill'
      ? `Ensaio: a cópia ${basename(path)} está ${missing.length > 0 ? 'incompleta' : 'inteira'}.\n`
      : `A cópia ${basename(path)} voltou, e cada tabela e documento confere com ela.\n`,
  );
  for (const [what, said] of lines) print(`  ${what.padEnd(22)} ${said}`);
  if (doubted > 0)
    print(
      `\nA lista do que foi apagado diz de ${doubted} inscrições ou documentos que já não existiam, e uma cópia ainda os tem: eles voltaram. Confira quem mexeu na pasta das cópias.`,
    );
  print(
    `\nDa direção, nesta cópia: ${direcao.join(', ') || 'ninguém'}. Confira se são mesmo essas pessoas antes de iniciar.`,
  );
  const code = tellMissing(missing, kind === 'drill' ? null : config.dataDir, print);
  if (kind === 'drill') return code;
  if ('own' in restored) tellSite(restored, manifest, config, print);
  else print('\nPublique agora o site do projeto (docs/supabase.md).');
  print('Todos entram de novo, com a mesma senha.');
  if ('withoutPassword' in restored && restored.withoutPassword)
    print(
      `Menos ${restored.withoutPassword}, que vieram sem senha que sirva aqui: dê a cada uma outra (npm run admin -- password E-MAIL; num projeto, no painel).`,
    );
  print(
    kind === 'copy'
      ? 'Este é um site à parte; o de verdade continua como estava.'
      : 'O site de antes não deve mais ser iniciado.',
  );
  return code;
}

/** What is left to do before a site of our own starts; without BACKUP_KEY its next copies would be unencrypted. */
function tellSite(
  { own }: RestoredSite,
  { versao, destinatario }: WholeCopy['manifest'],
  { dataDir, backupDir, backupKey }: Pick<Config, 'dataDir' | 'backupDir' | 'backupKey'>,
  print: Terminal['print'],
): void {
  const folder = join(dataDir, OWN_FILES);
  if (typeof own !== 'number')
    print(
      '\nTextos e fotos (content/ e fotos/) não voltaram: o site usa os desta pasta. Traga os seus, se são outros.',
    );
  else if (own > 0)
    print(
      `\n${own} arquivos de textos e fotos da cópia são outros que os desta pasta, e estão em ${folder}. Para usá-los, antes de iniciar${versao === VERSION ? '' : ` (são da versão ${versao}: antes, docs/operar.md, «Voltar»)`}:

cp -R "${folder}/." .`,
    );
  if (backupDir === null || (backupKey === null && destinatario !== null))
    print(
      `\nPara as próximas cópias, ponha no .env:\n\nBACKUP_DIR=/a/pasta/das/copias${destinatario === null ? '' : `\nBACKUP_KEY=${destinatario}`}`,
    );
  print('\nAgora rode npm start.');
}

const MOST_PRINTED = 10;

/** Says which documents are missing, all of them in a file of `dataDir` where there is one. Returns the exit code. */
function tellMissing(
  missing: readonly MissingDocument[],
  dataDir: string | null,
  print: Terminal['print'],
): number {
  if (missing.length === 0) return 0;
  print(`\nFaltam ${missing.length} documentos; as inscrições deles voltam inteiras:`);
  for (const each of missing.slice(0, MOST_PRINTED)) print(`  ${missingInWords(each)}`);
  if (dataDir === null) return WITHOUT_DOCUMENTS;
  noteMissing(dataDir, missing);
  print(
    `A lista inteira está em ${missingList(dataDir)}. Se a pasta documents das cópias existe inteira em outro lugar, ` +
      'junte-a e volte a cópia de novo, para um lugar vazio; senão, peça o documento outra vez às famílias.',
  );
  return WITHOUT_DOCUMENTS;
}
