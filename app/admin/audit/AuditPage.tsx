import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { auditPage } from '../../../content/audit.ts';
import { Alert } from '../../ui/Alert.tsx';
import { SecondaryButton } from '../../ui/Button.tsx';
import { Choice, DayField } from '../../ui/fields/TextField.tsx';
import { listAdministrators } from '../api/accounts.ts';
import { type AuditEntry, type AuditKind, listAudit } from '../api/audit.ts';
import { DeskTable } from '../controls/DeskTable.tsx';
import { QueryState } from '../controls/QueryState.tsx';
import { looksByHour, rowsOf } from './audit-rows.ts';
import { TakeBackDialog, type Undone } from './TakeBackDialog.tsx';

/** Looks are many, and become few lines. */
const PAGE = { feito: 50, visto: 200, tudo: 50 } as const satisfies Record<AuditKind, number>;

/** The audit log, newest first, of one person and day where wanted: what was done, or who looked at what. Source: docs/ux.md §8.8. */
export function AuditPage() {
  const [person, setPerson] = useState('');
  const [day, setDay] = useState('');
  const [kind, setKind] = useState<AuditKind>('feito');
  const [undoing, setUndoing] = useState<Undone | null>(null);
  const [done, setDone] = useState('');
  const client = useQueryClient();
  const people = useQuery({ queryKey: ['administrators'], queryFn: listAdministrators });
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
  const [when, who, what, which] = auditPage.columns;

  useEffect(() => {
    const drawn = table.current?.rows;
    if (pages > 1 && shownBefore.current > 0)
      (drawn?.[shownBefore.current] ?? drawn?.[shownBefore.current - 1])?.focus();
    shownBefore.current = 0;
  }, [pages]);

  return (
    <section className="desk-page stack gap-5" aria-labelledby="desk-title">
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
            setDone('');
          }}
        />
        <DayField label={auditPage.day} value={day} onChange={(event) => setDay(event.target.value)} />
        {person &&
          (['takeBack', 'giveBack'] as const).map((what) => (
            <SecondaryButton key={what} onClick={() => setUndoing(what)}>
              {auditPage[what].open}…
            </SecondaryButton>
          ))}
      </div>
      {done && <Alert title={done} tone="success" />}
      {undoing && (
        <TakeBackDialog
          what={undoing}
          account={person}
          email={people.data?.find(({ account }) => account === person)?.email ?? auditPage.missingAccount}
          onClose={() => setUndoing(null)}
          onDone={(message) => {
            setUndoing(null);
            setDone(message);
            void client.invalidateQueries();
          }}
        />
      )}
      <QueryState query={log} loading={auditPage.loading} />
      {log.data && rows.length === 0 && (
        <p className="admin__empty panel" role="status">
          {auditPage.empty}
        </p>
      )}
      {rows.length > 0 && (
        <DeskTable caption={auditPage.caption} columns={auditPage.columns} body={table}>
          {rows.map((row) => (
            <tr key={row.key} tabIndex={-1}>
              <td data-label={when} className="desk-table__when desk-table__word">
                {row.when}
              </td>
              <td data-label={who} className="desk-table__who">
                <bdi translate="no">{row.who}</bdi>
              </td>
              <td data-label={what}>
                <span className="strong">{row.what}</span>
                {row.details.length > 0 && <span className="hint block">{row.details.join(' · ')}</span>}
              </td>
              <td data-label={which}>
                {row.protocols.length > 0 && <Protocols protocols={row.protocols} />}
              </td>
            </tr>
          ))}
        </DeskTable>
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
    </section>
  );
}

/** Several protocols are one number, which a press unfolds. */
function Protocols({ protocols }: { protocols: readonly string[] }) {
  if (protocols.length === 1) return <span className="desk-table__protocol">{protocols[0]}</span>;
  return (
    <details>
      <summary className="desk-table__fold">{auditPage.enrolments(protocols.length)}</summary>
      {protocols.join(', ')}
    </details>
  );
}
