import { useQuery } from '@tanstack/react-query';
import { erasing, otherReasons } from '../../../content/erasing.ts';
import { retention } from '../../../content/retention.ts';
import { brazilianDay, brazilianMoment } from '../../../domain/dates.ts';
import { writtenProtocol } from '../../../domain/enrolment/protocol.ts';
import { SecondaryButton } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { type ErasedEnrolment, erasedQuery, giveBack } from '../api/erase.ts';
import { DeskPage } from '../controls/DeskPage.tsx';
import { FormDialog } from '../controls/FormDialog.tsx';
import { Line, Lines } from '../controls/Lines.tsx';
import { useDialog } from '../controls/use-dialog.tsx';

const { bin } = erasing;
const reasons: Record<string, string> = { ...erasing.reasons, ...otherReasons };

/** What was put away in the last days, and the way back, with the password for what a family asked. Source: docs/ux.md §8.6. */
export function ErasedDialog({ onClose }: { onClose: () => void }) {
  const { open, dialog } = useDialog();
  return (
    <Dialog
      title={retention.bin}
      onClose={onClose}
      footer={<SecondaryButton onClick={onClose}>{bin.close}</SecondaryButton>}
    >
      <DeskPage
        dialog={dialog}
        head={<p>{bin.text}</p>}
        query={useQuery(erasedQuery)}
        loading={bin.loading}
        empty={(all) => all.length === 0 && bin.none}
      >
        {(all) => (
          <Lines label={retention.bin}>
            {all.map((row) => (
              <Line
                key={row.enrolment}
                title={<bdi>{row.name}</bdi>}
                hint={stateOf(row)}
                acts={
                  <SecondaryButton
                    aria-label={`${bin.giveBack} ${row.name}`}
                    onClick={() => open(<GiveBackDialog {...row} />)}
                  >
                    {bin.giveBack}
                  </SecondaryButton>
                }
              >
                {row.protocol && writtenProtocol(row.protocol)}
              </Line>
            ))}
          </Lines>
        )}
      </DeskPage>
    </Dialog>
  );
}

function GiveBackDialog({ enrolment, name, reason }: ErasedEnrolment) {
  const wasRequested = reason === 'pedido_da_familia';
  return (
    <FormDialog
      title={bin.question(name)}
      submit={bin.giveBack}
      busy={bin.givingBack}
      password={wasRequested}
      send={async (_, password) => {
        await giveBack(enrolment, wasRequested ? password : undefined);
        return bin.givenBack(name);
      }}
    >
      <p>{wasRequested ? bin.wasRequested : bin.whole}</p>
    </FormDialog>
  );
}

/** When, why and by whom it was erased, and the day on which it goes. */
const stateOf = ({ erasedAt, reason, by, endsAt }: ErasedEnrolment) =>
  [
    bin.erased(brazilianMoment(new Date(erasedAt))),
    bin.by(reasons[reason] ?? reason, by),
    bin.ends(brazilianDay(endsAt)),
  ].join(' · ');
