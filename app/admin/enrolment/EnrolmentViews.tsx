import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { attaching, correcting } from '../../../content/corrections.ts';
import { documentView } from '../../../content/document-view.ts';
import { openEnrolment } from '../../../content/open-enrolment.ts';
import { SecondaryButton } from '../../ui/Button.tsx';
import { Documents, useDocuments } from '../document/Documents.tsx';
import { RetentionNotice } from '../retention/RetentionNotice.tsx';
import { EnrolmentSheet } from '../sheet/EnrolmentSheet.tsx';
import { CriteriaTicks, EvidenceStrip, GuardianTicks, Tick } from './Evidence.tsx';
import { FollowUpPanel } from './follow-up/FollowUpPanel.tsx';
import type { Shell } from './use-shell.ts';

/** The three views of an enrolment: side by side, or one at a time in tabs. */
export function EnrolmentViews({ opened, views }: Shell) {
  const { enrolment, followed, show } = opened;
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
      <SecondaryButton disabled={!followed} onClick={() => show({ inner })}>
        {words}
      </SecondaryButton>
    </div>
  );
  const strip = (
    <EvidenceStrip enrolment={enrolment} isChecked={followed?.state.criteria.cadunico ?? false} />
  );
  const sheet = (
    <>
      <div className="sheet__correct row gap-2 no-print">
        {opens('correct', correcting.open)}
        {followed && <Tick key={id} {...followed} name="protegido" />}
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
  const rest = <FollowUpPanel key={id} opened={opened} />;

  if (!views.wide)
    return (
      <div className="detail__views" ref={place}>
        <Tabs chosen={views.chosen} onChoose={views.choose}>
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

const TABS = {
  sheet: openEnrolment.sheet,
  document: documentView.title,
  followUp: openEnrolment.followUp,
};

type Tab = keyof typeof TABS;
type TabsProps = { chosen: Tab; onChoose: (tab: Tab) => void; children: ReactNode };

/** Tabs and the panel of the chosen one. Left and right arrows move between them, as in ARIA's tabs pattern. */
function Tabs({ chosen, onChoose, children }: TabsProps) {
  const id = useId();
  const names = Object.keys(TABS) as Tab[];

  function move(event: KeyboardEvent<HTMLDivElement>) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const next = step && names.at((names.indexOf(chosen) + step) % names.length);
    if (!next) return;
    event.preventDefault();
    onChoose(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus();
  }

  return (
    <>
      <div className="tabs flow gap-2 no-print" role="tablist" onKeyDown={move}>
        {names.map((name) => (
          <button
            key={name}
            type="button"
            className="tabs__tab"
            role="tab"
            id={`${id}-${name}`}
            data-tab={name}
            aria-selected={name === chosen}
            aria-controls={`${id}-painel`}
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => onChoose(name)}
          >
            {TABS[name]}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-painel`} aria-labelledby={`${id}-${chosen}`}>
        {children}
      </div>
    </>
  );
}
