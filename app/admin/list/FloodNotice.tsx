import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { flood as words } from '../../../content/desk-notices.ts';
import { erasing } from '../../../content/erasing.ts';
import { brazilianMoment } from '../../../domain/dates.ts';
import { Alert } from '../../ui/Alert.tsx';
import { SecondaryButton } from '../../ui/Button.tsx';
import { showToast } from '../../ui/toast/toast.ts';
import { eraseFlood } from '../api/erase.ts';
import { allOfItsHour, EVERYWHERE, type Flood } from '../api/floods.ts';
import { floodsQuery } from '../api/notices.ts';
import { FormDialog } from '../controls/FormDialog.tsx';
import { Confirmation, confirmationProblem } from '../retention/Confirmation.tsx';

/**
 * The newest flood of the last two days and the buttons that put it away, or all of its hour where much came from
 * elsewhere too; nothing without one. Source: docs/ux.md §8.6.
 */
export function FloodNotice() {
  const { data } = useQuery(floodsQuery);
  const [open, setOpen] = useState<Flood>();
  const [flood, ...others] = data ?? [];
  if (!flood) return null;
  const everywhere = allOfItsHour(flood, others);
  const [first, last] = [flood.first, flood.last].map((moment) => brazilianMoment(new Date(moment)));
  return (
    <Alert title={words.title} tone="info">
      <div className="list-alert">
        <p>
          {words.found(
            flood.enrolments,
            flood.documents,
            first ?? '',
            last ?? '',
            flood.origin === EVERYWHERE,
          )}
          .
        </p>
        <p>{words.advice}</p>
        <SecondaryButton onClick={() => setOpen(flood)}>{words.open}</SecondaryButton>
        {everywhere && (
          <SecondaryButton onClick={() => setOpen(everywhere)}>
            {words.openHour(everywhere.enrolments + everywhere.documents)}
          </SecondaryButton>
        )}
        {open && <FloodDialog flood={open} onClose={() => setOpen(undefined)} />}
      </div>
    </Alert>
  );
}

/**
 * Puts away what one place, or everybody, sent in one hour, after APAGAR and one's own password are typed.
 * Source: docs/ux.md §8.6.
 */
function FloodDialog({ flood, onClose }: { flood: Flood; onClose: () => void }) {
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
    <FormDialog
      title={words.question(flood.enrolments, flood.documents)}
      submit={erasing.submit}
      busy={erasing.busy}
      destructive
      initial={{ confirmation: '' }}
      check={({ confirmation }) => ({ confirmation: confirmationProblem(null, confirmation) })}
      password
      send={({ confirmation }, password) => erase(confirmation, password)}
      onClose={onClose}
    >
      {({ text }) => (
        <>
          <p>{words.text}</p>
          <Confirmation protocol={null} {...text('confirmation')} />
        </>
      )}
    </FormDialog>
  );
}
