import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { desk } from '../../../content/desk.ts';
import { BackendError } from '../../api/client.ts';
import { Alert } from '../../ui/Alert.tsx';
import { SecondaryButton } from '../../ui/Button.tsx';
import { followUpQuery } from '../api/follow-up.ts';
import { unsavedTexts } from '../controls/unsaved.ts';

/** Says that an enrolment was erased, and shows its unsaved texts to be copied. With `onClose`, has its own close button. */
export function MissingEnrolment({ id, onClose }: { id: string; onClose?: () => void }) {
  const [typed] = useState(() => unsavedTexts(id));
  return (
    <Alert title={desk.missing}>
      {typed.length > 0 && <p>{desk.missingUnsaved}</p>}
      {typed.map((text) => (
        <p className="as-typed" key={text}>
          {text}
        </p>
      ))}
      {onClose && <SecondaryButton onClick={onClose}>{desk.close}</SecondaryButton>}
    </Alert>
  );
}

/**
 * Whether an enrolment was erased meanwhile; if so, the list is fetched again. The query records that the
 * sheet was opened. Its errors are ignored, because the list that showed this enrolment is recorded already.
 */
export function useMissing(id: string): boolean {
  const client = useQueryClient();
  const missing = useQuery(followUpQuery(id)).data === null;
  useEffect(() => {
    if (missing) void client.invalidateQueries({ queryKey: ['enrolments'] });
  }, [client, missing]);
  return missing;
}

/** Whether the back end refused an action because the enrolment is missing. */
export function isMissingError(error: unknown): boolean {
  return error instanceof BackendError && error.message === desk.missing;
}
