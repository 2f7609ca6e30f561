import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useSyncExternalStore } from 'react';
import { attaching, correcting } from '../../../content/corrections.ts';
import { documentView } from '../../../content/document-view.ts';
import { openEnrolment } from '../../../content/open-enrolment.ts';
import { storedDocument } from '../../../domain/desk/sheet.ts';
import { SecondaryButton } from '../../ui/Button.tsx';
import { useUnsavedValue } from '../controls/unsaved.ts';
import { Documents, useDocuments } from '../document/Documents.tsx';
import { RetentionNotice } from '../retention/RetentionNotice.tsx';
import { EnrolmentSheet } from '../sheet/EnrolmentSheet.tsx';
import { CriteriaTicks, EvidenceStrip, GuardianTicks, Tick } from './Evidence.tsx';
import { FollowUpPanel } from './follow-up/FollowUpPanel.tsx';
import type { OpenedEnrolment } from './state/use-open-enrolment.ts';

/** The three views of an enrolment: side by side, or one at a time in tabs. */
export function EnrolmentViews({ opened }: { opened: OpenedEnrolment }) {
  const { enrolment, followed, screen, show } = opened;
  const { id } = enrolment;
  const place = useRef<HTMLDivElement>(null);
  const { wide, chosen, choose, documentOpen } = useViews(opened);
  const documents = useDocuments(enrolment, documentOpen, () => show({ documentOpen: false }));

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
  const strip = <EvidenceStrip enrolment={enrolment} state={followed?.state} />;
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
    <>
      <Documents
        documents={documents}
        large={screen.documentLarge}
        onShow={() => show({ documentOpen: true })}
        onEnlarge={() => show({ documentLarge: !screen.documentLarge })}
      />
      <div className="detail__checks row gap-4 no-row-gap">
        {followed && <CriteriaTicks key={id} {...followed} />}
        {opens('attach', attaching.open)}
      </div>
    </>
  );
  const rest = <FollowUpPanel key={id} opened={opened} />;

  if (!wide)
    return (
      <div className="detail__views" ref={place}>
        <Tabs chosen={chosen} onChoose={choose}>
          {chosen === 'sheet' && strip}
          {{ sheet, document: paper, followUp: rest }[chosen]}
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

/** From this width sheet and document stand side by side. Source: docs/ux.md §8.1; enrolment-dialog.css. */
const wideWindow = () => matchMedia('(min-width: 56.25rem)');

function listen(listener: () => void) {
  const query = wideWindow();
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** Whether somebody asked the browser to save data: a document of 5 MB waits for a press then. */
const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/**
 * What is shown of an enrolment: side by side, or one view at a time. `documentOpen`: the document
 * is fetched and drawn, which leaves an audit entry. That happens as soon as it is in sight: beside
 * the sheet at once, unless the browser saves data, and in its tab when that is chosen.
 */
function useViews({ enrolment, screen, show }: OpenedEnrolment) {
  const wide = useSyncExternalStore(listen, () => wideWindow().matches);
  const [chosen = 'sheet', choose] = useUnsavedValue('tab');
  const inSight = Boolean(storedDocument(enrolment)) && (wide ? !savesData() : chosen === 'document');
  const documentOpen = screen.documentOpen ?? inSight;

  useEffect(() => {
    if (inSight && screen.documentOpen === null) show({ documentOpen: true }); // stays when the views change their places
  });

  const wasWide = useRef(wide);
  useEffect(() => {
    if (wasWide.current && !wide && documentOpen) choose('document'); // what was read stays in sight
    wasWide.current = wide;
  }, [wide, documentOpen, choose]);

  return { wide, chosen, choose, documentOpen };
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
      <div className="tabs flow gap-5 no-row-gap no-print" role="tablist" onKeyDown={move}>
        {names.map((name) => (
          <button
            key={name}
            type="button"
            className="tab touch"
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
