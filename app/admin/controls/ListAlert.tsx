import { useEffect } from 'react';
import { admin } from '../../../content/desk-screens.ts';
import { Alert } from '../../ui/Alert.tsx';
import { SecondaryButton } from '../../ui/Button.tsx';
import { failureText } from '../api/failure-text.ts';
import { focusTitle } from './focus-target.ts';

type Props = { error: unknown; retrying: boolean; onRetry: () => void };

/** The error of a list, with a button to try again. Source: SPEC §8. */
export function ListAlert({ error, retrying, onRetry }: Props) {
  useEffect(() => focusTitle, []); // its button may have had the focus
  return (
    <Alert title={admin.errorTitle}>
      <div className="row gap-3">
        <p>{failureText(error)}</p>
        <SecondaryButton busyText={retrying && 'Tentando…'} onClick={onRetry}>
          Tentar de novo
        </SecondaryButton>
      </div>
    </Alert>
  );
}
