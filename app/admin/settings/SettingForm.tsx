import { settingsPage } from '../../../content/settings.ts';
import { isShorter, ownContacts, problemOf } from '../../../domain/setting-values.ts';
import type { SettingName, SettingValue } from '../../../domain/settings.ts';
import { Alert } from '../../ui/Alert.tsx';
import { type Settings, saveSettings } from '../api/settings.ts';
import { useUnsavedValue } from '../controls/unsaved.ts';
import { SettingButtons, SettingField, Waiting } from './SettingField.tsx';
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

const { periods, messages } = settingsPage;

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
    return { name, label: wordsOf(name).label, value, term: `${value} ${periods.units[setting.unit]}` };
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
        {waits && <Waiting name={name} period={waits} onUndo={() => form.save({ work: undo })} />}
        {form.said && <Alert {...form.said} />}
        <SettingButtons name={name} onBack={stored[name] ? () => form.save({ work: toUsual }) : null} />
      </form>
      {form.dialog}
    </>
  );
}
