import { useEffect, useRef } from 'react';
import { documentView } from '../../../content/document-view.ts';
import { openEnrolment } from '../../../content/open-enrolment.ts';
import type { ListedEnrolment } from '../api/enrolments.ts';
import { Documents, useDocuments } from '../document/Documents.tsx';
import { RetentionNotice } from '../retention/RetentionNotice.tsx';
import { EnrolmentSheet } from '../sheet/EnrolmentSheet.tsx';
import { AnswerButton, type AnswerDialog, AnswerDialogs } from './AnswerDialogs.tsx';
import { EvidenceStrip } from './EvidenceStrip.tsx';
import { FollowUpPanel } from './follow-up/FollowUpPanel.tsx';
import type { OpenedEnrolment } from './state/use-open-enrolment.ts';
import { useStateOf } from './state/use-state-of.ts';
import { Tabs } from './Tabs.tsx';
import { CriteriaTicks, GuardianTicks, ProtectedTick } from './Ticks.tsx';
import type { Views } from './use-views.ts';
import './evidence.css';

type Props = {
  enrolment: ListedEnrolment;
  views: Views;
  opened: OpenedEnrolment;
  onCompare: () => void;
  /** Erases for the family, who asked. */
  onErase: () => void;
};

export function EnrolmentViews({ enrolment, views, opened, onCompare, onErase }: Props) {
  const { id } = enrolment;
  const place = useRef<HTMLDivElement>(null);
  const [dialog, setDialog] = useStateOf<AnswerDialog | null>(id, null);
  const documents = useDocuments(enrolment, views.documentOpen, () => views.setDocumentOpen(false));

  // biome-ignore lint/correctness/useExhaustiveDependencies: another enrolment begins at its top
  useEffect(() => {
    for (const view of place.current?.querySelectorAll('[data-scrolls]') ?? []) view.scrollTo({ top: 0 });
    place.current?.closest('.dialog__body')?.scrollTo({ top: 0 });
    place.current?.closest('.dialog__frame')?.scrollTo({ top: 0 });
  }, [id]);

  const strip = (
    <EvidenceStrip enrolment={enrolment} documentChecked={opened.followUp.data?.criteria.cadunico ?? false} />
  );
  const sheet = (
    <>
      <div className="sheet__correct row gap-2 no-print">
        <AnswerButton dialog="correct" opened={opened} onOpen={setDialog} />
        <ProtectedTick key={id} enrolment={enrolment} opened={opened} />
      </div>
      <EnrolmentSheet
        enrolment={enrolment}
        corrections={opened.followUp.data?.corrections ?? []}
        belowGuardian={<GuardianTicks key={id} enrolment={enrolment} opened={opened} />}
      />
      <RetentionNotice id={id} />
    </>
  );
  const paper = (
    <Documents views={views} documents={documents}>
      <CriteriaTicks key={id} enrolment={enrolment} opened={opened} />
      <AnswerButton dialog="attach" opened={opened} onOpen={setDialog} />
    </Documents>
  );
  const rest = (
    <FollowUpPanel key={id} enrolment={enrolment} opened={opened} onCompare={onCompare} onErase={onErase} />
  );

  const shown = views.wide ? (
    <div className="detail" ref={place}>
      {strip}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard has to reach the scrolling area */}
      <section className="detail__column" aria-label={openEnrolment.sheet} tabIndex={0} data-scrolls>
        {sheet}
      </section>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard has to reach the scrolling area */}
      <section className="detail__column" aria-label={openEnrolment.evidence} tabIndex={0} data-scrolls>
        {paper}
        <div className="detail__rest">{rest}</div>
      </section>
    </div>
  ) : (
    <div className="detail__views" ref={place}>
      <Tabs
        chosen={views.chosen}
        onChoose={views.show}
        tabs={{ sheet: openEnrolment.sheet, document: documentView.title, followUp: openEnrolment.followUp }}
      >
        {views.chosen === 'sheet' && (
          <>
            {strip}
            {sheet}
          </>
        )}
        {views.chosen === 'document' && paper}
        {views.chosen === 'followUp' && rest}
      </Tabs>
    </div>
  );
  return (
    <>
      {shown}
      <AnswerDialogs
        key={id}
        dialog={dialog}
        enrolment={enrolment}
        opened={opened}
        onClose={() => setDialog(null)}
      />
    </>
  );
}
