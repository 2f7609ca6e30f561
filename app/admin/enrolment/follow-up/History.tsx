import { auditPage } from '../../../../content/audit.ts';
import {
  attaching,
  type CorrectionReason,
  correcting,
  correctionReasons,
} from '../../../../content/corrections.ts';
import { desk } from '../../../../content/desk.ts';
import { openEnrolment } from '../../../../content/open-enrolment.ts';
import { writtenPhone } from '../../../../domain/contact.ts';
import { brazilianMoment } from '../../../../domain/dates.ts';
import { CRITERIA, OF_GUARDIAN, situationInWords } from '../../../../domain/desk/situations.ts';
import { FIELDS } from '../../../../domain/enrolment/fields.ts';
import { writtenProtocol } from '../../../../domain/enrolment/protocol.ts';
import type { Change } from '../../api/follow-up-shape.ts';
import { lastDecision } from '../state/open-enrolment.ts';

/** Every change, newest first: who, when, what. */
export function History({ changes }: { changes: Change[] }) {
  return (
    <section className="follow-up__part stack gap-4">
      <h3 className="follow-up__title subtitle">{openEnrolment.history}</h3>
      {changes.length === 0 && <p>{openEnrolment.noHistory}</p>}
      <ol className="unless-empty stack gap-3" reversed>
        {changes.map((change) => (
          <li key={`${change.at} ${change.action} ${change.from} ${change.to}`} className="entries__entry">
            <p className="hint break">
              {whoIn(change, changes)} · {brazilianMoment(new Date(change.at))}
            </p>
            <p className="entries__text as-typed">{changeInWords(change)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The last decision, shown to a person whose own was overtaken by it. */
export function LastChange({ changes }: { changes: Change[] }) {
  const last = lastDecision(changes);
  if (!last) return null;
  return (
    <p>
      {whoIn(last, changes)}, {brazilianMoment(new Date(last.at))}: {changeInWords(last)}
    </p>
  );
}

/** Who made a change: an account, or the family where it sent something in the same moment. */
function whoIn({ by, at }: Change, changes: readonly Change[]): string {
  const byFamily = changes.some(
    (other) =>
      ['documento-novo', 'pedido', 'responsavel', 'meus-dados-abertos'].includes(other.action) &&
      other.at === at,
  );
  return by ?? (byFamily ? openEnrolment.byFamily : desk.erasedAccount);
}

/** `De Nova para Aprovada`. Unknown codes are shown as they are. */
export function changeInWords({ action, from, to, reason, className }: Change): string {
  switch (action) {
    case 'situacao':
      return `De ${situationInWords(from)} para ${situationInWords(to)}${[reason, className].map((said) => (said ? `: ${said}` : '')).join('')}`;
    case 'situacao-desfeita':
      return `Desfez: de ${situationInWords(from)} para ${situationInWords(to)}`;
    case 'criterio': {
      const names: Record<string, string> = {
        ...openEnrolment.marks,
        ...CRITERIA,
        ...OF_GUARDIAN,
      };
      const name = from && Object.hasOwn(names, from) ? names[from] : from;
      return to === 'sim' ? `Marcou: ${name}` : `Desmarcou: ${name}`;
    }
    case 'nota':
      return 'Escreveu uma nota';
    case 'nota-corrigida':
      return reason ? `Corrigiu uma nota, que dizia: ${reason}` : 'Corrigiu uma nota';
    case 'repetida': {
      const other = from ? `a inscrição ${writtenProtocol(from)}` : 'outra inscrição';
      return to === 'sim' ? `Marcou como repetida: ${other}` : `Pessoas diferentes: ${other}`;
    }
    case 'correcao':
      return correcting.corrected(answersInWords(to), reasonInWords(from));
    case 'correcao-desfeita':
      return correcting.takenBack(answersInWords(to));
    case 'documento-anexado':
      return attaching.attached;
    case 'documento-novo':
      return 'Mandou outro documento';
    case 'responsavel':
      return `Mandou o responsável${phoneAfter(reason)}`;
    case 'novo-link':
      return 'Fez um link novo para a família';
    case 'links-encerrados':
      return 'Encerrou os links da família';
    case 'pedido':
      return `Pediu: ${requestInWords(from)}${phoneAfter(reason)}`;
    case 'pedido-no-balcao':
      return `Anotou um pedido feito no balcão, com a identidade conferida: ${requestInWords(from)}`;
    case 'pedido-reaberto':
      return `Abriu o pedido de novo: ${requestInWords(from)}`;
    case 'pedido-confirmado':
      return `Confirmou o pedido: ${requestInWords(from)}`;
    case 'pedido-dispensado':
      return `Dispensou o pedido: ${requestInWords(from)}${reason ? `: ${reason}` : ''}`;
    case 'meus-dados-abertos':
      return openEnrolment.openedByFamily;
    case 'mensagem':
      return to === 'responsavel'
        ? 'Mensagem preparada para o responsável'
        : 'Mensagem preparada para a pessoa';
  }
}

/** The answers of a correction, by their columns. */
const answersInWords = (columns: string | null) =>
  FIELDS.flatMap(({ column, sheetLabel }) => (columns?.split(' ').includes(column) ? sheetLabel : [])).join(
    ', ',
  );

const reasonInWords = (code: string | null) =>
  (code &&
    Object.hasOwn(correctionReasons, code) &&
    correctionReasons[code as CorrectionReason].toLowerCase()) ||
  code ||
  '';

const phoneAfter = (phone: string | null) => (phone ? `: ${writtenPhone(phone)}` : '');

const requestInWords = (code: string | null) =>
  (code && Object.hasOwn(auditPage.requests, code) && auditPage.requests[code]) || code;
