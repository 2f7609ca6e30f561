import { useQuery } from '@tanstack/react-query';
import { team } from '../../content/desk-notices.ts';
import { teamInWords } from '../../domain/desk/erasing.ts';
import { Alert } from '../ui/Alert.tsx';
import { teamQuery } from './api/notices.ts';

/** A notice that one of the team put much away or disabled many accounts; nothing otherwise. Source: docs/ux.md §8.6. */
export function TeamNotice() {
  const { data } = useQuery(teamQuery);
  const words = data && teamInWords(data);
  if (!words) return null;
  return (
    <Alert title={team.title} tone="info">
      <p>
        {words}. {team.advice}
      </p>
    </Alert>
  );
}
