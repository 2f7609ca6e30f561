import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { brake as words } from '../../../content/desk-notices.ts';
import { brakeNotice } from '../../../domain/desk/brake.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { confirmDate } from '../api/erase.ts';
import { brakeQuery } from '../api/notices.ts';
import { FormDialog } from '../controls/FormDialog.tsx';

/** That retention waits, why, and the button that lets it go on; nothing when it does not wait. Source: docs/ux.md §8.6. */
export function BrakeNotice() {
  const client = useQueryClient();
  const { data, refetch } = useQuery(brakeQuery);
  const [asking, setAsking] = useState(false);
  const text = useRef<HTMLDivElement>(null);
  const released = useRef(false);

  useEffect(() => {
    if (!data || !released.current) return;
    released.current = false;
    text.current?.focus(); // the button has gone with the question
  }, [data]);

  async function confirm(day: string, password: string) {
    try {
      const brake = await confirmDate(day, password);
      await client.cancelQueries(brakeQuery); // a reading of before would put the question back
      released.current = true;
      client.setQueryData(['brake'], brake);
    } catch (error) {
      void refetch();
      throw error;
    }
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
            <Button onClick={() => setAsking(true)}>{words.confirm}</Button>
            {asking && (
              <FormDialog
                title={words.question}
                submit={words.goOn}
                busy={words.busy}
                password
                send={(_, password) => confirm(today, password)}
                onClose={() => setAsking(false)}
              >
                <p>{found}</p>
              </FormDialog>
            )}
          </>
        )}
      </div>
    </Alert>
  );
}
