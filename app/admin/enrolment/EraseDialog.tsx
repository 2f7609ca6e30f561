import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { erasing } from '../../../content/erasing.ts';
import type { StoredEnrolment } from '../../../domain/desk/sheet.ts';
import { writtenProtocol } from '../../../domain/enrolment/protocol.ts';
import { Choices } from '../../ui/fields/Choices.tsx';
import { showToast } from '../../ui/toast/toast.ts';
import { eraseEnrolment } from '../api/erase.ts';
import { followUpQuery } from '../api/follow-up.ts';
import { useMay } from '../controls/use-may.ts';
import { ErasingDialog } from '../retention/ErasingDialog.tsx';
import { isMissingError } from '../sheet/use-missing.ts';

type Props = {
  enrolment: StoredEnrolment;
  /** The family asked for it: nothing is to be chosen. */
  isRequested: boolean;
  onErased: () => void;
  onClose: () => void;
};

/** Puts one enrolment away after its protocol is typed and a reason is chosen. Source: docs/ux.md §8.6. */
export function EraseDialog({ enrolment, isRequested, onErased, onClose }: Props) {
  const client = useQueryClient();
  const protocol = enrolment.protocol ?? null;
  const mayChoose = useMay()('apagar') && !isRequested;
  const [reason, setReason] = useState<keyof typeof erasing.reasons | ''>(
    mayChoose ? '' : 'pedido_da_familia',
  );
  const [problem, setProblem] = useState('');
  const firstReason = useRef<HTMLInputElement>(null);

  function checkReason(): boolean {
    if (reason) return true;
    setProblem(erasing.reasonMissing);
    firstReason.current?.focus();
    return false;
  }

  async function erase(confirmation: string, password: string) {
    try {
      await eraseEnrolment(enrolment.id, confirmation, reason, password);
      showToast({ title: erasing.done, tone: 'success' });
    } catch (error) {
      if (!isMissingError(error)) throw error;
      client.setQueryData(followUpQuery(enrolment.id).queryKey, null);
      return;
    }
    onErased();
    await client.invalidateQueries();
  }

  return (
    <ErasingDialog
      title={erasing.title(protocol && writtenProtocol(protocol))}
      text={reason === 'pedido_da_familia' ? erasing.onRequest : erasing.otherwise}
      submit={erasing.submit}
      protocol={protocol}
      checkRest={checkReason}
      erase={erase}
      onClose={onClose}
    >
      {mayChoose ? (
        <Choices
          name="motivo"
          legend={erasing.reason}
          choices={erasing.reasons}
          chosen={reason}
          problem={problem}
          onChange={(code) => {
            setReason(code);
            setProblem('');
          }}
          firstInput={firstReason}
        />
      ) : (
        <p>{isRequested ? erasing.isRequested : erasing.onlyOnRequest}</p>
      )}
    </ErasingDialog>
  );
}
