import { ownData } from '../../../content/own-data.ts';
import { situation } from '../../../content/situation.ts';
import { decoratedWhileTyping } from '../../../domain/enrolment/masks.ts';
import { phoneMatches } from '../../../domain/enrolment/phone.ts';
import { TextField } from '../../ui/fields/TextField.tsx';
import { OwnData } from './OwnData.tsx';
import { RequestCard } from './RequestCard.tsx';
import { type FamilySituation, sendRequest } from './situation-api.ts';

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
        <RequestCard words={words.withdraw} onSend={() => ask('desistir')} />
      )}
      <RequestCard
        words={words.telephone}
        fields={({ telefone }) => (
          <TextField
            label={words.telephoneLabel}
            problem={telefone}
            name="telefone"
            type="tel"
            autoComplete="tel-national"
            onBlur={({ target }) => {
              target.value = decoratedWhileTyping('tel', target.value) ?? target.value;
            }}
          />
        )}
        problemsOf={(given) =>
          phoneMatches(textIn(given, 'telefone')) ? {} : { telefone: words.telephoneMissing }
        }
        onSend={(given) => ask('telefone', { telefone: textIn(given, 'telefone') })}
      />
      {proprio === false && // which opens no data: these are written without being read
        Object.entries(words.moved).map(([column, title]) => (
          <RequestCard
            key={column}
            words={{ title, send: words.send }}
            fields={(problems) => (
              <TextField
                label={words.now}
                problem={problems[column]}
                name={column}
                autoComplete="off"
                maxLength={300}
              />
            )}
            problemsOf={(given) => (textIn(given, column) ? {} : { [column]: words.nowMissing })}
            onSend={(given) => ask('corrigir', { mudancas: { [column]: textIn(given, column) } })}
          />
        ))}
      <OwnData code={code} isOwn={proprio} onClose={(now) => onSent(now ?? { ...answer }, '')} />
    </div>
  );
}

const textIn = (given: FormData, name: string) => String(given.get(name)).trim();
