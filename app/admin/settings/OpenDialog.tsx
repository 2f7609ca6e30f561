import { settingsPage } from '../../../content/settings.ts';
import { type ClosingOrder, closedTimes, orderProblem, stateInWords } from '../../../domain/closing.ts';
import { todayInBrazil } from '../../../domain/dates.ts';
import { Choices } from '../../ui/fields/Choices.tsx';
import { DayField, TextArea } from '../../ui/fields/TextField.tsx';
import { type Settings, saveOpening } from '../api/settings.ts';
import { FormDialog } from '../controls/FormDialog.tsx';
import { useUnsavedValue } from '../controls/unsaved.ts';
import { type ShownSetting, settingsOf, wordsOf } from './setting-values.ts';

const words = settingsPage.open;
/** What families read while it is closed: the one text that is none of the messages. */
const [SENTENCE] = settingsOf('text') as [ShownSetting];

type Typed = { word: ClosingOrder['word'] | ''; first: string; last: string; sentence: string };

/** Opens and closes the enrolment, now or on a day, and says why it is closed. */
export function OpenDialog({ settings: { closed, values } }: { settings: Settings }) {
  const unsaved = useUnsavedValue('setting', SENTENCE);
  const stored = String(values[SENTENCE] ?? '');

  function ordered({ word, first, last }: Typed) {
    const from = first === '' || first === todayInBrazil() ? null : first;
    return word === '' ? null : closedTimes({ word, from, until: last || null }, closed);
  }

  return (
    <FormDialog<Typed>
      title={words.title}
      initial={{ word: '', first: '', last: '', sentence: stored }}
      unsaved={unsaved}
      check={(typed) => ({
        word:
          typed.word === '' && (typed.first || typed.last)
            ? words.missing
            : ordered(typed) === 'closed already'
              ? words.already
              : '',
        first: orderProblem({ from: typed.first || null, until: typed.last || null }, todayInBrazil()) ?? '',
      })}
      disabled={({ word, first, last, sentence }) => !word && !first && !last && sentence.trim() === stored}
      password
      send={async (typed, password) => {
        const sentence = typed.sentence.trim();
        await saveOpening(ordered(typed), sentence === stored ? null : sentence, password);
        unsaved[1](undefined);
        return settingsPage.saved;
      }}
    >
      {({ text, choice }) => (
        <>
          <p>{stateInWords(closed)}</p>
          <Choices legend={words.legend} choices={words.choices} {...choice('word')} />
          <div className="row gap-4">
            <DayField {...words.first} {...text('first')} />
            <DayField {...words.last} {...text('last')} />
          </div>
          <p className="field__hint">{words.begun}</p>
          <TextArea {...wordsOf(SENTENCE)} rows={3} maxLength={300} {...text('sentence')} />
        </>
      )}
    </FormDialog>
  );
}
