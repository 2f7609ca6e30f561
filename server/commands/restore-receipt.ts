import { mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { brazilianMoment } from '../../domain/dates.ts';
import type { Config } from '../core/context.ts';
import { writeDurably } from '../core/durable-file.ts';
import type { Absence } from '../site-data/copy/document-list.ts';
import type { Moved } from '../site-data/move/restore-project.ts';
import type { Loaded } from '../site-data/restore/load.ts';
import type { Restored, WholeCopy } from '../site-data/restore/restore-copy.ts';
import type { MissingDocument } from '../site-data/restore/restore-documents.ts';
import type { Terminal } from './command.ts';

// What the owner is told of a restore or a drill, and its exit code.

/** Rows came back, or would, and some of their documents did not. */
const WITHOUT_DOCUMENTS = 4;

/** `foreign`: people of the desk whose password only Supabase verifies. */
export type InSite = Restored & { foreign: number };

/** Of a restore into a site of our own. */
export function receipt(
  { path, manifest }: WholeCopy,
  restored: InSite,
  separate: boolean,
  { dataDir }: Pick<Config, 'dataDir'>,
  { print }: Terminal,
): number {
  const { enrolments, erased, documents, missing, unknown, installation, foreign } = restored;
  const moment = new Date(manifest.momento).toLocaleString('pt-BR', {
    timeZone: 'America/Sao_Paulo',
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  print(`A cópia ${basename(path)} voltou.

  momento da cópia       ${moment} (hora de Brasília)
  inscrições             ${enrolments}
  documentos             ${documents.length - missing.length}
  apagados de novo       ${erased}${returnedInWords(restored)}
  registro de acessos    confere até a linha ${manifest.auditoria.ultimo} (${manifest.auditoria.elo.slice(0, 16)}…)
  geração                ${installation.geracao}`);
  tellAbsent(restored, print);
  const code = tellMissing(missing, dataDir, print);
  if (unknown.length > 0)
    print(`\nEstas tabelas não são do site e ficaram só na cópia: ${unknown.join(', ')}.`);
  print(
    foreign > 0
      ? `\nAgora rode npm start. Têm senha feita no Supabase, que só ele confere: ${foreign} da equipe. Dê a cada uma outra (npm run admin -- password E-MAIL); as outras pessoas entram com a mesma.`
      : '\nAgora rode npm start. Todos entram de novo, com a mesma senha.',
  );
  print(afterwards(separate));
  return code;
}

/** Of a restore into a project of Supabase. */
export function projectReceipt(
  { path, manifest }: WholeCopy,
  moved: Moved,
  { url, separate, dataDir }: { url: string; separate: boolean; dataDir: string },
  { print }: Terminal,
): number {
  if (!moved) {
    print(`A cópia ${basename(path)} já tinha voltado inteira para ${url}. Nada foi mudado.`);
    return 0;
  }
  const { enrolments, erased, documents, missing, there, accounts, withoutPassword } = moved;
  const again = there > 0 ? ` (${there} já estavam lá)` : '';
  print(`A cópia ${basename(path)} voltou para o projeto ${url}.

  inscrições             ${enrolments}
  documentos             ${documents.length - missing.length}${again}, cada um lido de volta e conferido pelo SHA-256
  contas                 ${accounts}, com o mesmo acesso
  apagados de novo       ${erased}${returnedInWords(moved)}
  registro de acessos    confere até a linha ${manifest.auditoria.ultimo} (${manifest.auditoria.elo.slice(0, 16)}…)
  geração                ${moved.identity.geracao}

Cada tabela foi lida de volta e conferida com a cópia:
`);
  for (const { tabela, linhas, claro } of manifest.tabelas)
    if (/^(public|private)\./.test(tabela))
      print(
        `  ${tabela.padEnd(30)} ${String(linhas).padStart(7)} linhas, SHA-256 ${claro.sha256.slice(0, 16)}…`,
      );
  tellAbsent(moved, print);
  const code = tellMissing(missing, dataDir, print);
  if (withoutPassword > 0)
    print(`\n${withoutPassword} contas vieram sem senha: dê-lhes uma no painel do projeto (Authentication).`);
  print(
    withoutPassword < accounts
      ? '\nTodos entram de novo, com a mesma senha. Publique agora o site do projeto (docs/supabase.md).'
      : '\nPublique agora o site do projeto (docs/supabase.md).',
  );
  print(afterwards(separate));
  return code;
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

function returnedInWords({ returned }: Pick<Loaded, 'returned'>): string {
  return returned ? `\n  apagadas devolvidas    ${returned.enrolments}` : '';
}

function tellAbsent({ returned }: Pick<Loaded, 'returned'>, print: Terminal['print']): void {
  if (returned && returned.absent > 0)
    print(
      `\nDas apagadas à mão desde então, ${returned.absent} não estão nesta cópia e não voltam com ela. Veja uma de quando ainda existiam.`,
    );
}

const afterwards = (separate: boolean) =>
  separate
    ? 'Este é um site à parte; o de verdade continua como estava.'
    : 'O site de antes não deve mais ser iniciado.';

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
