import { mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { brazilianMoment } from '../../domain/dates.ts';
import type { Config } from '../core/context.ts';
import { writeDurably } from '../core/durable-file.ts';
import { VERSION } from '../core/sources.ts';
import type { Absence } from '../site-data/copy/document-list.ts';
import { OWN_FILES } from '../site-data/copy/own-files.ts';
import type { MovedAccounts } from '../site-data/move/accounts.ts';
import type { SentDocuments } from '../site-data/move/send-documents.ts';
import type { Loaded } from '../site-data/restore/load.ts';
import type { Restored, WholeCopy } from '../site-data/restore/restore-copy.ts';
import type { MissingDocument } from '../site-data/restore/restore-documents.ts';
import type { Terminal } from './command.ts';

// What the owner is told of a restore or a drill, and its exit code.

/** Rows came back, or would, and some of their documents did not. */
const WITHOUT_DOCUMENTS = 4;

/** What came back, and where: into a project of Supabase, or a site of our own. */
type Receipt = Restored & {
  project?: { url: string } & MovedAccounts & SentDocuments;
  /** People of the desk whose password only Supabase verifies. */
  foreign?: number;
  /** How many of its texts and pictures are others than this folder's; null: the copy has none. Undefined for a project, whose site is built elsewhere. */
  own?: number | null;
};

/** Of a restore. */
export function receipt(
  { path, manifest }: WholeCopy,
  restored: Receipt,
  separate: boolean,
  config: Pick<Config, 'dataDir' | 'backupDir' | 'backupKey'>,
  { print }: Terminal,
): number {
  const { enrolments, erased, binned, doubted, documents, missing, unknown, site, returned, project } =
    restored;
  const again = project && project.there > 0 ? ` (${project.there} já estavam lá)` : '';
  const read = project ? `${again}, cada um lido de volta e conferido pelo SHA-256` : '';
  const { ultimo, elo } = manifest.auditoria;
  const lines: [what: string, said: string | number, there?: boolean][] = [
    ['momento da cópia', `${brazilianMoment(new Date(manifest.momento))} (hora de Brasília)`, !project],
    ['inscrições', enrolments],
    ['documentos', `${documents.length - missing.length}${read}`],
    ['contas', `${project?.accounts}, com o mesmo acesso`, Boolean(project)],
    ['apagados de novo', erased],
    ['de novo na lixeira', binned, binned > 0],
    ['apagadas devolvidas', returned?.enrolments ?? 0, returned !== null],
    ['registro de acessos', `confere até a linha ${ultimo} (${elo.slice(0, 16)}…)`],
    ['geração', site.geracao],
  ];
  print(
    [
      `A cópia ${basename(path)} voltou${project ? ` para o projeto ${project.url}` : ''}.\n`,
      ...lines.filter(([, , there = true]) => there).map(([what, said]) => `  ${what.padEnd(22)} ${said}`),
    ].join('\n'),
  );
  if (project) tellTables(manifest, print);
  if (doubted > 0)
    print(
      `\nA lista do que foi apagado diz de ${doubted} inscrições ou documentos que já não existiam, e uma cópia ainda os tem: eles voltaram. Confira quem mexeu na pasta das cópias.`,
    );
  print(
    `\nDa direção, nesta cópia: ${restored.direcao.join(', ') || 'ninguém'}. Confira se são mesmo essas pessoas antes de iniciar.`,
  );
  tellAbsent(restored, print);
  const code = tellMissing(missing, config.dataDir, print);
  if (unknown.length > 0 && !project)
    print(`\nEstas tabelas não são do site e ficaram só na cópia: ${unknown.join(', ')}.`);
  tellOwn(restored.own, join(config.dataDir, OWN_FILES), manifest.versao, print);
  if (!separate && !project) tellSettings(manifest, config, print);
  print(project ? passwordsInProject(project, print) : passwordsInSite(restored.foreign ?? 0));
  print(
    separate
      ? 'Este é um site à parte; o de verdade continua como estava.'
      : 'O site de antes não deve mais ser iniciado.',
  );
  return code;
}

/**
 * Reminds of BACKUP_DIR and BACKUP_KEY: without them on a new machine, no copies would be made, or
 * unencrypted ones.
 */
function tellSettings(
  { destinatario }: WholeCopy['manifest'],
  { backupDir, backupKey }: Pick<Config, 'backupDir' | 'backupKey'>,
  print: Terminal['print'],
): void {
  const missing = [
    ...(backupDir === null ? ['BACKUP_DIR=/a/pasta/das/copias'] : []),
    ...(backupKey === null && destinatario !== null ? [`BACKUP_KEY=${destinatario}`] : []),
  ];
  if (missing.length > 0)
    print(`\nAntes de iniciar, ponha no .env, para as próximas cópias:\n\n${missing.join('\n')}`);
}

function tellOwn(own: Receipt['own'], folder: string, version: string, print: Terminal['print']): void {
  if (typeof own !== 'number')
    print(
      '\nTextos e fotos (content/ e fotos/) não voltaram: o site usa os desta pasta. Traga os seus, se são outros.',
    );
  else if (own > 0)
    print(
      `\n${own} arquivos de textos e fotos da cópia são outros que os desta pasta, e estão em ${folder}. ` +
        (version === VERSION
          ? `Para usá-los, antes de iniciar:\n\ncp -R "${folder}/." .`
          : `São da versão ${version}: docs/operar.md, «Voltar», diz como passá-los à ${VERSION}.`),
    );
}

function tellTables({ tabelas }: WholeCopy['manifest'], print: Terminal['print']): void {
  print('\nCada tabela foi lida de volta e conferida com a cópia:\n');
  for (const { tabela, linhas, claro } of tabelas)
    if (/^(public|private)\./.test(tabela))
      print(
        `  ${tabela.padEnd(30)} ${String(linhas).padStart(7)} linhas, SHA-256 ${claro.sha256.slice(0, 16)}…`,
      );
}

const passwordsInSite = (foreign: number) =>
  foreign > 0
    ? `\nAgora rode npm start. Têm senha feita no Supabase, que só ele confere: ${foreign} da equipe. Dê a cada uma outra (npm run admin -- password E-MAIL); as outras pessoas entram com a mesma.`
    : '\nAgora rode npm start. Todos entram de novo, com a mesma senha.';

function passwordsInProject({ accounts, withoutPassword }: MovedAccounts, print: Terminal['print']): string {
  if (withoutPassword > 0)
    print(`\n${withoutPassword} contas vieram sem senha: dê-lhes uma no painel do projeto (Authentication).`);
  return withoutPassword < accounts
    ? '\nTodos entram de novo, com a mesma senha. Publique agora o site do projeto (docs/supabase.md).'
    : '\nPublique agora o site do projeto (docs/supabase.md).';
}

/** Of a drill. */
export function drillReceipt(
  { path, documents }: WholeCopy,
  loaded: Loaded & { missing: MissingDocument[] },
  { print }: Terminal,
): number {
  const { enrolments, returned, missing } = loaded;
  if (returned) print(`Ensaio: ${returned.enrolments} inscrições apagadas à mão voltariam.`);
  tellAbsent(loaded, print);
  print(
    missing.length > 0
      ? `Ensaio: a cópia ${basename(path)} está incompleta: ${enrolments} inscrições voltam, e de ${documents.length} documentos faltam ${missing.length}.`
      : `Ensaio: a cópia ${basename(path)} está inteira: ${enrolments} inscrições, ${documents.length} documentos.`,
  );
  return tellMissing(missing, null, print);
}

function tellAbsent({ returned }: Pick<Loaded, 'returned'>, print: Terminal['print']): void {
  if (returned && returned.absent > 0)
    print(
      `\nDas apagadas à mão desde então, ${returned.absent} não estão nesta cópia e não voltam com ela. Veja uma de quando ainda existiam.`,
    );
}

const WHY: Record<Absence, string> = {
  apagado: 'foi apagado enquanto a cópia era feita',
  sumiu: 'o site já não o tinha quando a cópia foi feita',
  diferente: 'no site já não era o que foi enviado',
  sumiu_da_copia: 'não está na pasta das cópias',
  estragado_na_copia: 'está estragado na pasta das cópias, e não foi posto no lugar',
};

const LIST = 'documentos-que-faltam.txt';
const MOST_PRINTED = 10;

/** Says which documents are missing, all of them in a file of `dataDir`. Returns the exit code. */
function tellMissing(
  missing: readonly MissingDocument[],
  dataDir: string | null,
  print: Terminal['print'],
): number {
  if (missing.length === 0) return 0;
  const lines = missing.map(
    ({ inscricao, protocolo, envio, criado_em, falta }) =>
      `${inscricao === null ? 'sem inscrição' : protocolo ? `protocolo ${protocolo}` : `inscrição ${inscricao}`}, ` +
      `documento ${envio ?? '?'}, de ${brazilianMoment(new Date(criado_em))}: ${WHY[falta]}`,
  );
  print(`\nFaltam ${missing.length} documentos; as inscrições deles voltam inteiras:`);
  for (const line of lines.slice(0, MOST_PRINTED)) print(`  ${line}`);
  if (lines.length > MOST_PRINTED && dataDir === null) print(`  e mais ${lines.length - MOST_PRINTED}`);
  if (dataDir === null) return WITHOUT_DOCUMENTS;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeDurably(join(dataDir, LIST), `${lines.join('\n')}\n`);
  print(
    `A lista inteira está em ${join(dataDir, LIST)}. Se a pasta documents das cópias existe inteira em outro lugar, ` +
      'junte-a e volte a cópia de novo, para um lugar vazio; senão, peça o documento outra vez às famílias.',
  );
  return WITHOUT_DOCUMENTS;
}
