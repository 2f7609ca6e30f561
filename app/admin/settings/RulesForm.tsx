import { type FormEvent, useState } from 'react';
import { settingsPage } from '../../../content/settings.ts';
import type { SettingName, SettingValue } from '../../../domain/settings.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Choices } from '../../ui/fields/Choices.tsx';
import { NAMES, saveSettings } from '../api/settings.ts';
import { useSave } from './use-save.tsx';

const { rules: words, yes, no } = settingsPage;
const SWITCHES = ['guardian', 'email', 'strict'] as const;
type Changed = { [Name in SettingName]?: SettingValue };

/** What the form asks for and how strictly. */
export function RulesForm({ values }: { values: Readonly<Record<string, SettingValue>> }) {
  const { said, save, done, clear, dialog } = useSave();
  const [changed, setChanged] = useState<Changed>({});
  const now = { ...values, ...changed };

  function onChange(name: SettingName, value: SettingValue) {
    clear();
    setChanged({ ...changed, [name]: value });
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const wanted = Object.entries(changed).filter(([name, value]) => values[name] !== value);
    if (wanted.length === 0) return void done(settingsPage.same);
    save(async (password) => {
      await saveSettings(Object.fromEntries(wanted), password);
      setChanged({}); // what a colleague changes from now on is not written over
      return settingsPage.saved;
    });
  }

  return (
    <section className="desk-card stack panel gap-4" aria-labelledby="ajustes-regras">
      <h2 className="desk-card__title" id="ajustes-regras">
        {words.title}
      </h2>
      <form className="desk-form stack gap-5" aria-labelledby="ajustes-regras" noValidate onSubmit={onSubmit}>
        {SWITCHES.map((one) => (
          <div className="settings__switch stack gap-2 wide" key={one}>
            <Choices
              name={one}
              legend={words[one].legend}
              choices={{ yes, no }}
              chosen={now[NAMES[one]] ? 'yes' : 'no'}
              onChange={(chosen) => onChange(NAMES[one], chosen === 'yes')}
            />
            <p className="field__hint">{words[one].hint}</p>
          </div>
        ))}
        <Choices
          name="agreement"
          legend={words.agreement.legend}
          choices={words.agreement.choices}
          chosen={now[NAMES.agreement] === 'caixa' ? 'caixa' : 'declaracao'}
          onChange={(chosen) => onChange(NAMES.agreement, chosen)}
        />
        {said && <Alert {...said} />}
        <Button type="submit">{settingsPage.save}</Button>
      </form>
      {dialog}
    </section>
  );
}
