import { desk } from '../../../content/desk.ts';
import { chatLink, phoneInWords, telLink } from '../../../domain/contact.ts';
import { brazilianMoment } from '../../../domain/dates.ts';
import { Button } from '../../ui/Button.tsx';
import { ChatLink } from '../../ui/ChatLink.tsx';
import type { FollowUp, Request } from '../api/follow-up.ts';

const words = desk.requests;

/** What the family asked for by its link, to be confirmed or dismissed, and the telephone that was confirmed. Source: docs/ux.md §8.5. */
export function Requests({
  state: { pedidos, telefoneNovo },
  busy,
  onAnswer,
}: {
  state: FollowUp;
  busy: boolean;
  onAnswer: (request: Request, confirmed: boolean) => void;
}) {
  if (pedidos.length === 0 && !telefoneNovo) return null;
  return (
    <section className="follow-up__part">
      <h3 className="follow-up__title">{words.title}</h3>
      {pedidos.map((request) => (
        <div className="notice notice--warning" key={request.id}>
          <p>
            {request.pedido === 'desistir'
              ? words.withdraw
              : words.telephone(phoneInWords(request.telefone ?? ''))}{' '}
            {words.asked(brazilianMoment(new Date(request.feitoEm)))}
          </p>
          <p className="field__hint">{words.hint}</p>
          <p className="actions">
            <Button variant="secondary" disabled={busy} onClick={() => onAnswer(request, true)}>
              {request.pedido === 'desistir' ? words.confirmWithdrawal : words.confirmTelephone}
            </Button>
            <Button variant="secondary" disabled={busy} onClick={() => onAnswer(request, false)}>
              {words.dismiss}
            </Button>
          </p>
        </div>
      ))}
      {telefoneNovo && <NewTelephone phone={telefoneNovo} />}
    </section>
  );
}

/** The number to call; the family's own answer stays in the sheet. */
function NewTelephone({ phone }: { phone: string }) {
  const [chat, call] = [chatLink(phone), telLink(phone)];
  return (
    <div className="notice notice--info">
      <p>{words.newTelephone(phoneInWords(phone))}</p>
      <p className="actions">
        {chat && (
          <ChatLink className="button button--secondary" href={chat}>
            {desk.callPerson}
            <span className="vh"> (abre em outra página)</span>
          </ChatLink>
        )}
        {call && <a href={call}>{desk.telephone(phoneInWords(phone))}</a>}
      </p>
    </div>
  );
}
