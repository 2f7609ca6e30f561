import type { Doubt } from '../../../domain/enrolment/doubts.ts';
import { useReady } from '../../ui/use-ready.ts';

/** A doubt about an answer, announced politely, with a button for its correction. Rendered after hydration only. */
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
