import { auditActions, auditChanges, auditPage, auditSettings } from '../../content/audit.ts';
import { forget } from '../../content/forget.ts';
import { situationInWords } from '../../domain/situations.ts';
import { EXPORT_COLUMNS } from '../../domain/spreadsheet.ts';
import type { AuditLine } from './answering.ts';

type Line = Pick<AuditLine, 'acao' | 'detalhes'>;

/** What was done, in the words of ux.md §8.8. A code that is not known as it is, never hidden. */
export function deedInWords({ acao, detalhes }: Line): string {
  return own(auditChanges, String(detalhes.que)) ?? own(auditActions, acao) ?? acao;
}

/** The numbers and codes that belong to it: `motivo: Pedido da família`. What the page has no name for is left out. */
export function detailsInWords({ acao, detalhes }: Line): string[] {
  return Object.entries(detalhes).flatMap(([key, value]) => {
    const name = acao === 'mudou_configuracao' ? auditPage.setting : own(auditPage.details, key);
    return name
      ? `${name}: ${[value]
          .flat()
          .map((code) => codeInWords(key, String(code)))
          .join(', ')}`
      : [];
  });
}

function codeInWords(key: string, code: string): string {
  switch (key) {
    case 'para':
      return situationInWords(code);
    case 'motivo':
      return own(forget.reasons, code) ?? own(forget.rules, code) ?? code;
    case 'colunas':
      return EXPORT_COLUMNS.find(({ column }) => column === code)?.label ?? own(auditSettings, code) ?? code;
    default:
      return code;
  }
}

function own(words: Record<string, string>, code: string): string | undefined {
  return Object.hasOwn(words, code) ? words[code] : undefined;
}
