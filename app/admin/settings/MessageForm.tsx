import { type FormEvent, useState } from 'react';
import type { FamilyMessage } from '../../../content/family-messages.ts';
import { settingsPage } from '../../../content/settings.ts';
import { filledMessage, settingOf, usualMessage } from '../../../domain/desk/own-message.ts';
import type { Setting } from '../../../domain/rule-settings.ts';
import { ownContacts, problemOf } from '../../../domain/setting-values.ts';
import { SETTINGS } from '../../../domain/settings.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button, SecondaryButton } from '../../ui/Button.tsx';
import { TextArea } from '../../ui/fields/TextField.tsx';
import { saveSettings } from '../api/settings.ts';
import { useUnsavedValue } from '../controls/unsaved.ts';
import { useSave } from './use-save.tsx';

const words = settingsPage.messages;

/** One message, with how it reads. `stored`: '' for the usual. */
export function MessageForm({ model, stored }: { model: FamilyMessage; stored: string }) {
  const { said, save, clear, dialog } = useSave();
  const [typed, setTyped] = useUnsavedValue('setting', model);
  const [problem, setProblem] = useState<string>();
  const name = settingOf(model);
  const setting: Setting = SETTINGS[name];
  const usual = usualMessage(model);
  const text = typed ?? (stored || usual);
  const places = setting.kind === 'message' ? setting.places.map((place) => `{${place}}`).join(', ') : '';

  const store = (value: string, sentence: string) =>
    save(async (password) => {
      await saveSettings({ [name]: value }, password);
      setTyped(undefined);
      return sentence;
    });

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    clear();
    const value = text.trim();
    const wrong = problemOf(name, value, ownContacts(location.host));
    setProblem(wrong ?? undefined);
    if (!wrong) store(value === usual ? '' : value, settingsPage.saved);
  }

  return (
    <>
      <form className="desk-form stack gap-5" noValidate onSubmit={onSubmit}>
        <TextArea
          label={words.text}
          hint={words.places(places)}
          problem={problem}
          rows={6}
          value={text}
          onChange={(event) => {
            setTyped(event.target.value);
            setProblem(undefined);
          }}
        />
        <div>
          <p className="field__label">{words.reads}</p>
          <blockquote className="settings__reads as-typed">{filledMessage(text, words.example)}</blockquote>
        </div>
        {said && <Alert {...said} />}
        <div className="settings__row">
          <Button type="submit" aria-label={`${settingsPage.save}: ${words[model]}`}>
            {settingsPage.save}
          </Button>
          {stored !== '' && (
            <SecondaryButton onClick={() => store('', words.backDone)}>{words.back}</SecondaryButton>
          )}
        </div>
      </form>
      {dialog}
    </>
  );
}
