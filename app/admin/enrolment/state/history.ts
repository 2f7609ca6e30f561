import { absences, leaving, renewal } from '../../../../content/attendance.ts';
import { auditPage } from '../../../../content/audit.ts';
import { attaching, correcting, correctionReasons } from '../../../../content/corrections.ts';
import { datedLines, LINE_KINDS, type LineKind } from '../../../../content/dated-lines.ts';
import { desk } from '../../../../content/desk.ts';
import { openEnrolment } from '../../../../content/open-enrolment.ts';
import { writtenPhone } from '../../../../domain/contact.ts';
import { brazilianMoment } from '../../../../domain/dates.ts';
import { RENEWAL } from '../../../../domain/desk/attendance.ts';
import { CRITERIA, OF_GUARDIAN, situationInWords } from '../../../../domain/desk/situations.ts';
import { FIELDS } from '../../../../domain/enrolment/fields.ts';
import { writtenProtocol } from '../../../../domain/enrolment/protocol.ts';
import type { Change } from '../../api/follow-up.ts';

/** Why nothing was stored: the last decision or answer to a request, which came first. */
export function overtakenInWords(changes: readonly Change[]): string {
  const last = changes.find(({ action }) => /^(situacao|correcao|pedido-[cd]|voltou)/.test(action));
  const what =
    last &&
    `${whoIn(last, changes)}, ${brazilianMoment(new Date(last.at))}: ${changeInWords(last, changes)}.`;
  return [openEnrolment.changedMeanwhile, what, openEnrolment.changedHint].filter(Boolean).join(' ');
}

/** Who made a change: an account, or the family where it sent something in the same moment. */
export function whoIn({ by, at }: Change, changes: readonly Change[]): string {
  const byFamily = changes.some(
    (other) =>
      ['documento-novo', 'pedido', 'responsavel', 'renovacao', 'meus-dados-abertos'].includes(other.action) &&
      other.at === at,
  );
  return by ?? (byFamily ? openEnrolment.byFamily : desk.erasedAccount);
}

/** `De Nova para Aprovada`. Unknown codes are shown as they are. `changes`: the history that it is of. */
export function changeInWords(change: Change, changes: readonly Change[]): string {
  const tookPart = changes.some(
    ({ from, to, at }) => from === 'aprovada' && to === 'desistiu' && at <= change.at,
  );
  const situation = (code: string | null) =>
    situationInWords(code, code === 'desistiu' && tookPart ? change.at : null);
  return WORDS[change.action]?.(change, situation) ?? '';
}

type InWords = (change: Change, situation: (code: string | null) => string) => string;

const WORDS: Readonly<Record<string, InWords>> = {
  situacao: ({ from, to, reason, className }, situation) =>
    from === 'desistiu' && to === from
      ? leaving.corrected
      : `De ${situation(from)} para ${situation(to)}${after(reason)}${after(className)}`,
  'situacao-desfeita': ({ from, to }, situation) =>
    from === 'voltou' ? `Desfez: ${absences.back}` : `Desfez: de ${situation(from)} para ${situation(to)}`,
  criterio: ({ from, to }) => `${to === 'sim' ? 'Marcou' : 'Desmarcou'}: ${own(CRITERIA_IN_WORDS, from)}`,
  nota: () => 'Escreveu uma nota',
  'nota-corrigida': ({ reason }) => `Corrigiu uma nota${reason ? `, que dizia: ${reason}` : ''}`,
  repetida: ({ from, to }) =>
    `${to === 'sim' ? 'Marcou como repetida' : 'Pessoas diferentes'}: ${from ? `a inscrição ${writtenProtocol(from)}` : 'outra inscrição'}`,
  correcao: ({ from, to }) => correcting.corrected(answersInWords(to), reasonInWords(from)),
  'correcao-desfeita': ({ to }) => correcting.takenBack(answersInWords(to)),
  'documento-anexado': () => attaching.attached,
  'documento-novo': () => 'Mandou outro documento',
  responsavel: ({ reason }) => `Mandou o responsável${phoneAfter(reason)}`,
  'novo-link': () => 'Fez um link novo para a família',
  'links-encerrados': () => 'Encerrou os links da família',
  pedido: ({ from, reason }) => `Pediu: ${requestInWords(from)}${phoneAfter(reason)}`,
  'pedido-no-balcao': ({ from }) => `Anotou um pedido da família: ${requestInWords(from)}`,
  'pedido-reaberto': ({ from }) => `Abriu o pedido de novo: ${requestInWords(from)}`,
  'pedido-confirmado': ({ from }) => `Confirmou o pedido: ${requestInWords(from)}`,
  'pedido-dispensado': ({ from, reason }) => `Dispensou o pedido: ${requestInWords(from)}${after(reason)}`,
  'meus-dados-abertos': () => openEnrolment.openedByFamily,
  importada: ({ className }) => `Importou de uma planilha${after(className)}`,
  'no-balcao': ({ from }) => `Inscreveu no balcão: declaração ${own(DECLARATIONS, from)}`,
  renovacao: ({ to }) => `${renewal.answered}: ${own(RENEWAL, to)}`,
  linha: ({ from, to }) =>
    `${own(datedLines.changed, to) ?? datedLines.noted}: ${LINE_KINDS[from as LineKind]?.label ?? from}`,
  voltou: ({ from }) => `Voltou depois de ${from} faltas`,
  mensagem: ({ from, to }) =>
    `Mensagem preparada para ${to === 'responsavel' ? 'o responsável' : 'a pessoa'}${absences.about[from ?? ''] ?? ''}`,
};

const DECLARATIONS = { falada: 'lida em voz alta', assinada: 'assinada na ficha de papel' };

const CRITERIA_IN_WORDS = { ...openEnrolment.marks, ...CRITERIA, ...OF_GUARDIAN };

/** What a table says of a code; an unknown code as it is. */
const own = (table: Readonly<Record<string, string>>, code: string | null) =>
  code !== null && Object.hasOwn(table, code) ? table[code] : code;

const after = (said: string | null) => (said ? `: ${said}` : '');

const phoneAfter = (phone: string | null) => after(phone && writtenPhone(phone));

const requestInWords = (code: string | null) => own(auditPage.requests, code);

/** The answers of a correction, by their columns. */
const answersInWords = (columns: string | null) =>
  FIELDS.flatMap(({ column, sheetLabel }) => (columns?.split(' ').includes(column) ? sheetLabel : [])).join(
    ', ',
  );

const reasonInWords = (code: string | null) => (own(correctionReasons, code) ?? '').toLowerCase();
