import type { Doubt } from '../../domain/doubts.ts';
import { useReady } from '../ui/use-ready.ts';

/** A doubt beside an answer, said politely; its button answers for the person. Drawn by the script alone: without it nothing is doubted. */
export function FieldNote({ id, doubt, onFix }: { id: string; doubt: Doubt | undefined; onFix: () => void }) {
  if (!useReady()) return null;
  return (
    <div className="field__note" id={id} aria-live="polite">
      {doubt?.text && <span key={doubt.text}>{`${doubt.text} `}</span>}
      {doubt?.fix && (
        <button className="link-button" type="button" onClick={onFix}>
          {doubt.fix.label}
        </button>
      )}
    </div>
  );
}
