import { useState } from 'react';
import { desk } from '../../../../content/desk.ts';
import { phoneInWords } from '../../../../domain/contact.ts';
import { brazilianMoment } from '../../../../domain/dates.ts';
import { lacksGuardianPhone } from '../../../../domain/desk/sheet.ts';
import { SecondaryButton } from '../../../ui/Button.tsx';
import { answerRequest, type RequestAnswer } from '../../api/decisions.ts';
import type { Request } from '../../api/follow-up-shape.ts';
import type { Followed } from '../state/use-open-enrolment.ts';

const words = desk.requests;

/** What the family asked for by its link, to be confirmed or dismissed. Source: docs/ux.md §8.5. */
export function Requests({ enrolment, state, busy, change }: Followed) {
  const asksWhose = lacksGuardianPhone(enrolment) && state.guardianPhone === null;
  if (state.requests.length === 0) return null;
  return (
    <section className="follow-up__part">
      <h3 className="follow-up__title">{words.title}</h3>
      {state.requests.map((request) => (
        // by its id: a number that takes another's place is asked about anew
        <OneRequest
          key={request.id}
          request={request}
          asksWhose={asksWhose && request.kind === 'telefone'}
          busy={busy}
          onAnswer={(answer) =>
            void change(() => answerRequest(enrolment.id, state.version, request.id, answer))
          }
        />
      ))}
    </section>
  );
}

type OneRequestProps = {
  request: Request;
  asksWhose: boolean;
  busy: boolean;
  onAnswer: (answer: RequestAnswer) => void;
};

/** `asksWhose`: a telephone is used once somebody said whether it is the guardian's, which a minor's enrolment is erased without. */
function OneRequest({ request, asksWhose, busy, onAnswer }: OneRequestProps) {
  const [asking, setAsking] = useState(false);
  const whose = (isGuardians: boolean, text: string) => (
    <SecondaryButton disabled={busy} onClick={() => onAnswer({ confirmed: true, isGuardians })}>
      {text}
    </SecondaryButton>
  );
  return (
    <div className="notice notice--warning">
      <p>
        {request.kind === 'desistir'
          ? words.withdraw
          : words.telephone(
              phoneInWords(request.phone ?? '')
                .replace(' ', '\u00A0')
                .replace('-', '\u2011'),
            )}{' '}
        {words.asked(brazilianMoment(new Date(request.askedAt)))}
      </p>
      {asking && asksWhose ? (
        <fieldset aria-labelledby={`de-quem-${request.id}`}>
          <p
            className="request__question"
            id={`de-quem-${request.id}`}
            tabIndex={-1}
            ref={(question) => question?.focus()}
          >
            {words.isGuardians}
          </p>
          <p className="field__hint">{words.isGuardiansHint}</p>
          <p className="request__actions">
            {whose(true, words.guardians)}
            {whose(false, words.notGuardians)}
            <SecondaryButton disabled={busy} onClick={() => setAsking(false)}>
              {desk.cancel}
            </SecondaryButton>
          </p>
        </fieldset>
      ) : (
        <>
          <p className="field__hint">{words.hint}</p>
          <p className="request__actions">
            <SecondaryButton
              disabled={busy}
              onClick={() => (asksWhose ? setAsking(true) : onAnswer({ confirmed: true }))}
            >
              {request.kind === 'desistir' ? words.confirmWithdrawal : words.confirmTelephone}
            </SecondaryButton>
            <SecondaryButton disabled={busy} onClick={() => onAnswer({ confirmed: false })}>
              {words.dismiss}
              <span className="vh"> {words.dismissed}</span>
            </SecondaryButton>
          </p>
        </>
      )}
    </div>
  );
}
