import { useQueryClient } from '@tanstack/react-query';
import { flood as words } from '../../../content/desk-notices.ts';
import { erasing } from '../../../content/erasing.ts';
import { showToast } from '../../ui/toast/toast.ts';
import { eraseFlood, type Flood } from '../api/floods.ts';
import { ErasingDialog } from '../retention/ErasingDialog.tsx';

/** Erases what one address sent in one hour, after APAGAR and the own password are typed. Source: docs/ux.md §8.6. */
export function FloodDialog({ flood, onClose }: { flood: Flood; onClose: () => void }) {
  const client = useQueryClient();

  async function erase(confirmation: string, password: string) {
    try {
      showToast({ title: words.done(await eraseFlood(flood, confirmation, password)), tone: 'success' });
      onClose();
    } finally {
      void client.invalidateQueries();
    }
  }

  return (
    <ErasingDialog
      title={words.question(flood.enrolments, flood.documents)}
      text={words.text}
      submit={erasing.forEver}
      protocol={null}
      erase={erase}
      onClose={onClose}
    />
  );
}
