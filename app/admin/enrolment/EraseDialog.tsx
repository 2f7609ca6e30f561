import { erasing } from '../../../content/erasing.ts';
import { nameOf } from '../../../domain/desk/sheet.ts';
import { writtenProtocol } from '../../../domain/enrolment/protocol.ts';
import { Choices } from '../../ui/fields/Choices.tsx';
import { isMissingError } from '../api/decisions.ts';
import { eraseEnrolment } from '../api/erase.ts';
import { FormDialog } from '../controls/FormDialog.tsx';
import { useMay } from '../controls/use-may.ts';
import { Confirmation, confirmationProblem } from '../retention/Confirmation.tsx';
import type { OpenedEnrolment } from './state/use-open-enrolment.ts';

type Props = { opened: OpenedEnrolment; onErased: () => void; onClose: () => void };

/** Puts one enrolment away after its protocol is typed and a reason is chosen. Source: docs/ux.md §8.6. */
export function EraseDialog({ opened: { enrolment, screen }, onErased, onClose }: Props) {
  const isRequested = screen.inner === 'erase on request'; // nothing is to be chosen
  const protocol = enrolment.protocol ?? '';
  const mayChoose = useMay()('apagar') && !isRequested;
  const reason = (mayChoose ? '' : 'pedido_da_familia') as keyof typeof erasing.reasons | '';

  /** One that a colleague erased meanwhile is gone as well. */
  async function erase(confirmation: string, why: string, password: string) {
    await eraseEnrolment(enrolment.id, confirmation, why, password).catch((error: unknown) => {
      if (!isMissingError(error)) throw error;
    });
    onErased();
    return erasing.done;
  }

  return (
    <FormDialog
      title={erasing.title(writtenProtocol(protocol))}
      person={nameOf(enrolment)}
      submit={erasing.submit}
      busy={erasing.busy}
      destructive
      initial={{ confirmation: '', reason }}
      check={(typed) => ({
        confirmation: confirmationProblem(protocol, typed.confirmation),
        ...(typed.reason === '' && { reason: erasing.reasonMissing }),
      })}
      password
      send={(typed, password) => erase(typed.confirmation, typed.reason, password)}
      onClose={onClose}
    >
      {({ values, text, choice }) => (
        <>
          <p>{values.reason === 'pedido_da_familia' ? erasing.onRequest : erasing.otherwise}</p>
          <Confirmation protocol={protocol} {...text('confirmation')} />
          {mayChoose ? (
            <Choices legend={erasing.reason} choices={erasing.reasons} {...choice('reason')} />
          ) : (
            <p>{isRequested ? erasing.isRequested : erasing.onlyOnRequest}</p>
          )}
        </>
      )}
    </FormDialog>
  );
}
