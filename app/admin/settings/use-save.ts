import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { accountFailure } from '../controls/account-failure.ts';

/**
 * One save at a time: whether it goes on, what was said of the last. `save` runs the work, which
 * returns the sentence to say; what it throws is said as the failure, and what was typed stays. It answers
 * whether the work was done, once the settings that are shown are the saved ones.
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
