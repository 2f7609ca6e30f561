import { useState } from 'react';
import { desk } from '../../../content/desk.ts';
import { Alert } from '../../ui/Alert.tsx';
import { SecondaryButton } from '../../ui/Button.tsx';
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
