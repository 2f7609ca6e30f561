import { desk } from '../../../../content/desk.ts';
import { telLink, writtenPhone } from '../../../../domain/contact.ts';
import { laterDay, todayInBrazil } from '../../../../domain/dates.ts';
import { type PreparedMessage, preparedMessages } from '../../../../domain/desk/family-message.ts';
import { ChatLink } from '../../../ui/ChatLink.tsx';
import { recordPreparedMessage } from '../../api/decisions.ts';
import { useRetentionDates } from '../../retention/RetentionNotice.tsx';
import type { Followed } from '../state/use-open-enrolment.ts';

/** Links to WhatsApp conversations with their text, the guardian's first for a person under 18, before all the number that the family gave later; then the answers' own are folded away. Opening one is recorded; a person sends it. Source: docs/ux.md §8.5, §11.2. */
export function FamilyCalls({ enrolment, state, change }: Omit<Followed, 'busy'>) {
  const time = useRetentionDates([enrolment.id]).get(enrolment.id);
  const eraseOn = time?.eraseOn ?? null;
  const guardianUntil = time?.guardianUntil ?? '';
  const messages = preparedMessages(enrolment, {
    ...state,
    confirmed: state.criteria.responsavel,
    guardianUntil,
    eraseOn,
    today: todayInBrazil(),
  });
  const called = messages.filter(({ isNew }) => isNew);
  const [current, former] =
    called.length > 0 ? [called, messages.filter(({ isNew }) => !isNew)] : [messages, []];
  const call = (message: PreparedMessage) => (
    <Call
      key={`${message.to} ${message.phone}`}
      message={message}
      isGuardians={message.phone === state.guardianPhone}
      onPrepared={() =>
        void change(() => recordPreparedMessage(enrolment.id, message.model, message.to), { waits: true })
      }
    />
  );
  return (
    <section className="follow-up__part">
      <h3 className="follow-up__title">{desk.notifyFamily}</h3>
      {messages.length === 0 && <p>{desk.noPhone}</p>}
      {messages.length > 0 && <p className="field__hint">{desk.notifyHint}</p>}
      {messages.some(({ model }) => model === 'ainda-quer') && (
        <p className="notice notice--info">{desk.stillWantsHint}</p>
      )}
      {eraseOn && guardianUntil && laterDay(guardianUntil, 1) > eraseOn && (
        <p className="field__hint">{desk.daysBeginAnew}</p>
      )}
      {current.map(call)}
      {former.length > 0 && (
        <details className="calls">
          <summary>{desk.formerTelephones(former.length)}</summary>
          {former.map(call)}
        </details>
      )}
    </section>
  );
}

type CallProps = { message: PreparedMessage; isGuardians: boolean; onPrepared: () => void };

function Call({ message, isGuardians, onPrepared }: CallProps) {
  const { to, phone, isNew, text, link } = message;
  const call = telLink(phone);
  const telephone = call && <a href={call}>{desk.telephone(writtenPhone(phone))}</a>;
  return (
    <div className="call">
      {isNew && (
        <p className="call__new">
          {telephone}
          {isGuardians ? desk.guardianGave : desk.changedTelephone}
        </p>
      )}
      <blockquote className="call__text">{text}</blockquote>
      <ChatLink className="button button--secondary" href={link} onClick={onPrepared}>
        {isNew ? desk.callNew : to === 'responsavel' ? desk.callGuardian : desk.callPerson}
        <span className="vh"> (abre em outra página)</span>
      </ChatLink>
      {!isNew && telephone}
    </div>
  );
}
