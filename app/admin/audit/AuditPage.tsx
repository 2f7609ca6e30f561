import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { auditPage } from '../../../content/audit.ts';
import { brazilianMoment, laterDay, momentInBrazil, todayInBrazil } from '../../../domain/dates.ts';
import { SecondaryButton } from '../../ui/Button.tsx';
import { Choice, DayField } from '../../ui/fields/TextField.tsx';
import { administratorsQuery, personName, takeBackCorrections } from '../api/accounts.ts';
import { AUDIT_PAGE, type AuditEntry, listAudit } from '../api/audit.ts';
import { bringBackErasedBy } from '../api/erase.ts';
import { DeskPage } from '../controls/DeskPage.tsx';
import { FormDialog } from '../controls/FormDialog.tsx';
import { Line, Lines } from '../controls/Lines.tsx';
import { Menu } from '../controls/Menu.tsx';
import { useDialog } from '../controls/use-dialog.tsx';
import { actsOf, rowsOf } from './audit-rows.ts';

const { takeBack, giveBack } = auditPage;

/** The audit log, newest first, of one person and day where wanted: what was done, and behind '⋯' each entry. Source: docs/ux.md §8.8. */
export function AuditPage() {
  const [wanted, setWanted] = useState({ person: '', day: '', looks: false });
  const { open, dialog } = useDialog();
  const people = usePeople();
  const log = useInfiniteQuery({
    queryKey: ['audit', wanted],
    queryFn: ({ pageParam }) => listAudit(wanted, pageParam),
    initialPageParam: null as number | null,
    getNextPageParam: (entries: AuditEntry[]) =>
      entries.length < AUDIT_PAGE ? undefined : entries.at(-1)?.number,
  });
  const entries = log.data?.pages.flat() ?? [];
  const rows = wanted.looks ? rowsOf(entries) : actsOf(entries);
  const head = (
    <>
      <p>{auditPage.intro}</p>
      <div className="desk-filters row gap-4 no-print">
        <Choice
          label={auditPage.person}
          value={wanted.person}
          none={auditPage.everybody}
          options={people}
          onChoose={(person) => setWanted({ ...wanted, person })}
        />
        <DayField
          label={auditPage.day}
          value={wanted.day}
          onChange={({ target }) => setWanted({ ...wanted, day: target.value })}
        />
        <Menu
          acts={[
            [
              wanted.looks ? auditPage.done : auditPage.all,
              () => setWanted({ ...wanted, looks: !wanted.looks }),
            ],
            [`${takeBack.open}…`, () => open(<UndoDialog what="takeBack" person={wanted.person} />)],
            [`${giveBack.open}…`, () => open(<UndoDialog what="giveBack" person={wanted.person} />)],
          ]}
        />
      </div>
    </>
  );

  return (
    <DeskPage
      dialog={dialog}
      head={head}
      query={log}
      loading={auditPage.loading}
      empty={() => rows.length === 0 && auditPage.empty}
    >
      {() => (
        <>
          <Lines label={auditPage.caption}>
            {rows.map(({ key, when, who, what, details, protocols }) => (
              <Line
                key={key}
                title={what}
                hint={
                  <>
                    {when} · <bdi translate="no">{who}</bdi>
                    {details.map((detail) => ` · ${detail}`)}
                  </>
                }
                acts={protocols.length > 0 && <Protocols protocols={protocols} />}
              />
            ))}
          </Lines>
          {entries.length >= AUDIT_PAGE && (
            <SecondaryButton
              aria-disabled={!log.hasNextPage} // it keeps the focus
              busyText={log.isFetchingNextPage && auditPage.loading}
              onClick={() => void log.fetchNextPage()}
            >
              {log.hasNextPage ? auditPage.older : auditPage.oldest}
            </SecondaryButton>
          )}
        </>
      )}
    </DeskPage>
  );
}

/** Everybody with an account, to choose from. */
const usePeople = () =>
  (useQuery(administratorsQuery).data ?? []).map((one) => [one.account, personName(one)] as const);

/** Several protocols are one number, which a press unfolds. */
function Protocols({ protocols }: { protocols: readonly string[] }) {
  if (protocols.length === 1) return <span className="unbroken">{protocols[0]}</span>;
  return (
    <details>
      <summary className="touch">{auditPage.enrolments(protocols.length)}</summary>
      {protocols.join(', ')}
    </details>
  );
}

/** What is undone: what an account corrected and answered, or that it put enrolments away. Returns what is said of it. */
const UNDO = {
  takeBack: async (account: string, since: Date, password: string) =>
    takeBack.done(await takeBackCorrections(account, since, password)),
  giveBack: async (account: string, since: Date, password: string) =>
    giveBack.done(await bringBackErasedBy(account, since, password)),
};

/** Undoes at once what an account did since a moment; `person` is the one that is chosen already. Source: docs/ux.md §8.8. */
function UndoDialog({ what, person }: { what: keyof typeof UNDO; person: string }) {
  const people = usePeople();
  const [yesterday] = useState(
    () => `${laterDay(todayInBrazil(), -1)}T${brazilianMoment(new Date()).slice(-5)}`,
  );
  const words = { ...takeBack, ...auditPage[what] };

  return (
    <FormDialog
      title={words.title}
      submit={words.open}
      busy={words.busy}
      destructive
      initial={{ account: person, since: yesterday }}
      check={({ account, since }) => ({
        account: account === '' ? auditPage.personMissing : '',
        since: momentInBrazil(since) ? '' : words.sinceMissing,
      })}
      password
      send={({ account, since }, password) => UNDO[what](account, momentInBrazil(since) as Date, password)}
    >
      {({ text }) => (
        <>
          <Choice
            label={auditPage.person}
            none={auditPage.choosePerson}
            options={people}
            {...text('account')}
          />
          <DayField label={words.since} type="datetime-local" {...text('since')} />
          <p>{words.text}</p>
          <p className="field__hint">{words.hint}</p>
        </>
      )}
    </FormDialog>
  );
}
