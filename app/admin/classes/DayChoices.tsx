import { useId } from 'react';
import { classes } from '../../../content/classes.ts';
import { WEEKDAYS } from '../../../domain/opening-hours.ts';
import { FROM_MONDAY } from '../../../domain/timetable.ts';

const words = classes.form;

type Props = { days: readonly number[]; onChange: (days: number[]) => void };

/** The weekdays of a class, from Monday on; `days` are indexes, Sunday 0. */
export function DayChoices({ days, onChange }: Props) {
  const hintId = useId();
  return (
    <fieldset className="field" aria-describedby={hintId}>
      <legend className="field__label">{words.days}</legend>
      <p className="field__hint" id={hintId}>
        {words.daysHint}
      </p>
      <div className="choices classes__days">
        {FROM_MONDAY.map((day) => (
          <label className="choice" key={day}>
            <input
              type="checkbox"
              checked={days.includes(day)}
              onChange={({ target }) =>
                onChange(target.checked ? [...days, day] : days.filter((other) => other !== day))
              }
            />
            <span className="choice__text">{WEEKDAYS[day]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
