import { useEffect, useRef } from 'react';
import { attaching, correcting } from '../../../content/corrections.ts';
import { documentView } from '../../../content/document-view.ts';
import { openEnrolment } from '../../../content/open-enrolment.ts';
import { SecondaryButton } from '../../ui/Button.tsx';
import { Documents, useDocuments } from '../document/Documents.tsx';
import { RetentionNotice } from '../retention/RetentionNotice.tsx';
import { EnrolmentSheet } from '../sheet/EnrolmentSheet.tsx';
import { EvidenceStrip } from './EvidenceStrip.tsx';
import { FollowUpPanel } from './follow-up/FollowUpPanel.tsx';
import { Tabs } from './Tabs.tsx';
import { CriteriaTicks, GuardianTicks, ProtectedTick } from './Ticks.tsx';
import type { Shell } from './use-shell.ts';
import './evidence.css';

/** The three views of an enrolment: side by side, or one at a time in tabs. */
export function EnrolmentViews({ enrolment, opened, followed, views, open, compare }: Shell) {
  const { id } = enrolment;
  const place = useRef<HTMLDivElement>(null);
  const documents = useDocuments(enrolment, views.documentOpen, () => views.setDocumentOpen(false));

  // biome-ignore lint/correctness/useExhaustiveDependencies: another enrolment begins at its top
  useEffect(() => {
    for (const view of place.current?.querySelectorAll('[data-scrolls]') ?? []) view.scrollTo({ top: 0 });
    place.current?.closest('.dialog__body')?.scrollTo({ top: 0 });
    place.current?.closest('.dialog__frame')?.scrollTo({ top: 0 });
  }, [id]);

  const opens = (inner: 'correct' | 'attach', words: string) => (
    <div className="no-print">
      <SecondaryButton disabled={!followed} onClick={() => open(inner)}>
        {words}
      </SecondaryButton>
    </div>
  );
  const strip = (
    <EvidenceStrip enrolment={enrolment} documentChecked={followed?.state.criteria.cadunico ?? false} />
  );
  const sheet = (
    <>
      <div className="sheet__correct row gap-2 no-print">
        {opens('correct', correcting.open)}
        {followed && <ProtectedTick key={id} {...followed} />}
      </div>
      <EnrolmentSheet
        enrolment={enrolment}
        corrections={followed?.state.corrections ?? []}
        belowGuardian={followed && <GuardianTicks key={id} {...followed} />}
      />
      <RetentionNotice id={id} />
    </>
  );
  const paper = (
    <Documents documents={documents} onShow={() => views.setDocumentOpen(true)}>
      {followed && <CriteriaTicks key={id} {...followed} />}
      {opens('attach', attaching.open)}
    </Documents>
  );
  const rest = (
    <FollowUpPanel
      key={id}
      followUp={opened.followUp}
      followed={followed}
      comparing={opened.screen.comparing}
      onCompare={compare}
      onErase={() => open('erase on request')}
    />
  );

  if (!views.wide)
    return (
      <div className="detail__views" ref={place}>
        <Tabs
          chosen={views.chosen}
          onChoose={views.show}
          tabs={{
            sheet: openEnrolment.sheet,
            document: documentView.title,
            followUp: openEnrolment.followUp,
          }}
        >
          {views.chosen === 'sheet' && strip}
          {{ sheet, document: paper, followUp: rest }[views.chosen]}
        </Tabs>
      </div>
    );
  return (
    <div className="detail" ref={place}>
      {strip}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard has to reach the scrolling area */}
      <section className="detail__column" aria-label={openEnrolment.sheet} tabIndex={0} data-scrolls>
        {sheet}
      </section>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard has to reach the scrolling area */}
      <section className="detail__column" aria-label={openEnrolment.evidence} tabIndex={0} data-scrolls>
        {paper}
        {rest}
      </section>
    </div>
  );
}
