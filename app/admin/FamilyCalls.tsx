import { desk } from '../../content/desk.ts';
import { todayInBrazil } from '../../domain/dates.ts';
import { preparedMessages } from '../../domain/family-message.ts';
import type { Registration } from '../../domain/sheet.ts';
import { ChatLink } from '../ui/ChatLink.tsx';
import { type FollowUp, messagePrepared } from './follow-up.ts';
import { useKeepingTimes } from './keeping.tsx';
import type { Change } from './use-follow-up.ts';

/** Conversations with the text ready, the guardian's first when the person is under 18. That one was opened is noted; sending is a person's. Source: ux.md §8.5, §11.2. */
export function FamilyCalls({
  registration,
  state,
  change,
}: {
  registration: Registration;
  state: FollowUp;
  change: Change;
}) {
  const eraseOn = useKeepingTimes([registration.id]).get(registration.id)?.apagar_em ?? null;
  const messages = preparedMessages(registration, {
    situation: state.situacao,
    reason: state.motivo,
    confirmed: state.criterios.responsavel,
    eraseOn,
    today: todayInBrazil(),
  });
  return (
    <section className="follow-up__part">
      <h3 className="follow-up__title">{desk.tell}</h3>
      {messages.length === 0 && <p>{desk.noPhone}</p>}
      {messages.length > 0 && <p className="field__hint">{desk.tellHint}</p>}
      {messages.some(({ model }) => model === 'ainda-quer') && (
        <p className="notice notice--info">{desk.stillWantsHint}</p>
      )}
      {messages.map(({ to, model, text, link }) => (
        <div className="call" key={to}>
          <blockquote className="call__text">{text}</blockquote>
          <ChatLink
            className="button button--secondary"
            href={link}
            onClick={() => void change(() => messagePrepared(registration.id, model, to), 'waits')}
          >
            {to === 'responsavel' ? desk.callGuardian : desk.callPerson}
            <span className="vh"> (abre em outra página)</span>
          </ChatLink>
        </div>
      ))}
    </section>
  );
}
