import { type FormEvent, useRef, useState } from 'react';
import { settingsPage } from '../../../content/settings.ts';
import { brazilianMoment } from '../../../domain/dates.ts';
import type { Setting } from '../../../domain/rule-settings.ts';
import { isShorter, problemOf } from '../../../domain/setting-values.ts';
import type { SettingName } from '../../../domain/settings.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button, SecondaryButton } from '../../ui/Button.tsx';
import { Field } from '../../ui/fields/TextField.tsx';
import { saveSettings, type WaitingPeriod } from '../api/settings.ts';
import { ShorterDialog } from './ShorterDialog.tsx';
import { useSave } from './use-save.tsx';

const words = settingsPage.periods;

type Period = Extract<Setting, { kind: 'retention' }>;

/** One period: a longer one is saved, a shorter one asks. */
export function PeriodForm({
  name,
  setting,
  stored,
  waiting,
}: {
  name: keyof typeof words & SettingName;
  setting: Period;
  stored: number | null;
  waiting: WaitingPeriod | undefined;
}) {
  const { said, save, done, clear, dialog } = useSave();
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string>();
  const [asking, setAsking] = useState<number | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const text = typed ?? String(stored ?? '');
  const unit = words.units[setting.unit];

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    clear();
    const written = text.trim();
    const value = written === '' ? null : /^\d+$/.test(written) ? Number(written) : Number.NaN;
    const wrong = problemOf(name, value);
    setProblem(wrong ?? undefined);
    if (wrong) return input.current?.focus();
    if (value !== null && isShorter(stored, value) && waiting?.value !== value) return setAsking(value);
    save(async (password) => {
      const saved = await saveSettings({ [name]: value }, password);
      setTyped(null);
      if (saved === 'desfeito') return words.undone;
      if (saved === 'igual') return settingsPage.same;
      return setting.erases ? words.longer : settingsPage.saved;
    });
  }

  return (
    <>
      <form className="settings__period stack gap-3" noValidate onSubmit={onSubmit}>
        <Field label={words[name] as string} hint={words.hint(unit)} problem={problem}>
          {(attributes) => (
            <div className="settings__row">
              <input
                {...attributes}
                className="field__input"
                inputMode="numeric"
                autoComplete="off"
                value={text}
                onChange={(event) => {
                  setTyped(event.target.value);
                  setProblem(undefined);
                }}
                ref={input}
              />
              <Button variant="secondary" type="submit" aria-label={`${settingsPage.save}: ${words[name]}`}>
                {settingsPage.save}
              </Button>
            </div>
          )}
        </Field>
        {waiting && (
          <div className="notice notice--warning row between gap-3">
            <p>{words.waits(`${waiting.value} ${unit}`, brazilianMoment(new Date(waiting.from)))}</p>
            <SecondaryButton
              aria-label={`${words.undo}: ${words[name]}`}
              onClick={() =>
                save(async (password) => {
                  await saveSettings({ [name]: stored }, password);
                  return words.undone;
                })
              }
            >
              {words.undo}
            </SecondaryButton>
          </div>
        )}
        {said && <Alert {...said} />}
      </form>
      {dialog}
      {asking !== null && (
        <ShorterDialog
          name={name}
          label={words[name] as string}
          value={asking}
          term={`${asking} ${unit}`}
          onDone={() => {
            setAsking(null);
            setTyped(null);
            void done(settingsPage.saved);
          }}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  );
}
