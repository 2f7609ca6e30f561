import { admin } from '../../content/messages.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { failureText } from './registrations.ts';

/** 'Erro', what went wrong, and the way to try again. Source: SPEC §8. */
export function ListAlert({
  error,
  retrying,
  onRetry,
}: {
  error: unknown;
  retrying: boolean;
  onRetry: () => void;
}) {
  return (
    <Alert title={admin.errorTitle}>
      <div className="list-alert">
        <p>{failureText(error)}</p>
        <Button variant="secondary" busyText={retrying && 'Tentando…'} onClick={() => onRetry()}>
          Tentar de novo
        </Button>
      </div>
    </Alert>
  );
}
