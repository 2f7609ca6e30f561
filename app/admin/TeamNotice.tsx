import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { team } from '../../content/desk-notices.ts';
import { teamInWords } from '../../domain/desk/erasing.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { releaseTeam } from './api/erase.ts';
import { teamQuery } from './api/notices.ts';
import { ConfirmDialog } from './controls/ConfirmDialog.tsx';

/**
 * A notice that the team erased much or disabled many accounts: colleagues see it, and release the brake if
 * it was agreed. Nothing otherwise. Source: docs/ux.md §8.6.
 */
export function TeamNotice() {
  const client = useQueryClient();
  const { data } = useQuery(teamQuery);
  const [asking, setAsking] = useState(false);
  const words = data && teamInWords(data);
  if (!words) return null;

  async function release(password: string) {
    await releaseTeam(password);
    setAsking(false);
    await client.invalidateQueries({ queryKey: teamQuery.queryKey });
  }

  return (
    <Alert title={team.title} tone="info">
      <div className="list-alert">
        <p>
          {words}. {team.advice}
        </p>
        <Button variant="secondary" onClick={() => setAsking(true)}>
          {team.release}
        </Button>
        {asking && (
          <ConfirmDialog
            title={team.question}
            submit={team.release}
            busy={team.busy}
            confirm={release}
            onClose={() => setAsking(false)}
          >
            <p>{team.effect}</p>
          </ConfirmDialog>
        )}
      </div>
    </Alert>
  );
}
