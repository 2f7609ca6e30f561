import { settingsPage } from '../../../content/settings.ts';
import { filledMessage } from '../../../domain/desk/own-message.ts';
import { numberProblem } from '../../../domain/setting-values.ts';
import { Choices } from '../../ui/fields/Choices.tsx';
import { TextArea, TextField } from '../../ui/fields/TextField.tsx';
import { type Settings, saveSettings } from '../api/settings.ts';
import { FormDialog } from '../controls/FormDialog.tsx';
import { TickBoxes } from '../controls/TickBoxes.tsx';
import { useUnsavedValue } from '../controls/unsaved.ts';
import type { Form } from '../controls/use-form.ts';
import {
  codesIn,
  kindsOfLines,
  read,
  type ShownSetting,
  saidOf,
  settingOf,
  shown,
  type TypedSettings,
  wordsOf,
} from './setting-values.ts';

const { periods, messages, yes, no } = settingsPage;

type Props = {
  title: string;
  /** What is saved together. */
  names: readonly ShownSetting[];
  settings: Settings;
};

/** Changes settings, each drawn by its kind, with the signed-in person's password. What is typed of a text stays as long as the session. */
export function SettingsDialog({ title, names, settings: { values: stored, waiting } }: Props) {
  const [name] = names as [ShownSetting];
  const unsaved = useUnsavedValue('setting', name);
  const { kind } = settingOf(name);
  /** What becomes of a setting where nothing is changed here. */
  const coming = (one: ShownSetting) =>
    waiting.find((wait) => wait.name === one)?.value ?? stored[one] ?? null;
  // What a colleague changes meanwhile is not written over.
  const changed = (typed: TypedSettings) =>
    names.map((one) => [one, read(one, typed[one])] as const).filter(([one, value]) => value !== coming(one));

  function check(typed: TypedSettings) {
    return Object.fromEntries(changed(typed).map(([one, value]) => [one, numberProblem(one, value)]));
  }

  return (
    <FormDialog<TypedSettings>
      title={title}
      initial={Object.fromEntries(names.map((one) => [one, shown(one, stored[one])]))}
      unsaved={kind === 'text' || kind === 'message' ? unsaved : undefined}
      check={check}
      disabled={(typed) => changed(typed).length === 0}
      password
      send={async (typed, password) => {
        const saved = await saveSettings(Object.fromEntries(changed(typed)), password);
        unsaved[1](undefined);
        return saidOf(name, saved);
      }}
    >
      {(form) => names.map((one) => <SettingField key={one} name={one} form={form} />)}
    </FormDialog>
  );
}

/** The field of a setting, by its kind. */
function SettingField({ name, form }: { name: ShownSetting; form: Form<TypedSettings> }) {
  const { values, text, choice, set } = form;
  const setting = settingOf(name);
  const { label, hint } = wordsOf(name);
  switch (setting.kind) {
    case 'switch':
      return (
        <div className="stack gap-2">
          <Choices legend={label} choices={{ yes, no }} {...choice(name)} chosen={values[name] ?? ''} />
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
            <blockquote className="notice notice--info as-typed">
              {filledMessage(values[name] || shown(name, ''), messages.example)}
            </blockquote>
          </div>
        </>
      );
    case 'list':
      return (
        <TickBoxes
          legend={label}
          choices={kindsOfLines}
          chosen={codesIn(values[name])}
          onChange={(off) => set({ [name]: off.join(' ') })}
        />
      );
    case 'number':
    case 'retention': {
      const about = { label, hint: setting.kind === 'number' ? hint : periods.hint(setting.unit) };
      return <TextField {...about} inputMode="numeric" autoComplete="off" {...text(name)} />;
    }
    default:
      return <TextArea label={label} hint={hint} rows={3} {...text(name)} />;
  }
}
