import { type FormEvent, useState } from 'react';
import { settingsPage } from '../../../content/settings.ts';
import type { SettingName, SettingValue } from '../../../domain/settings.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Choices } from '../../ui/fields/Choices.tsx';
import { NAMES, saveSetting } from '../api/settings.ts';
import { useSave } from './use-save.ts';

const { rules: words, yes, no } = settingsPage;
const SWITCHES = ['guardian', 'email', 'strict'] as const;
type Changed = { [Name in SettingName]?: SettingValue };

/** What the form asks for and how strictly. */
export function RulesForm({ values }: { values: Readonly<Record<string, SettingValue>> }) {
  const { saving, said, save, clear } = useSave();
  const [changed, setChanged] = useState<Changed>({});
  const now = { ...values, ...changed };

  function onChange(name: SettingName, value: SettingValue) {
    clear();
    setChanged({ ...changed, [name]: value });
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const done = await save(async () => {
      const wanted = Object.entries(changed).filter(([name, value]) => values[name] !== value);
      for (const [name, value] of wanted) await saveSetting(name as SettingName, value);
      return wanted.length > 0 ? settingsPage.saved : settingsPage.same;
    });
    if (done) setChanged({}); // what a colleague changes from now on is not written over
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
        <Button type="submit" busyText={saving && settingsPage.saving}>
          {settingsPage.save}
        </Button>
      </form>
    </section>
  );
}
