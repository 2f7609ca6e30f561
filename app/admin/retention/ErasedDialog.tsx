import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { erasing, otherReasons } from '../../../content/erasing.ts';
import { retention } from '../../../content/retention.ts';
import { brazilianDay, brazilianMoment } from '../../../domain/dates.ts';
import { writtenProtocol } from '../../../domain/enrolment/protocol.ts';
import { SecondaryButton } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { type ErasedEnrolment, erasedQuery, giveBack } from '../api/erase.ts';
import { actionError } from '../api/failure-text.ts';
import { DeskPage } from '../controls/DeskPage.tsx';
import { type Cells, DeskTable } from '../controls/DeskTable.tsx';
import { FormDialog } from '../controls/FormDialog.tsx';
import { useDialog } from '../controls/use-dialog.tsx';

const { bin } = erasing;
const reasons: Record<string, string> = { ...erasing.reasons, ...otherReasons };

/** What was put away in the last days, and the way back, with the password for what a family asked. Source: docs/ux.md §8.6. */
export function ErasedDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState<string | null>(null);
  const { open, say, done, ...page } = useDialog();

  async function bringBack({ enrolment, name }: ErasedEnrolment, password?: string) {
    await giveBack(enrolment, password);
    await done(bin.givenBack(name));
  }

  async function press(row: ErasedEnrolment) {
    if (row.reason === 'pedido_da_familia')
      return open(
        <FormDialog
          title={bin.question(row.name)}
          submit={bin.giveBack}
          busy={bin.givingBack}
          password
          send={(_, password) => bringBack(row, password)}
        >
          <p>{bin.wasRequested}</p>
        </FormDialog>,
      );
    setBusy(row.enrolment);
    try {
      await bringBack(row);
    } catch (error) {
      say({ title: actionError(error) });
      await client.invalidateQueries();
    }
    setBusy(null);
  }

  return (
    <Dialog
      title={retention.bin}
      onClose={onClose}
      footer={<SecondaryButton onClick={onClose}>{bin.close}</SecondaryButton>}
    >
      <DeskPage {...page} head={<p>{bin.text}</p>} query={useQuery(erasedQuery)} loading={bin.loading}>
        {(all) =>
          all.length === 0 ? (
            <p>{bin.none}</p>
          ) : (
            <DeskTable
              caption={retention.bin}
              columns={bin.columns}
              rows={all}
              rowId={({ enrolment }) => enrolment}
              cells={CELLS}
              actions={(row) => (
                <SecondaryButton
                  aria-label={`${bin.giveBack} ${row.name}`}
                  busyText={busy === row.enrolment && bin.givingBack}
                  disabled={busy !== null}
                  onClick={() => press(row)}
                >
                  {bin.giveBack}
                </SecondaryButton>
              )}
            />
          )
        }
      </DeskPage>
    </Dialog>
  );
}

const CELLS: Cells<ErasedEnrolment> = [
  [
    ({ name, protocol }) => (
      <>
        <bdi className="strong">{name}</bdi>
        {protocol && <span className="hint block">{writtenProtocol(protocol)}</span>}
      </>
    ),
  ],
  [
    ({ erasedAt, reason, email }) => (
      <>
        {brazilianMoment(new Date(erasedAt))}
        <span className="hint block">{bin.by(reasons[reason] ?? reason, email)}</span>
      </>
    ),
  ],
  [({ endsAt }) => brazilianDay(endsAt), 'desk-table__word'],
];
