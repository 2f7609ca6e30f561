import { useState } from 'react';
import { desk } from '../../content/desk.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { typedAbout } from './kept.ts';

/** Says that a registration was erased, with what was typed about it: it can be saved no more, only copied. With `onClose`, its own way out. */
export function Gone({ id, onClose }: { id: string; onClose?: () => void }) {
  const [typed] = useState(() => typedAbout(id));
  return (
    <Alert title={desk.gone}>
      {typed.length > 0 && (
        <>
          <p>{desk.goneTyped}</p>
          {typed.map((text) => (
            <p className="detail__typed" key={text}>
              {text}
            </p>
          ))}
        </>
      )}
      {onClose && (
        <Button variant="secondary" onClick={onClose}>
          {desk.close}
        </Button>
      )}
    </Alert>
  );
}
