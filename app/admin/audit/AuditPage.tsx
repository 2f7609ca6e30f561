import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { auditPage } from '../../../content/audit.ts';
import { brazilianMoment, laterDay, momentInBrazil, todayInBrazil } from '../../../domain/dates.ts';
import { SecondaryButton } from '../../ui/Button.tsx';
import { Choice, DayField } from '../../ui/fields/TextField.tsx';
import { administratorsQuery, takeBackCorrections } from '../api/accounts.ts';
import { type AuditEntry, type AuditKind, listAudit } from '../api/audit.ts';
import { giveAllBack } from '../api/erase.ts';
import { DeskPage } from '../controls/DeskPage.tsx';
import { type Cells, DeskTable } from '../controls/DeskTable.tsx';
import { FormDialog } from '../controls/FormDialog.tsx';
import { useDialog } from '../controls/use-dialog.tsx';
import { type AuditRow, looksByHour, rowsOf } from './audit-rows.ts';

/** Looks are many, and become few lines. */
const PAGE = { feito: 50, visto: 200, tudo: 50 } as const satisfies Record<AuditKind, number>;

/** The audit log, newest first, of one person and day where wanted: what was done, or who looked at what. Source: docs/ux.md §8.8. */
export function AuditPage() {
  const [person, setPerson] = useState('');
  const [day, setDay] = useState('');
  const [kind, setKind] = useState<AuditKind>('feito');
  const { open, say, ...page } = useDialog();
  const people = useQuery(administratorsQuery);
  const log = useInfiniteQuery({
    queryKey: ['audit', kind, person, day],
    queryFn: ({ pageParam }) => listAudit(kind, PAGE[kind], pageParam, person || null, day || null),
    initialPageParam: null as number | null,
    getNextPageParam: (page: AuditEntry[]) => (page.length < PAGE[kind] ? undefined : page.at(-1)?.number),
  });
  const entries = log.data?.pages.flat() ?? [];
  const rows = kind === 'visto' ? looksByHour(entries) : rowsOf(entries);
  const table = useRef<HTMLTableSectionElement>(null);
  const shownBefore = useRef(0); // number of rows when older ones were requested
  const pages = log.data?.pages.length ?? 0;

  useEffect(() => {
    const drawn = table.current?.rows;
    if (pages > 1 && shownBefore.current > 0)
      (drawn?.[shownBefore.current] ?? drawn?.[shownBefore.current - 1])?.focus();
    shownBefore.current = 0;
  }, [pages]);

  const undo = (what: 'takeBack' | 'giveBack') => {
    const email = people.data?.find(({ account }) => account === person)?.email;
    open(<TakeBackDialog what={what} account={person} email={email ?? auditPage.missingAccount} />);
  };
  const head = (
    <>
      <p>{auditPage.intro}</p>
      <div className="desk-filters flow gap-4 no-print">
        <Choice
          label={auditPage.kind}
          value={kind}
          options={Object.entries(auditPage.kinds)}
          onChoose={(value) => setKind(value as AuditKind)}
        />
        <Choice
          label={auditPage.person}
          value={person}
          none={auditPage.everybody}
          options={(people.data ?? []).map(({ account, email }) => [account, email])}
          onChoose={(account) => {
            setPerson(account);
            say(null);
          }}
        />
        <DayField label={auditPage.day} value={day} onChange={(event) => setDay(event.target.value)} />
        {person &&
          (['takeBack', 'giveBack'] as const).map((what) => (
            <SecondaryButton key={what} onClick={() => undo(what)}>
              {auditPage[what].open}…
            </SecondaryButton>
          ))}
      </div>
    </>
  );

  return (
    <DeskPage
      {...page}
      titleId="desk-title"
      head={head}
      query={log}
      loading={auditPage.loading}
      empty={() => rows.length === 0 && auditPage.empty}
    >
      {() => (
        <>
          {rows.length > 0 && (
            <DeskTable
              caption={auditPage.caption}
              columns={auditPage.columns}
              body={table}
              rows={rows}
              rowId={({ key }) => key}
              cells={CELLS}
            />
          )}
          {log.hasNextPage && (
            <SecondaryButton
              busyText={log.isFetchingNextPage && auditPage.loading}
              onClick={() => {
                shownBefore.current = rows.length;
                void log.fetchNextPage();
              }}
            >
              {auditPage.older}
            </SecondaryButton>
          )}
        </>
      )}
    </DeskPage>
  );
}

const CELLS: Cells<AuditRow> = [
  [({ when }) => when, 'desk-table__when desk-table__word'],
  [({ who }) => <bdi translate="no">{who}</bdi>, 'desk-table__who'],
  [
    ({ what, details }) => (
      <>
        <span className="strong">{what}</span>
        {details.length > 0 && <span className="hint block">{details.join(' · ')}</span>}
      </>
    ),
  ],
  [({ protocols }) => protocols.length > 0 && <Protocols protocols={protocols} />],
];

/** Several protocols are one number, which a press unfolds. */
function Protocols({ protocols }: { protocols: readonly string[] }) {
  if (protocols.length === 1) return <span className="unbroken">{protocols[0]}</span>;
  return (
    <details>
      <summary className="desk-table__fold">{auditPage.enrolments(protocols.length)}</summary>
      {protocols.join(', ')}
    </details>
  );
}

/** What is undone: what an account corrected and answered, or that it put enrolments away. Returns what is said of it. */
const UNDO = {
  takeBack: async (account: string, since: Date, password: string) =>
    auditPage.takeBack.done(await takeBackCorrections(account, since, password)),
  giveBack: async (account: string, since: Date, password: string) =>
    auditPage.giveBack.done(await giveAllBack(account, since, password)),
};

type Props = { what: keyof typeof UNDO; account: string; email: string };

/** Undoes at once what an account did since a moment. Source: docs/ux.md §8.8. */
function TakeBackDialog({ what, account, email }: Props) {
  const [yesterday] = useState(
    () => `${laterDay(todayInBrazil(), -1)}T${brazilianMoment(new Date()).slice(-5)}`,
  );
  const words = { ...auditPage.takeBack, ...auditPage[what] };

  return (
    <FormDialog
      title={words.title}
      submit={words.open}
      busy={words.busy}
      destructive
      initial={{ since: yesterday }}
      check={({ since }) => (momentInBrazil(since) ? {} : { since: words.sinceMissing })}
      password
      send={({ since }, password) => UNDO[what](account, momentInBrazil(since) as Date, password)}
    >
      {({ text }) => (
        <>
          <p>{words.text(email)}</p>
          <DayField label={words.since} type="datetime-local" {...text('since')} />
          <p className="field__hint">{words.hint}</p>
        </>
      )}
    </FormDialog>
  );
}
