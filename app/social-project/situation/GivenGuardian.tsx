import { lazy, Suspense, useState } from 'react';
import { situation } from '../../../content/situation.ts';
import type { SentEnrolment } from '../../../domain/enrolment/sent-enrolment.ts';
import { Alert } from '../../ui/Alert.tsx';

const GuardianForm = lazy(() =>
  import('./GuardianForm.tsx').then(
    (form) => ({ default: form.GuardianForm }),
    () => ({ default: () => <></> }), // offline: the ways to WhatsApp are there
  ),
);

/** On the confirmation: asks for what is missing of the guardian, where the link is known, and says when it came. */
export function GivenGuardian({ sent, onGiven }: { sent: SentEnrolment; onGiven: () => void }) {
  const [isGiven, setGiven] = useState(false);
  if (isGiven) return <Alert tone="success" title={situation.guardian.thanks} />;
  if (sent.code === '' || sent.lacks.length === 0) return null;
  return (
    <Suspense>
      <GuardianForm
        code={sent.code}
        lacks={sent.lacks}
        onSent={() => {
          setGiven(true);
          onGiven();
        }}
      />
    </Suspense>
  );
}
