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
  wordsOf,
} from './setting-values.ts';

const { periods, messages, yes, no } = settingsPage;

type Props = { title: string; name: ShownSetting; settings: Settings };

/** Changes a setting, drawn by its kind, with the signed-in person's password. What is typed of a message stays as long as the session. */
export function SettingsDialog({ title, name, settings: { values, waiting } }: Props) {
  const unsaved = useUnsavedValue('setting', name);
  /** What becomes of it where nothing is changed here. */
  const coming = waiting.find((wait) => wait.name === name)?.value ?? values[name] ?? null;

  return (
    <FormDialog<Typed>
      title={title}
      initial={{ value: shown(name, values[name]) }}
      unsaved={settingOf(name).kind === 'message' ? unsaved : undefined}
      check={({ value }) => ({ value: numberProblem(name, read(name, value)) })}
      disabled={({ value }) => read(name, value) === coming}
      password
      send={async ({ value }, password) => {
        const saved = await saveSettings({ [name]: read(name, value) }, password);
        unsaved[1](undefined);
        return saidOf(name, saved);
      }}
    >
      {(form) => <SettingField name={name} {...form} />}
    </FormDialog>
  );
}

/** As it stands in the form; a switch as `yes` or `no`, a list as its codes. */
type Typed = { value: string };

/** The field of a setting, by its kind. */
function SettingField({ name, values, text, choice, set }: Form<Typed> & { name: ShownSetting }) {
  const { value } = values;
  const setting = settingOf(name);
  const { label, hint } = wordsOf(name);
  switch (setting.kind) {
    case 'switch':
      return (
        <div className="stack gap-2">
          <Choices<string> legend={label} choices={{ yes, no }} {...choice('value')} />
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
            {...text('value')}
          />
          <div>
            <p className="field__label">{messages.reads}</p>
            <blockquote className="notice notice--info as-typed">
              {filledMessage(value || shown(name, ''), messages.example)}
            </blockquote>
          </div>
        </>
      );
    case 'list':
      return (
        <TickBoxes
          legend={label}
          choices={kindsOfLines}
          chosen={codesIn(value)}
          onChange={(off) => set({ value: off.join(' ') })}
        />
      );
    default: {
      const about = { label, hint: setting.kind === 'retention' ? periods.hint(setting.unit) : hint };
      return <TextField {...about} inputMode="numeric" autoComplete="off" {...text('value')} />;
    }
  }
}
