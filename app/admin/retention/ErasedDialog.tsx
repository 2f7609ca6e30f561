import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { erasing, otherReasons } from '../../../content/erasing.ts';
import { retention } from '../../../content/retention.ts';
import { brazilianDay, brazilianMoment } from '../../../domain/dates.ts';
import { writtenProtocol } from '../../../domain/enrolment/protocol.ts';
import { Alert } from '../../ui/Alert.tsx';
import { SecondaryButton } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { type ErasedEnrolment, giveBack, listErased } from '../api/erase.ts';
import { accountFailure } from '../controls/account-failure.ts';
import { DeskTable } from '../controls/DeskTable.tsx';
import { FormDialog } from '../controls/FormDialog.tsx';
import { QueryState } from '../controls/QueryState.tsx';
import type { Said } from '../controls/use-form.ts';

const { bin } = erasing;
const reasons: Record<string, string> = { ...erasing.reasons, ...otherReasons };

/** What was put away in the last days, and the way back, with the password for what a family asked. Source: docs/ux.md §8.6. */
export function ErasedDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const erased = useQuery({ queryKey: ['erased'], queryFn: ({ signal }) => listErased(signal), gcTime: 0 });
  const [busy, setBusy] = useState<string | null>(null);
  const [asking, setAsking] = useState<ErasedEnrolment | null>(null);
  const [said, say] = useState<Said | null>(null);
  const [who, when, until] = bin.columns;

  async function bringBack({ enrolment, name }: ErasedEnrolment, password?: string) {
    await giveBack(enrolment, password);
    setAsking(null);
    say({ title: bin.givenBack(name), tone: 'success' });
    await client.invalidateQueries();
  }

  async function press(row: ErasedEnrolment) {
    if (row.reason === 'pedido_da_familia') return setAsking(row);
    setBusy(row.enrolment);
    try {
      await bringBack(row);
    } catch (error) {
      say({ title: accountFailure(error) });
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
      <div className="desk-page stack gap-5">
        <p>{bin.text}</p>
        {said && <Alert {...said} />}
        <QueryState query={erased} loading={bin.loading} />
        {erased.data?.length === 0 && <p>{bin.none}</p>}
        {erased.data && erased.data.length > 0 && (
          <DeskTable caption={retention.bin} columns={bin.columns}>
            {erased.data.map((row) => (
              <tr key={row.enrolment}>
                <td data-label={who}>
                  <bdi className="strong">{row.name}</bdi>
                  {row.protocol && <span className="hint block">{writtenProtocol(row.protocol)}</span>}
                </td>
                <td data-label={when}>
                  {brazilianMoment(new Date(row.erasedAt))}
                  <span className="hint block">{bin.by(reasons[row.reason] ?? row.reason, row.email)}</span>
                </td>
                <td className="desk-table__word" data-label={until}>
                  {brazilianDay(row.endsAt)}
                </td>
                <td className="desk-table__word">
                  <div className="desk-table__actions flow gap-2">
                    <SecondaryButton
                      aria-label={`${bin.giveBack} ${row.name}`}
                      busyText={busy === row.enrolment && bin.givingBack}
                      disabled={busy !== null}
                      onClick={() => press(row)}
                    >
                      {bin.giveBack}
                    </SecondaryButton>
                  </div>
                </td>
              </tr>
            ))}
          </DeskTable>
        )}
        {asking && (
          <FormDialog
            title={bin.question(asking.name)}
            submit={bin.giveBack}
            busy={bin.givingBack}
            password
            send={(_, password) => bringBack(asking, password)}
            onClose={() => setAsking(null)}
          >
            <p>{bin.wasRequested}</p>
          </FormDialog>
        )}
      </div>
    </Dialog>
  );
}
