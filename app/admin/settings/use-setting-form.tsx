import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { settingsPage } from '../../../content/settings.ts';
import type { SettingName } from '../../../domain/settings.ts';
import { Alert } from '../../ui/Alert.tsx';
import { foreseePeriod } from '../api/settings.ts';
import { accountFailure } from '../controls/account-failure.ts';
import { FormDialog } from '../controls/FormDialog.tsx';
import { Loading } from '../controls/Loading.tsx';
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
  const [asking, ask] = useState<Saving | null>(null);
  const form = useForm<Values>({
    ...options,
    send: async (values) => {
      const planned = plan(values);
      if (typeof planned === 'string') await done(planned);
      else ask(planned);
    },
    explain: accountFailure,
  });

  async function done(title: string): Promise<void> {
    await refresh();
    form.say({ title, tone: 'success' });
  }

  async function refresh(): Promise<void> {
    void client.invalidateQueries({ queryKey: ['own messages'] });
    await client.invalidateQueries({ queryKey: ['settings'] });
  }

  async function confirm({ work }: Saving, password: string): Promise<void> {
    try {
      await done(await work(password));
      ask(null);
    } catch (error) {
      void refresh(); // part of it may be saved
      throw error;
    }
  }

  function save(saving: Saving): void {
    form.say(null);
    ask(saving);
  }

  const dialog = asking && (
    <SaveDialog
      shorter={asking.shorter}
      save={(password) => confirm(asking, password)}
      onClose={() => ask(null)}
    />
  );
  return { ...form, save, dialog };
}

type Props = {
  shorter: Saving['shorter'];
  save: (password: string) => Promise<void>;
  onClose: () => void;
};

/** Asks for the signed-in person's password; of a shorter period it says first what would be erased. */
function SaveDialog({ shorter, save, onClose }: Props) {
  const words = settingsPage.periods;
  const foreseen = useQuery({
    queryKey: ['foreseen period', shorter?.name, shorter?.value],
    queryFn: async ({ signal }) => shorter && (await foreseePeriod(shorter.name, shorter.value, signal)),
    enabled: Boolean(shorter),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <FormDialog
      title={shorter ? words.dialogTitle : settingsPage.confirm}
      submit={shorter ? words.shorten : settingsPage.save}
      busy={settingsPage.saving}
      destructive={Boolean(shorter)}
      password
      send={async (_, password) => {
        if (!shorter || foreseen.isSuccess) await save(password);
      }}
      onClose={onClose}
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
