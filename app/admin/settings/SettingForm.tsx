import { settingsPage } from '../../../content/settings.ts';
import { brazilianMoment } from '../../../domain/dates.ts';
import { filledMessage } from '../../../domain/desk/own-message.ts';
import { isShorter, ownContacts, problemOf } from '../../../domain/setting-values.ts';
import type { SettingName, SettingValue } from '../../../domain/settings.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button, SecondaryButton } from '../../ui/Button.tsx';
import { Choices } from '../../ui/fields/Choices.tsx';
import { Field, TextArea } from '../../ui/fields/TextField.tsx';
import { type Settings, saveSettings } from '../api/settings.ts';
import { useUnsavedValue } from '../controls/unsaved.ts';
import type { Form } from '../controls/use-form.ts';
import {
  read,
  type ShownSetting,
  saidOf,
  settingOf,
  shown,
  type TypedSettings,
  wordsOf,
} from './setting-values.ts';
import { type Saving, useSettingForm } from './use-setting-form.tsx';

const { periods, messages, yes, no, save } = settingsPage;

/** Of one kind of setting, where it does not look as the others do. */
const LOOKS: Record<string, string> = {
  text: 'desk-form stack gap-5 settings__part',
  retention: 'settings__period stack gap-3',
};

type Props = {
  /** What is saved together: one setting, or the rules of the form. */
  names: readonly [ShownSetting, ...ShownSetting[]];
  settings: Settings;
  /** The title that the form stands under. */
  labelledBy?: string;
};

/** Settings that are saved together, each drawn by its kind. A text keeps what is typed as long as the session. */
export function SettingForm({ names, settings: { values: stored, waiting }, labelledBy }: Props) {
  const [name] = names;
  const setting = settingOf(name);
  const unsaved = useUnsavedValue('setting', name);
  const form = useSettingForm<TypedSettings>({
    initial: Object.fromEntries(names.map((one) => [one, shown(one, stored[one])])),
    unsaved: setting.kind === 'text' || setting.kind === 'message' ? unsaved : undefined,
    check: (typed) => {
      const own = ownContacts(location.host);
      return Object.fromEntries(names.map((one) => [one, problemOf(one, read(one, typed[one]), own) ?? '']));
    },
    plan,
  });
  const waits = waiting.find((one) => one.name === name);
  const { label } = wordsOf(name);
  const termOf = (value: number) =>
    setting.kind === 'retention' ? `${value} ${periods.units[setting.unit]}` : '';

  function plan(typed: TypedSettings): Saving | string {
    const all = names.map((one) => [one, read(one, typed[one])] as const);
    // Of several, those that were changed here: what a colleague changes meanwhile is not written over.
    const wanted = all.filter(([one, value]) => names.length === 1 || value !== stored[one]);
    if (wanted.length === 0) return settingsPage.same;
    return { work: (password) => store(Object.fromEntries(wanted), password), shorter: shorter(typed) };
  }

  async function store(changes: { [Name in SettingName]?: SettingValue }, password: string): Promise<string> {
    const saved = await saveSettings(changes, password);
    form.reset();
    return saidOf(name, saved);
  }

  /** A period that becomes shorter than it is, and does not wait for its day already. */
  function shorter(typed: TypedSettings): Saving['shorter'] {
    const value = read(name, typed[name]);
    if (setting.kind !== 'retention' || typeof value !== 'number') return;
    if (!isShorter(stored[name] ?? null, value) || waits?.value === value) return;
    return { name, label, value, term: termOf(value) };
  }

  const undo = async (password: string) => {
    await saveSettings({ [name]: stored[name] ?? null }, password);
    return periods.undone;
  };
  const toUsual = async (password: string) => {
    await store({ [name]: '' }, password);
    return messages.backDone;
  };

  return (
    <>
      <form
        className={LOOKS[setting.kind] ?? 'desk-form stack gap-5'}
        aria-labelledby={labelledBy}
        {...form.form}
      >
        {names.map((one) => (
          <SettingField key={one} name={one} form={form} />
        ))}
        {waits && (
          <div className="notice notice--warning row between gap-3">
            <p>{periods.waits(termOf(waits.value), brazilianMoment(new Date(waits.from)))}</p>
            <SecondaryButton
              aria-label={`${periods.undo}: ${label}`}
              onClick={() => form.save({ work: undo })}
            >
              {periods.undo}
            </SecondaryButton>
          </div>
        )}
        {form.said && <Alert {...form.said} />}
        <SettingButtons name={name} onBack={stored[name] ? () => form.save({ work: toUsual }) : null} />
      </form>
      {form.dialog}
    </>
  );
}

/** The field of a setting, by its kind. What was said of the last saving goes when another choice is made. */
function SettingField({ name, form }: { name: ShownSetting; form: Form<TypedSettings> }) {
  const { values, text, set, say } = form;
  const setting = settingOf(name);
  const { label, hint, choices = { yes, no } } = wordsOf(name);

  switch (setting.kind) {
    case 'switch':
    case 'choice':
      return (
        <div className={setting.kind === 'switch' ? 'settings__switch stack gap-2' : undefined}>
          <Choices
            name={name}
            legend={label}
            choices={choices}
            chosen={values[name] ?? ''}
            onChange={(chosen) => {
              say(null);
              set({ [name]: chosen });
            }}
          />
          {hint && <p className="field__hint">{hint}</p>}
        </div>
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
              {filledMessage(values[name] ?? '', messages.example)}
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
function SettingButtons({ name, onBack }: { name: ShownSetting; onBack: (() => void) | null }) {
  const { label, save: rest } = wordsOf(name);
  const { kind } = settingOf(name);
  if (kind === 'retention') return null;
  return (
    <div className="settings__row">
      <Button
        type="submit"
        variant={kind === 'text' ? 'secondary' : 'primary'}
        aria-label={kind === 'message' ? `${save}: ${label}` : undefined}
      >
        {save}
        {rest && <span className="vh">{rest}</span>}
      </Button>
      {kind === 'message' && onBack && <SecondaryButton onClick={onBack}>{messages.back}</SecondaryButton>}
    </div>
  );
}
