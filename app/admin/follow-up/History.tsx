import { auditPage } from '../../../content/audit.ts';
import { desk } from '../../../content/desk.ts';
import { brazilianMoment } from '../../../domain/dates.ts';
import { CRITERIA, OF_GUARDIAN, situationInWords } from '../../../domain/desk/situations.ts';
import { writtenProtocol } from '../../../domain/enrolment/protocol.ts';
import type { Change } from '../api/follow-up.ts';
import { lastDecision } from './own-change.ts';

/** Every change, newest first: who, when, what. */
export function History({ changes }: { changes: Change[] }) {
  return (
    <section className="follow-up__part">
      <h3 className="follow-up__title">{desk.history}</h3>
      {changes.length === 0 && <p>{desk.noHistory}</p>}
      <ol className="entries" reversed>
        {changes.map((change) => (
          <li key={`${change.quando} ${change.acao} ${change.de} ${change.para}`} className="entries__entry">
            <p className="entries__head">
              {whoIn(change, changes)} · {brazilianMoment(new Date(change.quando))}
            </p>
            <p className="entries__text">{changeInWords(change)}</p>
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
      {whoIn(last, changes)}, {brazilianMoment(new Date(last.quando))}: {changeInWords(last)}
    </p>
  );
}

/** Who made a change: an account, or the family where it sent something in the same moment. */
function whoIn({ quem, quando }: Change, changes: readonly Change[]): string {
  const byFamily = changes.some(
    (other) => ['documento-novo', 'pedido'].includes(other.acao) && other.quando === quando,
  );
  return quem ?? (byFamily ? desk.byFamily : desk.erasedAccount);
}

/** `De Nova para Aprovada`. Unknown codes are shown as they are. */
export function changeInWords({ acao, de, para, motivo }: Change): string {
  switch (acao) {
    case 'situacao':
      return `De ${situationInWords(de)} para ${situationInWords(para)}${motivo ? `: ${motivo}` : ''}`;
    case 'situacao-desfeita':
      return `Desfez: de ${situationInWords(de)} para ${situationInWords(para)}`;
    case 'criterio': {
      const names: Record<string, string> = { ...CRITERIA, ...OF_GUARDIAN };
      const name = de && Object.hasOwn(names, de) ? names[de] : de;
      return para === 'sim' ? `Marcou: ${name}` : `Desmarcou: ${name}`;
    }
    case 'nota':
      return 'Escreveu uma nota';
    case 'nota-corrigida':
      return 'Corrigiu uma nota';
    case 'repetida': {
      const other = de ? `a inscrição ${writtenProtocol(de)}` : 'outra inscrição';
      return para === 'sim' ? `Marcou como repetida: ${other}` : `Pessoas diferentes: ${other}`;
    }
    case 'documento-novo':
      return 'Mandou outro documento';
    case 'pedido':
      return `Pediu: ${requestInWords(de)}`;
    case 'pedido-confirmado':
      return `Confirmou o pedido: ${requestInWords(de)}`;
    case 'pedido-dispensado':
      return `Dispensou o pedido: ${requestInWords(de)}`;
    case 'mensagem':
      return para === 'responsavel'
        ? 'Mensagem preparada para o responsável'
        : 'Mensagem preparada para a pessoa';
  }
}

const requestInWords = (code: string | null) =>
  (code && Object.hasOwn(auditPage.requests, code) && auditPage.requests[code]) || code;
