import { type FormEvent, useRef, useState } from 'react';
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
import { Field } from '../../ui/fields/TextField.tsx';
import { saveClosing } from '../api/settings.ts';
import { useSave } from './use-save.tsx';

const words = settingsPage.open;
const DAYS = ['first', 'last'] as const;

/** Opens and closes the enrolment, now or on a day. */
export function OpenForm({ state }: { state: ClosedTime | null }) {
  const { said, save, done, clear, dialog } = useSave();
  const [word, setWord] = useState<ClosingOrder['word'] | ''>('');
  const [days, setDays] = useState({ first: '', last: '' });
  const [problem, setProblem] = useState<{ word?: string; days?: string }>({});
  const firstChoice = useRef<HTMLInputElement>(null);
  const firstDay = useRef<HTMLInputElement>(null);

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    clear();
    if (word === '') {
      setProblem({ word: words.missing });
      return firstChoice.current?.focus();
    }
    const today = todayInBrazil();
    const order: ClosingOrder = {
      word,
      from: days.first === '' || days.first === today ? null : days.first,
      until: days.last || null,
    };
    const wrong = orderProblem({ ...order, from: order.from ?? (days.first || null) }, today);
    setProblem(wrong ? { days: wrong } : {});
    if (wrong) return firstDay.current?.focus();
    const times = closedTimes(order, state);
    if (times === 'closed already') return void done(words.already);
    save(async (password) => {
      const saved = await saveClosing(times, password);
      setWord('');
      setDays({ first: '', last: '' });
      return saved === 'igual' ? settingsPage.same : settingsPage.saved;
    });
  }

  return (
    <>
      <form
        className="desk-form stack gap-5"
        aria-labelledby="ajustes-abertas"
        noValidate
        onSubmit={onSubmit}
      >
        <h2 className="desk-card__title" id="ajustes-abertas">
          {words.title}
        </h2>
        <p className="strong">{stateInWords(state)}</p>
        <Choices
          name="inscricoes"
          legend={words.legend}
          choices={words.choices}
          chosen={word}
          problem={problem.word ?? ''}
          onChange={(chosen) => {
            setWord(chosen);
            setProblem({});
          }}
          firstInput={firstChoice}
        />
        <div className="settings__days wide">
          {DAYS.map((name) => (
            <Field key={name} {...words[name]} problem={name === DAYS[0] ? problem.days : undefined}>
              {(attributes) => (
                <input
                  {...attributes}
                  className="field__input"
                  type="date"
                  value={days[name]}
                  onChange={(event) => {
                    setDays({ ...days, [name]: event.target.value });
                    setProblem({});
                  }}
                  ref={name === DAYS[0] ? firstDay : undefined}
                />
              )}
            </Field>
          ))}
        </div>
        <p className="field__hint">{words.begun}</p>
        {said && <Alert {...said} />}
        <Button type="submit">{settingsPage.save}</Button>
      </form>
      {dialog}
    </>
  );
}
