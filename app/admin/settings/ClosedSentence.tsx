import { type FormEvent, useState } from 'react';
import { settingsPage } from '../../../content/settings.ts';
import { ownContacts, problemOf } from '../../../domain/setting-values.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { TextArea } from '../../ui/fields/TextField.tsx';
import { NAMES, saveSettings } from '../api/settings.ts';
import { useUnsavedValue } from '../controls/unsaved.ts';
import { useSave } from './use-save.tsx';

const { open: words, save: saveWord, saved } = settingsPage;

/** What families read while the enrolment is closed. */
export function ClosedSentence({ stored }: { stored: string }) {
  const { said, save, clear, dialog } = useSave();
  const [typed, setTyped] = useUnsavedValue('setting', 'sentence');
  const [problem, setProblem] = useState<string>();
  const text = typed ?? stored;

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    clear();
    const wrong = problemOf(NAMES.sentence, text.trim(), ownContacts(location.host));
    setProblem(wrong ?? undefined);
    if (wrong) return;
    save(async (password) => {
      await saveSettings({ [NAMES.sentence]: text.trim() }, password);
      setTyped(undefined);
      return saved;
    });
  }

  return (
    <>
      <form className="desk-form stack gap-5 settings__part" noValidate onSubmit={onSubmit}>
        <TextArea
          label={words.sentence}
          hint={words.sentenceHint}
          problem={problem}
          rows={3}
          value={text}
          onChange={(event) => {
            setTyped(event.target.value);
            setProblem(undefined);
          }}
        />
        {said && <Alert {...said} />}
        <Button variant="secondary" type="submit">
          {saveWord}
          <span className="vh"> a frase</span>
        </Button>
      </form>
      {dialog}
    </>
  );
}
