import { useEffect, useState } from 'react';
import { newLink as words } from '../../../../content/new-link.ts';
import { chatLink, phoneInWords } from '../../../../domain/contact.ts';
import { writtenDay } from '../../../../domain/dates.ts';
import { type Answers, firstNameOf, isMinor, newPhoneOf } from '../../../../domain/desk/sheet.ts';
import { situationPath } from '../../../../domain/enrolment/protocol.ts';
import { SecondaryButton } from '../../../ui/Button.tsx';
import { ChatLink } from '../../../ui/ChatLink.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { endLinks, type MadeLink, makeLink } from '../../api/decisions.ts';
import type { ListedEnrolment } from '../../api/enrolments.ts';
import type { MakeChange } from '../state/use-open-enrolment.ts';

type Called = Pick<ListedEnrolment, 'newPhone' | 'guardianPhone' | 'hasNewGuardian'> & Answers;

/** Whether a telephone came by a link that the family had, and nobody has confirmed it: no new link is for it. */
export const isPhoneUnconfirmed = (enrolment: Called): boolean =>
  enrolment.hasNewGuardian && isMinor(enrolment) && Boolean(enrolment.newPhone || enrolment.guardianPhone);

/** The number that a new link goes to: the one to call, of a minor the guardian's, if confirmed; '' for none. */
export function phoneToCall(enrolment: Called): string {
  const { guardianPhone, telefoneResponsavel, telefoneWhatsapp } = enrolment;
  const later = isPhoneUnconfirmed(enrolment)
    ? []
    : [newPhoneOf(enrolment), isMinor(enrolment) && guardianPhone];
  return String(
    [...later, isMinor(enrolment) && telefoneResponsavel, telefoneWhatsapp].find((phone) =>
      String(phone || '').trim(),
    ) ?? '',
  );
}

type AskProps = {
  /** As it is after the correction. */
  enrolment: Called;
  /** Null until somebody chose. */
  wanted: boolean | null;
  onChoose: (wanted: boolean) => void;
};

/** Asks whether the links end and a new one is made: yes, unless a telephone came by a link and is unconfirmed. */
export function AskNewLink({ enrolment, wanted, onChoose }: AskProps) {
  return (
    <label className="choice full-row" title={words.hint}>
      <input
        type="checkbox"
        checked={wanted ?? !isPhoneUnconfirmed(enrolment)}
        onChange={({ target }) => onChoose(target.checked)}
      />
      <span className="choice__text">
        {words.ask(phoneInWords(phoneToCall(enrolment)))}
        {isPhoneUnconfirmed(enrolment) && words.leftOut}
      </span>
    </label>
  );
}

/** Ends every link of an enrolment, makes another and offers the message that carries it; again where that failed. */
export function NewLink({ enrolment, change }: { enrolment: ListedEnrolment; change: MakeChange }) {
  const [made, setMade] = useState<MadeLink | 'failed' | null>(null);
  const phone = phoneToCall(enrolment);

  async function renew() {
    setMade(null);
    const { id } = enrolment;
    const isMade =
      (await change(() => endLinks(id), { waits: true })) &&
      (await change(() => makeLink(id, setMade), { waits: true }));
    if (!isMade) setMade('failed');
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is asked for
  useEffect(() => void renew(), []);

  if (made === null)
    return (
      <p role="status">
        <Spinner /> {words.making}
      </p>
    );
  if (made === 'failed')
    return (
      <>
        <p role="alert">{words.failed}</p>
        <SecondaryButton onClick={renew}>{words.again}</SecondaryButton>
      </>
    );
  const text = words.message(
    firstNameOf(enrolment),
    location.origin + situationPath(made.code),
    writtenDay(made.until),
  );
  const chat = chatLink(phone, text);
  return (
    <>
      <p role="status">{words.made}</p>
      <blockquote className="note break">{text}</blockquote>
      {chat && (
        <p>
          <ChatLink className="button" href={chat}>
            {words.send(phoneInWords(phone))}
            <span className="vh"> (abre em outra página)</span>
          </ChatLink>
        </p>
      )}
    </>
  );
}
