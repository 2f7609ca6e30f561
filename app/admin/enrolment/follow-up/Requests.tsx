import { requestAnswer } from '../../../../content/family-messages.ts';
import { requests as words } from '../../../../content/requests.ts';
import { lacksGuardianPhone } from '../../../../domain/desk/sheet.ts';
import { momentAhead } from '../../../../domain/spoken-moment.ts';
import { answerRequest } from '../../api/decisions.ts';
import type { Followed } from '../state/use-open-enrolment.ts';
import { OneRequest } from './OneRequest.tsx';

/**
 * The family's requests, by its link or at the desk, to be confirmed or refused; and whether 'Meus dados' is
 * locked. Source: docs/ux.md §8.5.
 */
export function Requests({ enrolment, state, busy, change, onErase }: Followed & { onErase: () => void }) {
  const asksWhose = lacksGuardianPhone(enrolment) && state.guardianPhone === null;
  if (state.requests.length === 0 && state.dataClosedUntil === null) return null;
  return (
    <section className="follow-up__part stack gap-4">
      <h3 className="follow-up__title subtitle">{words.title}</h3>
      {state.dataClosedUntil && (
        <p className="notice notice--warning">
          {words.closed(momentAhead(new Date(state.dataClosedUntil), new Date()))}
        </p>
      )}
      {state.requests.map((request) => (
        // by its id: a number that takes another's place is asked about anew
        <OneRequest
          key={request.id}
          enrolment={enrolment}
          request={request}
          asksWhose={asksWhose && request.kind === 'telefone'}
          busy={busy}
          onAnswer={(answer) =>
            change(() => answerRequest(enrolment.id, state.version, request.id, answer), {
              said: words.answered(request.number),
              // a copy was handed over
              ...((request.kind !== 'copia' || !answer.confirmed) && {
                answered: {
                  number: request.number,
                  answer: requestAnswer(answer.confirmed, answer.sentence),
                },
              }),
            })
          }
          onErase={onErase}
        />
      ))}
    </section>
  );
}
