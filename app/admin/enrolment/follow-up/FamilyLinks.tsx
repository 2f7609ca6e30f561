import { useState } from 'react';
import { openEnrolment } from '../../../../content/open-enrolment.ts';
import { SecondaryButton } from '../../../ui/Button.tsx';
import { endLinks } from '../../api/decisions.ts';
import type { Followed } from '../state/use-open-enrolment.ts';

const words = openEnrolment.links;

/** For a link that went to somebody else: ends all of an enrolment, the family's own too. Source: docs/ux.md §8.5. */
export function FamilyLinks({ enrolment, busy, change }: Omit<Followed, 'state'>) {
  const [isEnded, setEnded] = useState(false);
  const end = async () => {
    if (await change(() => endLinks(enrolment.id))) setEnded(true);
  };
  return (
    <details>
      <summary className="small">{words.title}</summary>
      <p className="field__hint">{words.hint}</p>
      <SecondaryButton disabled={busy} onClick={end}>
        {words.end}
      </SecondaryButton>
      <p role="status">{isEnded && words.ended}</p>
    </details>
  );
}
