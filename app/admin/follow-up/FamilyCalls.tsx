import { desk } from '../../../content/desk.ts';
import { telLink, writtenPhone } from '../../../domain/contact.ts';
import { todayInBrazil } from '../../../domain/dates.ts';
import { preparedMessages } from '../../../domain/desk/family-message.ts';
import type { StoredEnrolment } from '../../../domain/desk/sheet.ts';
import { ChatLink } from '../../ui/ChatLink.tsx';
import { type FollowUp, recordPreparedMessage } from '../api/follow-up.ts';
import { useRetentionDates } from '../parts/RetentionNotice.tsx';
import type { Change } from './use-follow-up.ts';

/** Links to WhatsApp conversations with their text, the guardian's first for a person under 18. Opening one is recorded; a person sends it. Source: docs/ux.md §8.5, §11.2. */
export function FamilyCalls({
  enrolment,
  state,
  change,
}: {
  enrolment: StoredEnrolment;
  state: FollowUp;
  change: Change;
}) {
  const eraseOn = useRetentionDates([enrolment.id]).get(enrolment.id)?.apagar_em ?? null;
  const messages = preparedMessages(enrolment, {
    situation: state.situacao,
    reason: state.motivo,
    className: state.turma,
    firstDay: state.primeiroDia,
    confirmed: state.criterios.responsavel,
    eraseOn,
    today: todayInBrazil(),
  });
  return (
    <section className="follow-up__part">
      <h3 className="follow-up__title">{desk.notifyFamily}</h3>
      {messages.length === 0 && <p>{desk.noPhone}</p>}
      {messages.length > 0 && <p className="field__hint">{desk.notifyHint}</p>}
      {messages.some(({ model }) => model === 'ainda-quer') && (
        <p className="notice notice--info">{desk.stillWantsHint}</p>
      )}
      {messages.map(({ to, model, text, link }) => (
        <div className="call" key={to}>
          <blockquote className="call__text">{text}</blockquote>
          <ChatLink
            className="button button--secondary"
            href={link}
            onClick={() => void change(() => recordPreparedMessage(enrolment.id, model, to), 'waits')}
          >
            {to === 'responsavel' ? desk.callGuardian : desk.callPerson}
            <span className="vh"> (abre em outra página)</span>
          </ChatLink>
          <TelephoneLink enrolment={enrolment} to={to} />
        </div>
      ))}
    </section>
  );
}

function TelephoneLink({ enrolment, to }: { enrolment: StoredEnrolment; to: 'responsavel' | 'pessoa' }) {
  const { telefone_responsavel, telefone_whatsapp } = enrolment;
  const phone = String((to === 'responsavel' ? telefone_responsavel : telefone_whatsapp) ?? '');
  const link = telLink(phone);
  return link && <a href={link}>{desk.telephone(writtenPhone(phone))}</a>;
}
