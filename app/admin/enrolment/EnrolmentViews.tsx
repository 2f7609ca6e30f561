import { useEffect, useRef } from 'react';
import { attaching, correcting } from '../../../content/corrections.ts';
import { openEnrolment } from '../../../content/open-enrolment.ts';
import { SecondaryButton } from '../../ui/Button.tsx';
import { QueryState } from '../controls/QueryState.tsx';
import { Documents } from '../document/Documents.tsx';
import { RetentionNotice } from '../retention/RetentionNotice.tsx';
import { EnrolmentSheet } from '../sheet/EnrolmentSheet.tsx';
import { Absences } from './Absences.tsx';
import { CriteriaTicks, EvidenceStrip, SheetTicks } from './Evidence.tsx';
import { Duplicates } from './follow-up/Duplicates.tsx';
import { NotesAndHistory } from './follow-up/Notes.tsx';
import { Requests } from './follow-up/Requests.tsx';
import type { OpenedEnrolment } from './state/use-open-enrolment.ts';
import './follow-up/follow-up.css';

/** An enrolment: what decides, its document, sheet and follow-up; sheet and document side by side where there is room. Source: docs/ux.md §8.1. */
export function EnrolmentViews({ opened }: { opened: OpenedEnrolment }) {
  const { enrolment, followed, followUp, show } = opened;
  const { id } = enrolment;
  const place = useRef<HTMLDivElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another enrolment begins at its top
  useEffect(() => {
    place.current?.closest('.dialog__frame')?.scrollTo({ top: 0 });
  }, [id]);

  const opens = (inner: 'correct' | 'attach', words: string) => (
    <SecondaryButton disabled={!followed} onClick={() => show({ inner })}>
      {words}
    </SecondaryButton>
  );
  return (
    <div className="detail" key={id} ref={place}>
      <Absences opened={opened} />
      <EvidenceStrip enrolment={enrolment} state={followed?.state} />
      <div className="detail__views">
        <div className="detail__document">
          {followed && (
            <Requests
              {...followed}
              onErase={() => show({ inner: 'erase on request' })}
              onCorrect={() => show({ inner: 'correct' })}
            />
          )}
          <Documents enrolment={enrolment} />
          <div className="detail__checks row gap-4 no-row-gap no-print">
            {followed && <CriteriaTicks {...followed} />}
            {opens('attach', attaching.open)}
          </div>
        </div>
        <section className="detail__sheet" aria-label={openEnrolment.sheet}>
          <div className="sheet__correct row gap-4 no-row-gap no-print">
            {opens('correct', correcting.open)}
            {followed && <SheetTicks {...followed} />}
          </div>
          <EnrolmentSheet enrolment={enrolment} corrections={followed?.state.corrections ?? []} />
          <RetentionNotice id={id} />
        </section>
        <section aria-label={openEnrolment.followUp}>
          {followed ? (
            <div className="stack gap-5">
              <Duplicates {...followed} />
              <NotesAndHistory {...followed} />
            </div>
          ) : (
            <QueryState query={followUp} loading="Carregando…" />
          )}
        </section>
      </div>
    </div>
  );
}
