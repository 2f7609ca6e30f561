import { ownData } from '../../../content/own-data.ts';
import { writtenPhone } from '../../../domain/contact.ts';
import { brazilianDay, writtenDay } from '../../../domain/dates.ts';
import { written } from '../../../domain/desk/sheet.ts';
import { FIELDS } from '../../../domain/enrolment/fields.ts';
import type { OwnRequest } from './own-data.ts';

const words = ownData.requests;

/** What was asked for, newest first, and what came of each. `today` is an ISO day. */
export function OwnRequests({ requests, today }: { requests: readonly OwnRequest[]; today: string }) {
  if (requests.length === 0) return null;
  return (
    <section className="own-data__part stack gap-2">
      <h3 className="situation__do">{words.title}</h3>
      <ul className="own-data__requests">
        {requests.map((request) => (
          <li key={request.numero}>
            <p>
              <strong>{words.number(request.numero)}</strong> · {requestInWords(request)}
            </p>
            <p className="field__hint">
              {words.asked(brazilianDay(request.feitoEm), request.noBalcao)} {endInWords(request, today)}
            </p>
            {request.resposta && <p>{words.sentence(request.resposta)}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** `Corrigir: Cidade, para Anápolis`. */
function requestInWords({ tipo, telefone, mudancas, atualizadoEm }: OwnRequest): string {
  if (atualizadoEm) return `${words.kinds[tipo]}: ${ownData.updated(brazilianDay(atualizadoEm))}`;
  if (telefone) return `${words.kinds[tipo]}: ${writtenPhone(telefone)}`;
  const proposed = Object.entries(mudancas ?? {}).map(([column, value]) => {
    const field = FIELDS.find((one) => one.column === column);
    return field ? `${field.sheetLabel}, para ${written(field.name, value)}` : column;
  });
  return [words.kinds[tipo], ...(proposed.length > 0 ? [proposed.join('; ')] : [])].join(': ');
}

function endInWords({ respondidoEm, confirmado, prazo }: OwnRequest, today: string): string {
  if (respondidoEm) return (confirmado ? words.taken : words.refused)(brazilianDay(respondidoEm));
  return today > prazo ? words.overdue(writtenDay(prazo)) : words.open(writtenDay(prazo));
}
