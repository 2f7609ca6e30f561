import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { erasing } from '../../../content/erasing.ts';
import type { StoredEnrolment } from '../../../domain/desk/sheet.ts';
import { writtenProtocol } from '../../../domain/enrolment/protocol.ts';
import { FieldProblem } from '../../ui/FieldProblem.tsx';
import { showToast } from '../../ui/toast/toast.ts';
import { eraseEnrolment } from '../api/erase.ts';
import { followUpQuery } from '../api/follow-up.ts';
import { ErasingDialog } from '../retention/ErasingDialog.tsx';
import { isMissingError } from '../sheet/use-missing.ts';

type Props = { enrolment: StoredEnrolment; onErased: () => void; onClose: () => void };

/** Erases one enrolment for good, after its protocol is typed and a reason is chosen. Source: docs/ux.md §8.6. */
export function EraseDialog({ enrolment, onErased, onClose }: Props) {
  const client = useQueryClient();
  const protocol = enrolment.protocol ?? null;
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState('');
  const firstReason = useRef<HTMLInputElement>(null);

  function checkReason(): boolean {
    if (reason) return true;
    setProblem(erasing.reasonMissing);
    firstReason.current?.focus();
    return false;
  }

  async function erase(confirmation: string) {
    try {
      await eraseEnrolment(enrolment.id, confirmation, reason);
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
      text={erasing.text}
      protocol={protocol}
      checkRest={checkReason}
      erase={erase}
      onClose={onClose}
    >
      <fieldset
        className={problem ? 'field field--problem' : 'field'}
        aria-describedby={problem ? 'apagar-motivo-erro' : undefined}
      >
        <legend className="field__label">{erasing.reason}</legend>
        <div className="choices">
          {Object.entries(erasing.reasons).map(([code, words], at) => (
            <label className="choice" key={code}>
              <input
                type="radio"
                name="motivo"
                value={code}
                checked={reason === code}
                onChange={() => {
                  setReason(code);
                  setProblem('');
                }}
                ref={at === 0 ? firstReason : undefined}
              />
              <span className="choice__text">{words}</span>
            </label>
          ))}
        </div>
        <FieldProblem id="apagar-motivo-erro">{problem}</FieldProblem>
      </fieldset>
    </ErasingDialog>
  );
}
