import { useEffect, useRef } from 'react';
import { admin } from '../../../content/desk-screens.ts';
import { Alert } from '../../ui/Alert.tsx';
import { SecondaryButton } from '../../ui/Button.tsx';
import { failureText } from '../api/failure-text.ts';
import { focusTitle } from './focus-target.ts';

type Props = { error: unknown; retrying: boolean; onRetry: () => void };

/** The error of a list, with a button to try again. Source: SPEC §8. */
export function ListAlert({ error, retrying, onRetry }: Props) {
  const pressed = useRef(false);
  useEffect(() => () => void (pressed.current && focusTitle()), []);

  function retry() {
    pressed.current = true;
    onRetry();
  }

  return (
    <Alert title={admin.errorTitle}>
      <div className="row gap-3">
        <p>{failureText(error)}</p>
        <SecondaryButton busyText={retrying && 'Tentando…'} onClick={retry}>
          Tentar de novo
        </SecondaryButton>
      </div>
    </Alert>
  );
}
