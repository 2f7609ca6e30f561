import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { desk } from '../../../../content/desk.ts';
import { openEnrolment } from '../../../../content/open-enrolment.ts';
import { telLink, writtenPhone } from '../../../../domain/contact.ts';
import { todayInBrazil } from '../../../../domain/dates.ts';
import {
  type AnsweredRequest,
  type PreparedMessage,
  preparedMessages,
} from '../../../../domain/desk/family-message.ts';
import { lastDay } from '../../../../domain/desk/retention.ts';
import type { StoredEnrolment } from '../../../../domain/desk/sheet.ts';
import { situationPath } from '../../../../domain/enrolment/protocol.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { SecondaryButton } from '../../../ui/Button.tsx';
import { ChatLink } from '../../../ui/ChatLink.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import {
  endLinks,
  type MadeLink,
  makeLink,
  ownMessagesQuery,
  recordPreparedMessage,
} from '../../api/decisions.ts';
import type { Change, FollowUp } from '../../api/follow-up.ts';
import { FormDialog } from '../../controls/FormDialog.tsx';
import { useRetentionDates } from '../../retention/RetentionNotice.tsx';
import type { Followed, OpenedEnrolment } from '../state/use-open-enrolment.ts';

/**
 * The messages to a family as they read now, with `made`, a link for it; `isPending`: the direção's own wording is
 * not known yet. `just`: they tell what was done this moment, a decision or the answer to a request, which comes
 * before a question about erasing.
 */
export function useMessages(
  enrolment: StoredEnrolment,
  state: FollowUp,
  made: MadeLink | null,
  just?: { answered?: AnsweredRequest },
) {
  const own = useQuery(ownMessagesQuery);
  const time = useRetentionDates([enrolment.id]).get(enrolment.id);
  const eraseOn = time?.eraseOn ?? null;
  const guardianUntil = time?.guardianUntil ?? '';
  const messages = preparedMessages(enrolment, {
    ...state,
    confirmed: state.criteria.responsavel,
    guardianUntil,
    eraseOn: just ? null : eraseOn,
    link: made && { address: location.origin + situationPath(made.code), until: made.until },
    today: todayInBrazil(),
    answered: just?.answered,
    own: own.data ?? {},
  });
  return { messages, isPending: own.isPending, eraseOn, guardianUntil };
}

const ABOUT_LINKS: readonly Change['action'][] = ['novo-link', 'links-encerrados'];

type DialogProps = { opened: OpenedEnrolment; onClose: () => void };

/**
 * Links that open WhatsApp with a text, which a person sends; opening one is recorded. First the number that
 * the family gave later, which folds the others away; then the guardian's for a person under 18.
 * Source: docs/ux.md §8.5, §11.2.
 */
export function MessagesDialog({ opened, onClose }: DialogProps) {
  const { followed, screen } = opened;
  return (
    <Dialog
      title={desk.notifyFamily}
      className="dialog--small"
      onClose={onClose}
      footer={<SecondaryButton onClick={onClose}>{desk.close}</SecondaryButton>}
    >
      {screen.problem && <Alert title={screen.problem} />}
      {followed && <FamilyCalls {...followed} />}
    </Dialog>
  );
}

export function FamilyCalls({ enrolment, state, busy, change }: Followed) {
  const place = useRef<HTMLDivElement>(null);
  const [last, setLast] = useState<MadeLink | null>(null);
  const isOpen =
    last && state.history.find(({ action }) => ABOUT_LINKS.includes(action))?.action === 'novo-link';
  const made = isOpen ? last : null; // not one that was ended since
  const { messages, isPending, eraseOn, guardianUntil } = useMessages(enrolment, state, made);
  const later = messages.filter(({ isNew }) => isNew);
  const former = later.length > 0 ? messages.filter(({ isNew }) => !isNew) : [];

  async function addLink() {
    if (await change(() => makeLink(enrolment.id, setLast)))
      place.current?.querySelector<HTMLElement>('.call .button')?.focus();
  }
  const call = ({ model, to, phone, isNew, text, link, carriesLink }: PreparedMessage) => {
    const address = telLink(phone);
    const telephone = address && <a href={address}>{desk.telephone(writtenPhone(phone))}</a>;
    const guardians = state.hasNewGuardian ? desk.unconfirmedGuardian : desk.guardianGave;
    const prepared = () => recordPreparedMessage(enrolment.id, model, to);
    return (
      <div className="call row small" key={`${to} ${phone}`}>
        <p className="strong full-row">
          {telephone}
          {isNew && (phone === state.guardianPhone ? guardians : desk.changedTelephone)}
        </p>
        <blockquote className="call__text note break full-row">{text}</blockquote>
        {carriesLink && !made ? (
          <SecondaryButton disabled={busy} onClick={addLink}>
            {desk.notify}
          </SecondaryButton>
        ) : (
          <ChatLink
            className="button button--secondary"
            href={link}
            onClick={() => void change(prepared, { waits: true })}
          >
            {isNew ? desk.callNew : to === 'responsavel' ? desk.callGuardian : desk.callPerson}
            <span className="vh"> (abre em outra página)</span>
          </ChatLink>
        )}
      </div>
    );
  };
  return (
    <div className="follow-up__part stack gap-4" ref={place}>
      {messages.length === 0 ? <p>{desk.noPhone}</p> : <p className="field__hint">{desk.notifyHint}</p>}
      {messages.some(({ model }) => model === 'ainda-quer') && (
        <p className="notice notice--info">{desk.stillWantsHint}</p>
      )}
      {eraseOn && guardianUntil > lastDay(eraseOn) && <p className="field__hint">{desk.daysBeginAnew}</p>}
      <p role="status">{made && messages.some(({ carriesLink }) => carriesLink) && desk.linkMade}</p>
      {!isPending && (later.length > 0 ? later : messages).map(call)}
      {!isPending && former.length > 0 && (
        <details className="calls">
          <summary className="small">{desk.formerTelephones(former.length)}</summary>
          {former.map(call)}
        </details>
      )}
    </div>
  );
}

/** For a link that went to somebody else: ends all of an enrolment, the family's own too. Source: docs/ux.md §8.5. */
export function LinksDialog({ opened: { enrolment, screen, change }, onClose }: DialogProps) {
  const words = openEnrolment.links;
  const end = async () => {
    if (await change(() => endLinks(enrolment.id), { waits: true, said: words.ended })) onClose();
  };
  return (
    <FormDialog title={words.title} submit={words.end} busy={words.ending} send={end} onClose={onClose}>
      <p>{words.hint}</p>
      {screen.problem && <Alert title={screen.problem} />}
    </FormDialog>
  );
}
