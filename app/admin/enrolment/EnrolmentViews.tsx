import { attaching, correcting } from '../../../content/corrections.ts';
import { datedLines } from '../../../content/dated-lines.ts';
import { openEnrolment } from '../../../content/open-enrolment.ts';
import { nameOf } from '../../../domain/desk/sheet.ts';
import { situationInWords } from '../../../domain/desk/situations.ts';
import { SecondaryButton } from '../../ui/Button.tsx';
import { noteLine } from '../api/decisions.ts';
import type { ListedEnrolment } from '../api/enrolments.ts';
import { DatedLines } from '../controls/DatedLines.tsx';
import { QueryState } from '../controls/QueryState.tsx';
import { Documents } from '../document/Documents.tsx';
import { RetentionNotice } from '../retention/RetentionNotice.tsx';
import { EnrolmentSheet } from '../sheet/EnrolmentSheet.tsx';
import { Absences, Renewal } from './Absences.tsx';
import { CriteriaTicks, EvidenceStrip, SheetTicks } from './Evidence.tsx';
import { Duplicates } from './follow-up/Duplicates.tsx';
import { NotesAndHistory } from './follow-up/Notes.tsx';
import { Requests } from './follow-up/Requests.tsx';
import type { OpenedEnrolment } from './state/use-open-enrolment.ts';

type Props = { opened: OpenedEnrolment; onSelect: (sibling: ListedEnrolment) => void };

/** An enrolment: what decides, its document, sheet and follow-up; sheet and document side by side where there is room. Source: docs/ux.md §8.1. */
export function EnrolmentViews({ opened, onSelect }: Props) {
  const { enrolment, siblings, followed, followUp, show, send, choose } = opened;
  const { id } = enrolment;
  const opens = (inner: 'correct' | 'attach', words: string) => (
    <SecondaryButton disabled={!followed} onClick={() => show({ inner })}>
      {words}
    </SecondaryButton>
  );
  return (
    <div className="detail" key={id} ref={fromItsTop}>
      <EvidenceStrip enrolment={enrolment} state={followed?.state} />
      <div className="detail__views stack">
        <div className="stack gap-3">
          <Documents enrolment={enrolment}>
            {opens('attach', attaching.open)}
            {followed && <CriteriaTicks {...followed} />}
          </Documents>
          <Absences opened={opened} />
          <Renewal opened={opened} />
        </div>
        <section className="detail__sheet stack gap-3" aria-label={openEnrolment.sheet}>
          <div className="row gap-4 no-row-gap no-print">
            {opens('correct', correcting.open)}
            {followed && <SheetTicks {...followed} />}
          </div>
          {siblings.length > 0 && (
            <details className="detail__family small no-print" open={siblings.length === 1}>
              <summary>
                {openEnrolment.siblings(
                  siblings.length,
                  siblings.every(({ sexo }) => sexo === 'feminino'),
                )}
              </summary>
              {siblings.map((one) => (
                <SecondaryButton key={one.id} onClick={() => onSelect(one)}>
                  {nameOf(one)}, {situationInWords(one.situation)}
                </SecondaryButton>
              ))}
            </details>
          )}
          <EnrolmentSheet enrolment={enrolment} corrections={followed?.state.corrections ?? []} />
          <RetentionNotice id={id} />
        </section>
        <section aria-label={openEnrolment.followUp}>
          {followed ? (
            <div className="stack gap-5">
              <Requests {...followed} show={show} choose={choose} />
              <DatedLines
                title={datedLines.title}
                rows={followed.state.lines}
                id={id}
                person={nameOf(enrolment)}
                save={(line) => send(() => noteLine(id, line))}
              />
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

/** Another enrolment begins at its top. */
const fromItsTop = (views: HTMLElement | null) => views?.closest('.dialog__frame')?.scrollTo({ top: 0 });
