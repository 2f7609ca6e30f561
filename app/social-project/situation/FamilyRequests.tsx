import { ownData } from '../../../content/own-data.ts';
import { situation } from '../../../content/situation.ts';
import { decoratedWhileTyping } from '../../../domain/enrolment/masks.ts';
import { phoneMatches } from '../../../domain/enrolment/phone.ts';
import { TextField } from '../../ui/fields/TextField.tsx';
import { OwnData } from './OwnData.tsx';
import { RequestCard } from './RequestCard.tsx';
import { type FamilySituation, sendRequest } from './situation-api.ts';
import { useRequest } from './use-request.ts';

const words = situation.requests;

const OPEN = { ...words.open, ...ownData.openRequests };

type Props = {
  code: string;
  answer: FamilySituation;
  onSent: (answer: FamilySituation, note: string) => void;
};

/** What can be asked for by the link: to withdraw, and another telephone, which the desk confirms; and one's own data. Source: docs/ux.md §6.5. */
export function FamilyRequests({ code, answer, onSent }: Props) {
  const { situacao, pedidos, proprio } = answer;
  const request = useRequest();
  const isOver = situacao === 'desistiu' || situacao === 'nao-aprovada';

  async function ask(kind: 'desistir' | 'telefone' | 'corrigir', given: object = {}) {
    const { answer: now, received, limited } = await sendRequest(code, kind, given);
    if (!now) return situation.nobody;
    onSent(now, received ? words.noted : limited ? words.tooMany : words.notNoted);
    return '';
  }

  return (
    <div className="situation__requests">
      <h2 className="title-3">{situation.need}</h2>
      {pedidos?.map((kind) => (
        <p key={kind}>{OPEN[kind]}</p>
      ))}
      {!isOver && !pedidos?.includes('desistir') && (
        <RequestCard
          kind="desistir"
          request={request}
          words={words.withdraw}
          onSend={() => ask('desistir')}
        />
      )}
      <RequestCard
        kind="telefone"
        request={request}
        words={words.telephone}
        field={(problem) => (
          <TextField
            label={words.telephoneLabel}
            problem={problem}
            name="telefone"
            type="tel"
            autoComplete="tel-national"
            onBlur={({ target }) => {
              target.value = decoratedWhileTyping('tel', target.value) ?? target.value;
            }}
          />
        )}
        onSend={(given) => {
          const phone = String(given.get('telefone')).trim();
          return phoneMatches(phone) ? ask('telefone', { telefone: phone }) : words.telephoneMissing;
        }}
      />
      {proprio === false && // which opens no data: these are written without being read
        Object.entries(words.moved).map(([column, title]) => (
          <RequestCard
            key={column}
            kind={column}
            request={request}
            words={{ title, send: words.send }}
            field={(problem) => (
              <TextField
                label={words.now}
                problem={problem}
                name={column}
                autoComplete="off"
                maxLength={300}
              />
            )}
            onSend={(given) => {
              const answer = String(given.get(column)).trim();
              return answer ? ask('corrigir', { mudancas: { [column]: answer } }) : words.nowMissing;
            }}
          />
        ))}
      <OwnData code={code} isOwn={proprio} onClose={(now) => onSent(now ?? { ...answer }, '')} />
    </div>
  );
}
