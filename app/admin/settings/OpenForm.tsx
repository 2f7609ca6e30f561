import { settingsPage } from '../../../content/settings.ts';
import {
  type ClosedTime,
  type ClosingOrder,
  closedTimes,
  orderProblem,
  stateInWords,
} from '../../../domain/closing.ts';
import { todayInBrazil } from '../../../domain/dates.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Choices } from '../../ui/fields/Choices.tsx';
import { DayField } from '../../ui/fields/TextField.tsx';
import { saveClosing } from '../api/settings.ts';
import { type Saving, useSettingForm } from './use-setting-form.tsx';

const words = settingsPage.open;

type Typed = { word: ClosingOrder['word'] | ''; first: string; last: string };

const EMPTY: Typed = { word: '', first: '', last: '' };

/** Opens and closes the enrolment, now or on a day. */
export function OpenForm({ state }: { state: ClosedTime | null }) {
  const { form, values, set, text, choice, said, reset, dialog } = useSettingForm<Typed>({
    initial: EMPTY,
    check: ({ word, first, last }) => {
      if (word === '') return { word: words.missing };
      return { first: orderProblem({ from: first || null, until: last || null }, todayInBrazil()) ?? '' };
    },
    plan,
  });

  function plan({ word, first, last }: Typed): Saving | string {
    const from = first === '' || first === todayInBrazil() ? null : first;
    const times = closedTimes({ word: word as ClosingOrder['word'], from, until: last || null }, state);
    if (times === 'closed already') return words.already;
    return {
      work: async (password) => {
        const saved = await saveClosing(times, password);
        reset();
        return saved === 'igual' ? settingsPage.same : settingsPage.saved;
      },
    };
  }

  return (
    <>
      <form className="desk-form stack gap-5 above-2" aria-labelledby="ajustes-abertas" {...form}>
        <p className="strong">{stateInWords(state)}</p>
        <Choices
          legend={words.legend}
          choices={words.choices}
          {...choice('word')}
          onChange={(word) => set({ ...values, word })}
        />
        <div className="settings__days wide">
          <DayField {...words.first} {...text('first')} />
          <DayField
            {...words.last}
            {...text('last')}
            onChange={({ target }) => set({ ...values, last: target.value })}
          />
        </div>
        <p className="field__hint">{words.begun}</p>
        {said && <Alert {...said} />}
        <Button type="submit">{settingsPage.save}</Button>
      </form>
      {dialog}
    </>
  );
}
