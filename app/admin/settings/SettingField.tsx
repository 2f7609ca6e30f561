import { settingsPage } from '../../../content/settings.ts';
import { brazilianMoment } from '../../../domain/dates.ts';
import { filledMessage } from '../../../domain/desk/own-message.ts';
import { Button, SecondaryButton } from '../../ui/Button.tsx';
import { Choices } from '../../ui/fields/Choices.tsx';
import { Field, TextArea } from '../../ui/fields/TextField.tsx';
import type { WaitingPeriod } from '../api/settings.ts';
import type { Form } from '../controls/use-form.ts';
import { type ShownSetting, settingOf, type TypedSettings, wordsOf } from './setting-values.ts';

const { periods, messages, yes, no, save } = settingsPage;

/** The field of a setting, by its kind. What was said of the last saving goes when another choice is made. */
export function SettingField({ name, form }: { name: ShownSetting; form: Form<TypedSettings> }) {
  const { values, text, set, say } = form;
  const setting = settingOf(name);
  const { label, hint, choices = {} } = wordsOf(name);
  const choose = (value: string | boolean) => {
    say(null);
    set({ [name]: value });
  };

  switch (setting.kind) {
    case 'switch':
      return (
        <div className="settings__switch stack gap-2 wide">
          <Choices
            name={name}
            legend={label}
            choices={{ yes, no }}
            chosen={values[name] ? 'yes' : 'no'}
            onChange={(chosen) => choose(chosen === 'yes')}
          />
          <p className="field__hint">{hint}</p>
        </div>
      );
    case 'choice':
      return (
        <Choices
          name={name}
          legend={label}
          choices={choices}
          chosen={String(values[name])}
          onChange={choose}
        />
      );
    case 'message':
      return (
        <>
          <TextArea
            label={messages.text}
            hint={messages.places(setting.places.map((place) => `{${place}}`).join(', '))}
            rows={6}
            {...text(name)}
          />
          <div>
            <p className="field__label">{messages.reads}</p>
            <blockquote className="settings__reads as-typed">
              {filledMessage(String(values[name]), messages.example)}
            </blockquote>
          </div>
        </>
      );
    case 'retention': {
      const { problem, ...input } = text(name);
      return (
        <Field label={label} hint={periods.hint(periods.units[setting.unit])} problem={problem}>
          {(attributes) => (
            <div className="settings__row">
              <input
                {...attributes}
                {...input}
                className="field__input"
                inputMode="numeric"
                autoComplete="off"
              />
              <SecondaryButton type="submit" aria-label={`${save}: ${label}`}>
                {save}
              </SecondaryButton>
            </div>
          )}
        </Field>
      );
    }
    default:
      return <TextArea label={label} hint={hint} rows={3} {...text(name)} />;
  }
}

/** What saves a setting, by its kind; a period has its button beside the field. `onBack`: where a message is not the usual one. */
export function SettingButtons({ name, onBack }: { name: ShownSetting; onBack: (() => void) | null }) {
  const { label, save: rest } = wordsOf(name);
  switch (settingOf(name).kind) {
    case 'retention':
      return null;
    case 'text':
      return (
        <SecondaryButton type="submit">
          {save}
          <span className="vh">{rest}</span>
        </SecondaryButton>
      );
    case 'message':
      return (
        <div className="settings__row">
          <Button type="submit" aria-label={`${save}: ${label}`}>
            {save}
          </Button>
          {onBack && <SecondaryButton onClick={onBack}>{messages.back}</SecondaryButton>}
        </div>
      );
    default:
      return <Button type="submit">{save}</Button>;
  }
}

type WaitingProps = { name: ShownSetting; period: WaitingPeriod; onUndo: () => void };

/** A shorter period that waits for its day. */
export function Waiting({ name, period, onUndo }: WaitingProps) {
  const setting = settingOf(name);
  const unit = setting.kind === 'retention' ? periods.units[setting.unit] : '';
  return (
    <div className="notice notice--warning row between gap-3">
      <p>{periods.waits(`${period.value} ${unit}`, brazilianMoment(new Date(period.from)))}</p>
      <SecondaryButton aria-label={`${periods.undo}: ${wordsOf(name).label}`} onClick={onUndo}>
        {periods.undo}
      </SecondaryButton>
    </div>
  );
}
