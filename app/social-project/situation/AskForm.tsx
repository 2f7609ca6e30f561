import { failures } from '../../../content/messages.ts';
import { situation } from '../../../content/situation.ts';
import { asciiDigits, readDate } from '../../../domain/dates.ts';
import { decoratedWhileTyping } from '../../../domain/enrolment/masks.ts';
import { TextField } from '../../ui/fields/TextField.tsx';
import { FamilyForm } from './FamilyForm.tsx';
import type { Question } from './situation-api.ts';

const words = situation.ask;

/** The form for families without a link: protocol and birth date. */
export const AskForm = ({ onAsk }: { onAsk: (question: Question) => Promise<void> }) => (
  <FamilyForm
    className="situation__form"
    label={words.title}
    words={{ send: words.submit, sending: words.searching }}
    problemsOf={(given) => {
      const { protocol, birth } = questionIn(given);
      return {
        ...(protocol.length !== 8 && { protocolo: words.protocolMissing }),
        ...(birth === '' && { nascimento: words.birthMissing }),
      };
    }}
    onSend={async (given) => {
      await onAsk(questionIn(given));
      return '';
    }}
    whyNot={() => failures.down}
    fields={(problems) => (
      <>
        <h2 className="title-3">{words.title}</h2>
        <p className="field__hint">{words.hint}</p>
        <TextField
          {...DIGITS}
          name="protocolo"
          label={words.protocol}
          hint={words.protocolHint}
          problem={problems.protocolo}
        />
        <TextField
          {...DIGITS}
          name="nascimento"
          label={words.birth}
          hint={words.birthHint}
          problem={problems.nascimento}
          onBlur={({ target }) => {
            target.value = decoratedWhileTyping('date', target.value) ?? target.value;
          }}
        />
      </>
    )}
  />
);

const DIGITS = { inputMode: 'numeric', autoComplete: 'off' } as const;

/** `birth`: `''` where it is none. */
function questionIn(given: FormData) {
  const birth = readDate(String(given.get('nascimento')));
  return {
    protocol: asciiDigits(String(given.get('protocolo'))).replace(/\D/g, ''),
    birth: typeof birth === 'string' ? birth : '',
  };
}
