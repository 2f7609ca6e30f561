import { desk } from '../../../content/desk.ts';
import { phoneInWords } from '../../../domain/contact.ts';
import { brazilianMoment } from '../../../domain/dates.ts';
import { Button } from '../../ui/Button.tsx';
import type { FollowUp, Request } from '../api/follow-up.ts';

const words = desk.requests;

/** What the family asked for by its link, to be confirmed or dismissed. Source: docs/ux.md §8.5. */
export function Requests({
  state: { pedidos },
  busy,
  onAnswer,
}: {
  state: FollowUp;
  busy: boolean;
  onAnswer: (request: Request, confirmed: boolean) => void;
}) {
  if (pedidos.length === 0) return null;
  return (
    <section className="follow-up__part">
      <h3 className="follow-up__title">{words.title}</h3>
      {pedidos.map((request) => (
        <div className="notice notice--warning" key={request.id}>
          <p>
            {request.tipo === 'desistir'
              ? words.withdraw
              : words.telephone(
                  phoneInWords(request.telefone ?? '')
                    .replace(' ', '\u00A0')
                    .replace('-', '\u2011'),
                )}{' '}
            {words.asked(brazilianMoment(new Date(request.feitoEm)))}
          </p>
          <p className="field__hint">{words.hint}</p>
          <p className="request__actions">
            <Button variant="secondary" disabled={busy} onClick={() => onAnswer(request, true)}>
              {request.tipo === 'desistir' ? words.confirmWithdrawal : words.confirmTelephone}
            </Button>
            <Button variant="secondary" disabled={busy} onClick={() => onAnswer(request, false)}>
              {words.dismiss}
              <span className="vh"> {words.dismissed}</span>
            </Button>
          </p>
        </div>
      ))}
    </section>
  );
}
