import { useState } from 'react';
import { desk } from '../../../../content/desk.ts';
import { requestAnswer } from '../../../../content/family-messages.ts';
import { requests as words } from '../../../../content/requests.ts';
import { phoneInWords } from '../../../../domain/contact.ts';
import { brazilianMoment, daysUntil, todayInBrazil } from '../../../../domain/dates.ts';
import { lacksGuardianPhone, type StoredEnrolment, written } from '../../../../domain/desk/sheet.ts';
import { FIELDS } from '../../../../domain/enrolment/fields.ts';
import { momentAhead } from '../../../../domain/spoken-moment.ts';
import { SecondaryButton } from '../../../ui/Button.tsx';
import { answerRequest, type RequestAnswer } from '../../api/decisions.ts';
import type { Request } from '../../api/follow-up.ts';
import type { Followed } from '../state/use-open-enrolment.ts';
import { TextForm } from './Notes.tsx';

/** Longest sentence for the family, as `private.pedidos.resposta` takes it. */
const SENTENCE_MAX = 500;

const BUTTONS = 'request__actions flow gap-2 above-2';

type Props = Followed & {
  /** Erases for the family, who asked. */
  onErase: () => void;
};

/**
 * The family's requests, by its link or at the desk, to be confirmed or refused; and whether 'Meus dados' is
 * locked. Source: docs/ux.md §8.5.
 */
export function Requests({ onErase, ...followed }: Props) {
  const { requests, dataClosedUntil } = followed.state;
  if (requests.length === 0 && dataClosedUntil === null) return null;
  return (
    <section className="follow-up__part stack gap-4">
      <h3 className="subtitle">{words.title}</h3>
      {dataClosedUntil && (
        <p className="notice notice--warning">
          {words.closed(momentAhead(new Date(dataClosedUntil), new Date()))}
        </p>
      )}
      {requests.map((request) => (
        // by its id: a number that takes another's place is asked about anew
        <OneRequest key={request.id} {...followed} request={request} onErase={onErase} />
      ))}
    </section>
  );
}

/** One request: how many days are left, what is asked, and its answers. A correction or erasing, which are rights of the family, are refused with a sentence only. */
export function OneRequest({
  enrolment,
  state,
  busy,
  change,
  request,
  onErase,
}: Props & { request: Request }) {
  const [asking, setAsking] = useState<'whose' | 'why' | null>(null);
  const { kind, until, number, askedAt, atDesk } = request;
  /** A telephone is used once somebody said whether it is the guardian's, which a minor's enrolment is erased without. */
  const asksWhose = kind === 'telefone' && lacksGuardianPhone(enrolment) && state.guardianPhone === null;
  const days = daysUntil(until, todayInBrazil());
  const needsSentence = kind === 'corrigir' || kind === 'apagar';
  const question = `de-quem-${request.id}`;

  /** Resolves to null where it was not answered. */
  function answer(given: RequestAnswer) {
    const isHandedOver = kind === 'copia' && given.confirmed; // the family has it, and is not told
    return change(() => answerRequest(enrolment.id, state.version, request.id, given), {
      said: words.answered(number),
      ...(!isHandedOver && { answered: { number, answer: requestAnswer(given.confirmed, given.sentence) } }),
    });
  }

  function confirm() {
    if (asksWhose) setAsking('whose');
    else if (kind === 'apagar') onErase();
    else void answer({ confirmed: true });
  }

  const button = (text: string, onClick: () => unknown, more = '') => (
    <SecondaryButton disabled={busy} onClick={onClick}>
      {text}
      {more && <span className="vh"> {more}</span>}
    </SecondaryButton>
  );
  return (
    <div className={`notice ${days < 0 ? 'notice--error' : 'notice--warning'} request`}>
      <p className="bold">{words.number(number, days)}</p>
      <p className="as-typed">
        {ASKED[kind](request, enrolment)}{' '}
        {(atDesk ? words.askedAtDesk : words.asked)(brazilianMoment(new Date(askedAt)))}
      </p>
      {asking === 'whose' && asksWhose ? (
        <fieldset aria-labelledby={question}>
          <p className="strong above-2" id={question} tabIndex={-1} ref={(text) => text?.focus()}>
            {words.isGuardians}
          </p>
          <p className="field__hint">{words.isGuardiansHint}</p>
          <p className={BUTTONS}>
            {button(words.guardians, () => answer({ confirmed: true, isGuardians: true }))}
            {button(words.notGuardians, () => answer({ confirmed: true, isGuardians: false }))}
            {button(desk.cancel, () => setAsking(null))}
          </p>
        </fieldset>
      ) : asking === 'why' ? (
        <TextForm
          label={words.why}
          hint={words.whyHint}
          missing={words.whyMissing}
          submit={words.sendRefusal}
          maxLength={SENTENCE_MAX}
          autoFocus
          unsaved={['refusal', enrolment.id, request.id]}
          busy={busy}
          send={async (sentence) => (await answer({ confirmed: false, sentence })) !== null}
          onClose={() => setAsking(null)}
          buttons={BUTTONS}
        />
      ) : (
        <>
          <p className="field__hint">{kind === 'apagar' ? words.eraseHint : words.hint}</p>
          <p className={BUTTONS}>
            {button(words.confirm[kind], confirm)}
            {needsSentence
              ? button(words.refuse, () => setAsking('why'), words.dismissed)
              : button(words.dismiss, () => answer({ confirmed: false }), words.dismissed)}
          </p>
        </>
      )}
    </div>
  );
}

/** What is asked for, in words; of a correction each answer as it is and as it is to be. */
const ASKED: Record<Request['kind'], (request: Request, enrolment: StoredEnrolment) => string> = {
  desistir: () => words.withdraw,
  apagar: () => words.erase,
  copia: () => words.copy,
  telefone: ({ phone }) =>
    words.telephone(
      phoneInWords(phone ?? '')
        .replace(' ', '\u00A0')
        .replace('-', '\u2011'),
    ),
  corrigir: ({ changes }, enrolment) =>
    Object.entries(changes ?? {})
      .map(([column, value]) => {
        const field = FIELDS.find((one) => one.column === column);
        if (!field) return column;
        const { name, sheetLabel } = field;
        return words.correct(sheetLabel, written(name, enrolment[name]), written(name, value));
      })
      .join(' '),
};
