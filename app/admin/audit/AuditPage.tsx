import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { auditPage } from '../../../content/audit.ts';
import { brazilianMoment } from '../../../domain/dates.ts';
import { writtenProtocol } from '../../../domain/enrolment/protocol.ts';
import { SecondaryButton } from '../../ui/Button.tsx';
import { listAdministrators } from '../api/accounts.ts';
import { type AuditEntry, listAudit } from '../api/audit.ts';
import { ListAlert } from '../controls/ListAlert.tsx';
import { Loading } from '../controls/Loading.tsx';
import { Choice, DayField } from '../controls/TextField.tsx';
import { actionInWords, detailsInWords, whoInWords } from './audit-texts.ts';
import '../controls/desk-pages.css';

/** The audit log, newest first, filtered by person and day. Source: docs/ux.md §8.8. */
export function AuditPage() {
  const [person, setPerson] = useState('');
  const [day, setDay] = useState('');
  const people = useQuery({ queryKey: ['administrators'], queryFn: listAdministrators });
  const log = useInfiniteQuery({
    queryKey: ['audit', person, day],
    queryFn: ({ pageParam }) => listAudit(pageParam, person || null, day || null),
    initialPageParam: null as number | null,
    getNextPageParam: (page: AuditEntry[]) => (page.length < 50 ? undefined : page.at(-1)?.number),
  });
  const entries = log.data?.pages.flat() ?? [];
  const table = useRef<HTMLTableSectionElement>(null);
  const shownBefore = useRef(0); // number of rows when older ones were requested
  const pages = log.data?.pages.length ?? 0;

  useEffect(() => {
    const rows = table.current?.rows;
    if (pages > 1 && shownBefore.current > 0)
      (rows?.[shownBefore.current] ?? rows?.[shownBefore.current - 1])?.focus();
    shownBefore.current = 0;
  }, [pages]);

  return (
    <section className="desk-page" aria-labelledby="desk-title">
      <p>{auditPage.intro}</p>
      <div className="desk-filters no-print">
        <Choice
          label={auditPage.person}
          value={person}
          none={auditPage.everybody}
          options={(people.data ?? []).map(({ account, email }) => [account, email])}
          onChoose={setPerson}
        />
        <DayField label={auditPage.day} value={day} onChange={(event) => setDay(event.target.value)} />
      </div>
      {log.isError && <ListAlert error={log.error} retrying={log.isFetching} onRetry={log.refetch} />}
      {log.isPending && <Loading>{auditPage.loading}</Loading>}
      {log.data && entries.length === 0 && (
        <p className="admin__empty" role="status">
          {auditPage.empty}
        </p>
      )}
      {entries.length > 0 && <EntryTable entries={entries} body={table} />}
      {log.hasNextPage && (
        <SecondaryButton
          busyText={log.isFetchingNextPage && auditPage.loading}
          onClick={() => {
            shownBefore.current = entries.length;
            void log.fetchNextPage();
          }}
        >
          {auditPage.older}
        </SecondaryButton>
      )}
    </section>
  );
}

type Props = { entries: readonly AuditEntry[]; body: RefObject<HTMLTableSectionElement | null> };

function EntryTable({ entries, body }: Props) {
  const [when, who, what, which] = auditPage.columns;
  return (
    <table className="desk-table">
      <caption className="vh">{auditPage.caption}</caption>
      <thead className="desk-table__head">
        <tr>
          {auditPage.columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        {entries.map((entry) => (
          <tr key={entry.number} tabIndex={-1}>
            <td data-label={when}>{brazilianMoment(new Date(entry.at))}</td>
            <td data-label={who}>
              <bdi translate="no">{whoInWords(entry)}</bdi>
            </td>
            <td data-label={what}>
              <span className="desk-table__strong">{actionInWords(entry)}</span>
              <Details entry={entry} />
            </td>
            <td data-label={which}>{entry.protocol ? writtenProtocol(entry.protocol) : '—'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The account it was done to, and the details of the entry. */
function Details({ entry }: { entry: AuditEntry }) {
  const words = [
    ...(entry.account && entry.account !== entry.by ? [entry.accountEmail ?? auditPage.missingAccount] : []),
    ...detailsInWords(entry),
  ];
  if (words.length === 0) return null;
  return <span className="desk-table__more">{words.join(' · ')}</span>;
}
