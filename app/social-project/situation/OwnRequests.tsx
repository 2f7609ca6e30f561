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
    <section className="own-data__part stack">
      <h3 className="situation__do">{words.title}</h3>
      <ul className="own-data__requests">
        {requests.map((request) => (
          <li key={request.number}>
            <p>
              <strong>{words.number(request.number)}</strong> · {requestInWords(request)}
            </p>
            <p className="field__hint">
              {words.asked(brazilianDay(request.askedAt), request.atDesk)} {endInWords(request, today)}
            </p>
            {request.sentence && <p>{words.sentence(request.sentence)}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** `Corrigir: Cidade, para Anápolis`. */
function requestInWords({ kind, phone, changes, updatedAt }: OwnRequest): string {
  if (updatedAt) return `${words.kinds[kind]}: ${ownData.updated(brazilianDay(updatedAt))}`;
  if (phone) return `${words.kinds[kind]}: ${writtenPhone(phone)}`;
  const proposed = Object.entries(changes ?? {}).map(([column, value]) => {
    const field = FIELDS.find((one) => one.column === column);
    return field ? `${field.sheetLabel}, para ${written(field.name, value)}` : column;
  });
  return [words.kinds[kind], ...(proposed.length > 0 ? [proposed.join('; ')] : [])].join(': ');
}

function endInWords({ answeredAt, taken, until }: OwnRequest, today: string): string {
  if (answeredAt) return (taken ? words.taken : words.refused)(brazilianDay(answeredAt));
  return today > until ? words.overdue(writtenDay(until)) : words.open(writtenDay(until));
}
