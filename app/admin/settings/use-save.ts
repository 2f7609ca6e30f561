import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { accountFailure } from '../controls/account-failure.ts';

/**
 * Runs one save at a time. `saving`: one is running; `said`: the message about the last. `save` runs work
 * that returns the success message; what it throws becomes the error message, and what was typed stays.
 * Resolves to whether it succeeded, after the shown settings are refreshed.
 */
export function useSave() {
  const client = useQueryClient();
  const [saving, setSaving] = useState(false);
  const [said, say] = useState<{ title: string; tone: 'success' | 'error' } | null>(null);

  async function save(work: () => Promise<string>): Promise<boolean> {
    if (saving) return false;
    setSaving(true);
    say(null);
    try {
      const title = await work();
      await client.invalidateQueries({ queryKey: ['settings'] });
      void client.invalidateQueries({ queryKey: ['own messages'] });
      say({ title, tone: 'success' });
      setSaving(false);
      return true;
    } catch (error) {
      say({ title: accountFailure(error), tone: 'error' });
      void client.invalidateQueries({ queryKey: ['settings'] }); // part of it may be saved
    }
    setSaving(false);
    return false;
  }
  return { saving, said, save, clear: () => say(null) };
}
