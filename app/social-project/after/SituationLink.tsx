import { situation } from '../../../content/situation.ts';
import { situationPath } from '../../../domain/enrolment/protocol.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';

const words = situation.link;

/** The address of an enrolment's situation, with its personal code behind `#`. */
export const situationAddress = (code: string): string => window.location.origin + situationPath(code);

/** The personal link, to copy and to keep. Source: docs/ux.md §6.5. */
export function SituationLink({ code }: { code: string }) {
  return (
    <div className="stack gap-3">
      <p>{words.text}</p>
      <CopyButton text={situationAddress(code)} words={words.copy} />
    </div>
  );
}
