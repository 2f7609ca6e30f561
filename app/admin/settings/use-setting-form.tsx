import { useQuery, useQueryClient } from '@tanstack/react-query';
import { settingsPage } from '../../../content/settings.ts';
import type { SettingName } from '../../../domain/settings.ts';
import { Alert } from '../../ui/Alert.tsx';
import { foreseenQuery, settingsQuery } from '../api/settings.ts';
import { FormDialog } from '../controls/FormDialog.tsx';
import { Loading } from '../controls/Loading.tsx';
import { useDialog } from '../controls/use-dialog.tsx';
import { type FormOptions, useForm } from '../controls/use-form.ts';

/** What is saved once the signed-in person's password is typed. */
export type Saving = {
  /** Saves it. Returns what is said of it. */
  work: (password: string) => Promise<string>;
  /** A period that becomes shorter: what that would erase is shown first. `term`: `3 meses`. */
  shorter?: { name: SettingName; label: string; value: number; term: string };
};

type Options<Values extends object> = Pick<FormOptions<Values>, 'initial' | 'check' | 'unsaved'> & {
  /** What is to be saved; a text is said where there is nothing. */
  plan: (values: Values) => Saving | string;
};

/**
 * A form of settings: what it saves asks for the signed-in person's password in a dialog, which says what goes
 * wrong, and what was typed stays. `dialog` belongs outside of the form; `save` saves something at a press.
 */
export function useSettingForm<Values extends object>({ plan, ...options }: Options<Values>) {
  const client = useQueryClient();
  const { open, close, dialog } = useDialog();
  const form = useForm<Values>({
    ...options,
    send: async (values) => {
      const planned = plan(values);
      if (typeof planned === 'string') await done(planned);
      else save(planned);
    },
  });

  async function done(title: string): Promise<void> {
    await client.invalidateQueries(settingsQuery);
    form.say({ title, tone: 'success' });
  }

  async function confirm({ work }: Saving, password: string): Promise<void> {
    try {
      await done(await work(password));
      close();
    } catch (error) {
      void client.invalidateQueries(settingsQuery); // part of it may be saved
      throw error;
    }
  }

  function save(saving: Saving): void {
    form.say(null);
    open(<SaveDialog shorter={saving.shorter} save={(password) => confirm(saving, password)} />);
  }

  return { ...form, save, dialog };
}

type Props = { shorter: Saving['shorter']; save: (password: string) => Promise<void> };

/** Asks for the signed-in person's password; of a shorter period it says first what would be erased. */
function SaveDialog({ shorter, save }: Props) {
  const words = settingsPage.periods;
  const foreseen = useQuery(foreseenQuery(shorter?.name, shorter?.value));
  return (
    <FormDialog
      title={shorter ? words.dialogTitle : settingsPage.confirm}
      submit={shorter ? words.shorten : settingsPage.save}
      destructive={Boolean(shorter)}
      password
      send={async (_, password) => {
        if (!shorter || foreseen.isSuccess) await save(password);
      }}
    >
      {shorter && (
        <>
          <p>
            <strong>{shorter.label}</strong>
          </p>
          {foreseen.isPending && <Loading>{words.counting}</Loading>}
          {foreseen.isError && <Alert title={words.notCounted} />}
          {foreseen.data && (
            <p>{words.goes(shorter.term, foreseen.data.enrolments, foreseen.data.documents)}</p>
          )}
          <p>{words.actsLater}</p>
        </>
      )}
    </FormDialog>
  );
}
