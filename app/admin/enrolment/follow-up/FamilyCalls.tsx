import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { desk } from '../../../../content/desk.ts';
import { telLink, writtenPhone } from '../../../../domain/contact.ts';
import { todayInBrazil } from '../../../../domain/dates.ts';
import { type PreparedMessage, preparedMessages } from '../../../../domain/desk/family-message.ts';
import { lastDay } from '../../../../domain/desk/retention.ts';
import { situationPath } from '../../../../domain/enrolment/protocol.ts';
import { SecondaryButton } from '../../../ui/Button.tsx';
import { ChatLink } from '../../../ui/ChatLink.tsx';
import { type MadeLink, makeLink, ownMessagesQuery, recordPreparedMessage } from '../../api/decisions.ts';
import type { Change } from '../../api/follow-up-shape.ts';
import { useRetentionDates } from '../../retention/RetentionNotice.tsx';
import type { Followed } from '../state/use-open-enrolment.ts';

/**
 * Links that open WhatsApp with a text, which a person sends; opening one is recorded. First the number that
 * the family gave later, which folds the others away; then the guardian's for a person under 18.
 * Source: docs/ux.md §8.5, §11.2.
 */
export function FamilyCalls({ enrolment, state, busy, change }: Followed) {
  const section = useRef<HTMLElement>(null);
  const [last, setLast] = useState<MadeLink | null>(null);
  const isOpen =
    last && state.history.find(({ action }) => ABOUT_LINKS.includes(action))?.action === 'novo-link';
  const made = isOpen ? last : null; // not one that was ended since
  const time = useRetentionDates([enrolment.id]).get(enrolment.id);
  const eraseOn = time?.eraseOn ?? null;
  const guardianUntil = time?.guardianUntil ?? '';
  const own = useQuery(ownMessagesQuery);
  const messages = preparedMessages(enrolment, {
    ...state,
    confirmed: state.criteria.responsavel,
    guardianUntil,
    eraseOn,
    link: made && { address: location.origin + situationPath(made.code), until: made.until },
    today: todayInBrazil(),
    own: own.data ?? {},
  });
  const called = messages.filter(({ isNew }) => isNew);
  const [current, former] =
    called.length > 0 ? [called, messages.filter(({ isNew }) => !isNew)] : [messages, []];
  async function addLink() {
    const answer = await change(async () => {
      const link = await makeLink(enrolment.id);
      if (link) setLast(link);
      return link?.state ?? null;
    });
    if (answer) section.current?.querySelector<HTMLElement>('.call .button')?.focus();
  }
  const call = ({ model, to, phone, isNew, text, link, carriesLink }: PreparedMessage) => {
    const address = telLink(phone);
    const telephone = address && <a href={address}>{desk.telephone(writtenPhone(phone))}</a>;
    const guardians = state.hasNewGuardian ? desk.unconfirmedGuardian : desk.guardianGave;
    const prepared = () => recordPreparedMessage(enrolment.id, model, to);
    return (
      <div className="call row small" key={`${to} ${phone}`}>
        {isNew && (
          <p className="strong full-row">
            {telephone}
            {phone === state.guardianPhone ? guardians : desk.changedTelephone}
          </p>
        )}
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
        {!isNew && telephone}
      </div>
    );
  };
  return (
    <section className="follow-up__part stack gap-4" ref={section}>
      <h3 className="subtitle">{desk.notifyFamily}</h3>
      {messages.length === 0 && <p>{desk.noPhone}</p>}
      {messages.length > 0 && <p className="field__hint">{desk.notifyHint}</p>}
      {messages.some(({ model }) => model === 'ainda-quer') && (
        <p className="notice notice--info">{desk.stillWantsHint}</p>
      )}
      {eraseOn && guardianUntil > lastDay(eraseOn) && <p className="field__hint">{desk.daysBeginAnew}</p>}
      <p role="status">{made && messages.some(({ carriesLink }) => carriesLink) && desk.linkMade}</p>
      {own.isPending || current.map(call)}
      {former.length > 0 && !own.isPending && (
        <details className="calls">
          <summary className="small">{desk.formerTelephones(former.length)}</summary>
          {former.map(call)}
        </details>
      )}
    </section>
  );
}

const ABOUT_LINKS: readonly Change['action'][] = ['novo-link', 'links-encerrados'];
