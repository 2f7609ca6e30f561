import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { settingsPage } from '../../../content/settings.ts';
import { FormDialog } from '../controls/FormDialog.tsx';

type Work = (password: string) => Promise<string>;

/**
 * `save` asks for the signed-in person's password and then runs work that returns the success message; what it
 * throws is said in that dialog, and what was typed stays. `dialog` belongs outside of the form; `said` is the
 * message about the last save, `done` says one after the shown settings are refreshed.
 */
export function useSave() {
  const client = useQueryClient();
  const [said, say] = useState<{ title: string; tone: 'success' } | null>(null);
  const [asking, ask] = useState<{ work: Work } | null>(null);

  async function done(title: string): Promise<void> {
    await refresh();
    say({ title, tone: 'success' });
  }

  async function refresh(): Promise<void> {
    void client.invalidateQueries({ queryKey: ['own messages'] });
    await client.invalidateQueries({ queryKey: ['settings'] });
  }

  async function confirm({ work }: { work: Work }, password: string): Promise<void> {
    try {
      await done(await work(password));
      ask(null);
    } catch (error) {
      void refresh(); // part of it may be saved
      throw error;
    }
  }

  function save(work: Work): void {
    say(null);
    ask({ work });
  }

  const dialog = asking && (
    <FormDialog
      title={settingsPage.confirm}
      submit={settingsPage.save}
      busy={settingsPage.saving}
      password
      send={(_, password) => confirm(asking, password)}
      onClose={() => ask(null)}
    />
  );
  return { said, save, done, dialog, clear: () => say(null) };
}
