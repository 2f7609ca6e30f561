import { desk } from '../../content/desk.ts';
import { Alert } from '../ui/Alert.tsx';
import { useKept } from './kept.ts';
import type { Deciding } from './use-follow-up.ts';

/** Says that a registration was erased, with what was typed about it: it can be saved no more, only copied. */
export function Gone({ id }: { id: string }) {
  const [deciding] = useKept<Deciding>(`${id} situacao`);
  const [note] = useKept<string>(`${id} nota`);
  const typed = [deciding?.motivo, note].filter((text) => text?.trim());
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
    </Alert>
  );
}
