import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { erasing } from '../../../content/erasing.ts';
import { brakeInWords } from '../../../domain/desk/retention.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { confirmDate, retentionBrake } from '../api/retention.ts';
import { accountFailure } from './account-failure.ts';

const { brake: words } = erasing;

/** That retention waits, why, and the button that lets it go on; nothing when it does not wait. Source: docs/ux.md §8.6. */
export function BrakeNotice() {
  const client = useQueryClient();
  const { data, refetch } = useQuery({
    queryKey: ['freio'],
    queryFn: ({ signal }) => retentionBrake(signal),
  });
  const [confirming, setConfirming] = useState(false);
  const [failure, setFailure] = useState('');
  const text = useRef<HTMLDivElement>(null);

  async function confirm(day: string) {
    setConfirming(true);
    setFailure('');
    try {
      client.setQueryData(['freio'], await confirmDate(day));
      text.current?.focus(); // the button disappears
    } catch (error) {
      setFailure(accountFailure(error));
      void refetch();
    }
    setConfirming(false);
  }

  if (!data) return null;
  return (
    <Alert title={data.liberado ? words.confirmed : words.title} tone="info">
      <div className="list-alert" tabIndex={-1} ref={text}>
        {data.liberado ? (
          <p>{words.goesOn}</p>
        ) : (
          <>
            <p>
              {words.nothing}: {brakeInWords(data)}.
            </p>
            <p>{words.advice}</p>
            {failure && <p role="alert">{failure}</p>}
            <Button busyText={confirming && words.busy} onClick={() => confirm(data.hoje)}>
              {words.confirm}
            </Button>
          </>
        )}
      </div>
    </Alert>
  );
}
