import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { desk } from '../../../../content/desk.ts';
import { openEnrolment } from '../../../../content/open-enrolment.ts';
import { situationInWords } from '../../../../domain/desk/situations.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { SecondaryButton } from '../../../ui/Button.tsx';
import { comparedQuery, compareWith } from '../../api/decisions.ts';
import type { FollowUp } from '../../api/follow-up.ts';
import { focusTitle } from '../../controls/focus-target.ts';
import { QueryState } from '../../controls/QueryState.tsx';
import { EnrolmentSheet } from '../../sheet/EnrolmentSheet.tsx';
import type { Followed } from '../state/use-open-enrolment.ts';

/** Enrolments that may be of the same person; siblings share phone and address. Source: docs/ux.md §8.5. */
export function Duplicates({ enrolment, state, busy, change }: Followed) {
  const { similar, repeatedOf } = state;
  if (similar.length === 0 && !repeatedOf) return null;

  async function judge(other: string, samePerson: boolean) {
    if (await change(() => compareWith(enrolment.id, other, samePerson))) focusTitle(); // the other has gone
  }

  return (
    <section className="stack gap-4">
      <h3 className="subtitle">{openEnrolment.duplicates}</h3>
      {repeatedOf && <p className="notice notice--warning">{openEnrolment.repeatNotice}</p>}
      {similar.map((other) => (
        <Similar key={other.id} {...other} busy={busy} onJudge={(same) => judge(other.id, same)} />
      ))}
    </section>
  );
}

type SimilarProps = FollowUp['similar'][number] & { busy: boolean; onJudge: (samePerson: boolean) => void };

/** What is the same in another enrolment, and its sheet without health and income once it is unfolded, which is noted as opening it. */
function Similar({ id, sameIn, situation, busy, onJudge }: SimilarProps) {
  const [open, setOpen] = useState(false);
  const other = useQuery({ ...comparedQuery(id), enabled: open });
  const same = sameIn.map((likeness) => openEnrolment.sameIn[likeness]).join(', ');
  const judges = (samePerson: boolean, words: string) => (
    <SecondaryButton disabled={busy} onClick={() => onJudge(samePerson)}>
      {words}
    </SecondaryButton>
  );
  return (
    <details className="fold" name="similar" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="small">{openEnrolment.similar(situationInWords(situation), same)}</summary>
      <div className="stack gap-4">
        {open && <QueryState query={other} loading="Carregando…" />}
        {other.data === null && <Alert title={desk.missing} />}
        {other.data && (
          <>
            <div className="row gap-3">
              {judges(true, openEnrolment.markRepeated)}
              {judges(false, openEnrolment.differentPeople)}
            </div>
            <EnrolmentSheet enrolment={other.data} discreet />
          </>
        )}
      </div>
    </details>
  );
}
