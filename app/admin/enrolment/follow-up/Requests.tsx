import { useState } from 'react';
import { correcting } from '../../../../content/corrections.ts';
import { requests as words } from '../../../../content/requests.ts';
import { phoneInWords } from '../../../../domain/contact.ts';
import { brazilianMoment, daysUntil, todayInBrazil } from '../../../../domain/dates.ts';
import { lacksGuardianPhone, nameOf, type StoredEnrolment, written } from '../../../../domain/desk/sheet.ts';
import { FIELDS } from '../../../../domain/enrolment/fields.ts';
import { momentAhead } from '../../../../domain/spoken-moment.ts';
import { SecondaryButton } from '../../../ui/Button.tsx';
import { TextArea } from '../../../ui/fields/TextField.tsx';
import { answerRequest, type RequestAnswer } from '../../api/decisions.ts';
import type { Changed, Request } from '../../api/follow-up.ts';
import { FormDialog } from '../../controls/FormDialog.tsx';
import { useUnsavedValue } from '../../controls/unsaved.ts';
import type { Followed, OpenedEnrolment } from '../state/use-open-enrolment.ts';

/** Longest sentence for the family, as `private.pedidos.resposta` takes it. */
const SENTENCE_MAX = 500;

/** Brings the requests of the open enrolment into view, and the focus to them. */
export function showRequests(): void {
  const title = document.querySelector<HTMLElement>('.requests__title');
  title?.scrollIntoView({ block: 'start' });
  title?.focus({ preventScroll: true });
}

/** With `change` alone for a telephone, which is answered where nothing is open. */
type Props = Pick<Followed, 'enrolment' | 'state' | 'busy'> &
  Partial<Pick<OpenedEnrolment, 'send' | 'show' | 'choose'>> & {
    change: (call: () => Promise<Changed | null>, then: { done: string }) => unknown;
  };

/**
 * The family's requests, by its link or at the desk, to be confirmed or refused; and whether 'Meus dados' is
 * locked. Source: docs/ux.md §8.5.
 */
export function Requests(props: Props) {
  const { requests, dataClosedUntil } = props.state;
  if (requests.length === 0 && dataClosedUntil === null) return null;
  return (
    <section className="stack gap-2">
      <h3 className="requests__title subtitle" tabIndex={-1}>
        {words.title}
      </h3>
      {dataClosedUntil && (
        <p className="notice notice--warning">
          {words.closed(momentAhead(new Date(dataClosedUntil), new Date()))}
        </p>
      )}
      {requests.map((request) => (
        // by its id: a number that takes another's place is asked about anew
        <OneRequest key={request.id} {...props} request={request} />
      ))}
    </section>
  );
}

/** One request: how many days are left, what is asked, and its answers. A correction or erasing, which are rights of the family, are refused with a sentence only. */
export function OneRequest(props: Props & { request: Request }) {
  const { enrolment, state, busy, change, send, request, show, choose } = props;
  const [isRefusing, setRefusing] = useState(false);
  const unsaved = useUnsavedValue('refusal', enrolment.id, request.id); // why, for the family to read
  const { kind, until, number, askedAt, atDesk, changes } = request;
  /** A telephone is used once somebody said whether it is the guardian's, which a minor's enrolment is erased without. */
  const asksWhose = kind === 'telefone' && lacksGuardianPhone(enrolment) && state.guardianPhone === null;
  const days = daysUntil(until, todayInBrazil());
  const needsSentence = kind === 'corrigir' || kind === 'apagar';

  function answer(given: RequestAnswer, make = change) {
    const call = () => answerRequest(enrolment.id, state.version, request.id, given);
    return make(call, { done: words.answered(number) });
  }

  function confirm() {
    if (kind === 'apagar') show?.({ inner: 'erase on request' });
    else if (kind === 'corrigir' && !changes) show?.({ inner: 'correct' });
    else if (kind === 'desistir' && state.situation === 'aprovada') void choose?.('desistiu');
    else void answer({ confirmed: true });
  }

  const dismiss = () => (needsSentence ? setRefusing(true) : answer({ confirmed: false }));

  const button = (text: string, onClick: () => unknown, more = '') => (
    <SecondaryButton disabled={busy} onClick={onClick}>
      {text}
      {more && <span className="vh"> {more}</span>}
    </SecondaryButton>
  );
  return (
    <div className={`notice ${days < 0 ? 'notice--error' : 'notice--warning'} request request--${kind}`}>
      <p className="bold">{words.number(number, days)}</p>
      <p className="as-typed">
        {ASKED[kind](request, enrolment)}{' '}
        {(atDesk ? words.askedAtDesk : words.asked)(brazilianMoment(new Date(askedAt)))}
      </p>
      {(kind === 'apagar' || asksWhose) && (
        <p className="field__hint">{asksWhose ? words.isGuardiansHint : words.eraseHint}</p>
      )}
      <p className="flow gap-2 above-2">
        {asksWhose ? (
          <>
            {button(words.guardians, () => answer({ confirmed: true, isGuardians: true }))}
            {button(words.notGuardians, () => answer({ confirmed: true, isGuardians: false }))}
          </>
        ) : (
          button(kind === 'corrigir' && !changes ? correcting.open : words.confirm[kind], confirm)
        )}
        {button(needsSentence ? words.refuse : words.dismiss, dismiss, words.dismissed)}
      </p>
      {isRefusing && (
        <FormDialog
          title={words.refuse}
          person={nameOf(enrolment)}
          submit={words.sendRefusal}
          initial={{ text: '' }}
          unsaved={unsaved}
          check={({ text }) => (text.trim() === '' ? { text: words.whyMissing } : {})}
          send={async ({ text }) => {
            await answer({ confirmed: false, sentence: text }, send);
            unsaved[1](undefined);
            setRefusing(false);
          }}
          mayClose
          onClose={() => setRefusing(false)}
        >
          {({ text }) => (
            <TextArea label={words.why} hint={words.whyHint} maxLength={SENTENCE_MAX} {...text('text')} />
          )}
        </FormDialog>
      )}
    </div>
  );
}

/** What is asked for, in words; of a correction each answer as it is and as it is to be, unless a note says it. */
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
    Object.entries(changes ?? { [words.anAnswer]: null })
      .map(([column, value]) => {
        const field = FIELDS.find((one) => one.column === column);
        if (!field) return column;
        const { name, sheetLabel } = field;
        return words.correct(sheetLabel, written(name, enrolment[name]), written(name, value));
      })
      .join('\n'),
};
