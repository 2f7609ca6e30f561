import { useState } from 'react';
import { desk } from '../../../../content/desk.ts';
import { newLink as words } from '../../../../content/new-link.ts';
import { chatLink, phoneInWords } from '../../../../domain/contact.ts';
import { writtenDay } from '../../../../domain/dates.ts';
import { type Answers, firstNameOf, isMinor, newPhoneOf } from '../../../../domain/desk/sheet.ts';
import { situationPath } from '../../../../domain/enrolment/protocol.ts';
import { SecondaryButton } from '../../../ui/Button.tsx';
import { ChatLink } from '../../../ui/ChatLink.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { endLinks, type MadeLink, makeLink } from '../../api/decisions.ts';
import type { ListedEnrolment } from '../../api/enrolments.ts';
import { FormDialog } from '../../controls/FormDialog.tsx';
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

type Props = { enrolment: ListedEnrolment; change: MakeChange; onClose: () => void };

/**
 * Once a correction says where the person is to be found: asks to end every link of the enrolment and to make
 * another, and then offers the message that carries it.
 */
export function NewLinkDialog({ enrolment, change, onClose }: Props) {
  const [made, setMade] = useState<MadeLink | null>(null);
  const { id } = enrolment;
  const phone = phoneToCall(enrolment);

  async function send() {
    const isMade =
      (await change(() => endLinks(id), { waits: true })) &&
      (await change(() => makeLink(id, setMade), { waits: true }));
    if (!isMade) throw new Error('no link was made');
  }

  if (!made)
    return (
      <FormDialog
        title={words.title}
        submit={words.make}
        busy={words.making}
        cancel={words.leave}
        send={send}
        explain={() => words.failed}
        onClose={onClose}
      >
        <p>
          {words.ask(phoneInWords(phone))}
          {isPhoneUnconfirmed(enrolment) && words.leftOut}
        </p>
        <p className="field__hint">{words.hint}</p>
      </FormDialog>
    );
  const address = location.origin + situationPath(made.code);
  const text = words.message(firstNameOf(enrolment), address, writtenDay(made.until));
  const chat = chatLink(phone, text);
  return (
    <Dialog
      title={words.title}
      className="dialog--small"
      onClose={onClose}
      footer={<SecondaryButton onClick={onClose}>{desk.close}</SecondaryButton>}
    >
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
    </Dialog>
  );
}
