import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { brake as words } from '../../../content/desk-notices.ts';
import { brakeNotice } from '../../../domain/desk/brake.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { brakeQuery } from '../api/notices.ts';
import { confirmDate } from '../api/retention.ts';
import { accountFailure } from '../controls/account-failure.ts';

/** That retention waits, why, and the button that lets it go on; nothing when it does not wait. Source: docs/ux.md §8.6. */
export function BrakeNotice() {
  const client = useQueryClient();
  const { data, refetch } = useQuery(brakeQuery);
  const [confirming, setConfirming] = useState(false);
  const [failure, setFailure] = useState('');
  const text = useRef<HTMLDivElement>(null);

  async function confirm(day: string) {
    setConfirming(true);
    setFailure('');
    try {
      const brake = await confirmDate(day);
      await client.cancelQueries(brakeQuery); // a reading of before would put the question back
      client.setQueryData(['brake'], brake);
      text.current?.focus(); // the button disappears
    } catch (error) {
      setFailure(accountFailure(error));
      void refetch();
    }
    setConfirming(false);
  }

  if (!data) return null;
  const { title, found, todo, today, confirmed } = brakeNotice(data);
  return (
    <Alert title={confirmed ? words.confirmed : title} tone="info">
      <div className="list-alert" tabIndex={-1} ref={text}>
        {confirmed ? (
          <p>{words.goesOn}</p>
        ) : (
          <>
            <p>{found}</p>
            <p>{todo}</p>
            {failure && <p role="alert">{failure}</p>}
            <Button busyText={confirming && words.busy} onClick={() => confirm(today)}>
              {words.confirm}
            </Button>
          </>
        )}
      </div>
    </Alert>
  );
}
