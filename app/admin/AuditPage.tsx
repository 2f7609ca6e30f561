import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { auditPage } from '../../content/audit.ts';
import { brazilianMoment } from '../../domain/dates.ts';
import { writtenProtocol } from '../../domain/protocol.ts';
import { Button } from '../ui/Button.tsx';
import { type AuditLine, listAdministrators, listAudit } from './answering.ts';
import { deedInWords, detailsInWords } from './audit-words.ts';
import { ListAlert } from './ListAlert.tsx';
import { Loading } from './Loading.tsx';
import './answering.css';

/** The record of accesses, newest first, by person and by day. Source: ux.md §8.8. */
export function AuditPage() {
  const [person, setPerson] = useState('');
  const [day, setDay] = useState('');
  const people = useQuery({ queryKey: ['administradores'], queryFn: listAdministrators });
  const record = useInfiniteQuery({
    queryKey: ['registro', person, day],
    queryFn: ({ pageParam }) => listAudit(pageParam, person || null, day || null),
    initialPageParam: null as number | null,
    getNextPageParam: (page: AuditLine[]) => (page.length < 50 ? undefined : page.at(-1)?.numero),
  });
  const lines = record.data?.pages.flat() ?? [];
  const table = useRef<HTMLTableSectionElement>(null);
  const read = useRef(0); // how many were there when older ones were wanted
  const pages = record.data?.pages.length ?? 0;

  useEffect(() => {
    const rows = table.current?.rows;
    if (pages > 1 && read.current > 0) (rows?.[read.current] ?? rows?.[read.current - 1])?.focus();
    read.current = 0;
  }, [pages]);

  return (
    <section className="desk-page" aria-labelledby="desk-title">
      <p>{auditPage.intro}</p>
      <div className="desk-filters no-print">
        <div className="field">
          <label className="field__label" htmlFor="registro-pessoa">
            {auditPage.person}
          </label>
          <select
            className="field__input"
            id="registro-pessoa"
            value={person}
            onChange={(event) => setPerson(event.target.value)}
          >
            <option value="">{auditPage.everybody}</option>
            {people.data?.map(({ conta, email }) => (
              <option key={conta} value={conta}>
                {email}
              </option>
            ))}
          </select>
        </div>
        <div className="field">
          <label className="field__label" htmlFor="registro-dia">
            {auditPage.day}
          </label>
          <input
            className="field__input"
            id="registro-dia"
            type="date"
            value={day}
            onChange={(event) => setDay(event.target.value)}
          />
        </div>
      </div>
      {record.isError && (
        <ListAlert error={record.error} retrying={record.isFetching} onRetry={record.refetch} />
      )}
      {record.isPending && <Loading>{auditPage.loading}</Loading>}
      {record.data && lines.length === 0 && (
        <p className="admin__empty" role="status">
          {auditPage.empty}
        </p>
      )}
      {lines.length > 0 && <Lines lines={lines} body={table} />}
      {record.hasNextPage && (
        <Button
          variant="secondary"
          busyText={record.isFetchingNextPage && auditPage.loading}
          onClick={() => {
            read.current = lines.length;
            void record.fetchNextPage();
          }}
        >
          {auditPage.older}
        </Button>
      )}
    </section>
  );
}

function Lines({
  lines,
  body,
}: {
  lines: readonly AuditLine[];
  body: RefObject<HTMLTableSectionElement | null>;
}) {
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
        {lines.map((line) => (
          <tr key={line.numero} tabIndex={-1}>
            <td data-label={when}>{brazilianMoment(new Date(line.momento))}</td>
            <td data-label={who}>
              <bdi translate="no">{whoDid(line)}</bdi>
            </td>
            <td data-label={what}>
              <span className="desk-table__strong">{deedInWords(line)}</span>
              <Details line={line} />
            </td>
            <td data-label={which}>{line.protocolo ? writtenProtocol(line.protocolo) : '—'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** To whom it was done, and the numbers and codes that belong to it. */
function Details({ line }: { line: AuditLine }) {
  const words = [
    ...(line.conta && line.conta !== line.quem ? [line.email_conta ?? auditPage.gone] : []),
    ...detailsInWords(line),
  ];
  if (words.length === 0) return null;
  return <span className="desk-table__more">{words.join(' · ')}</span>;
}

/** The account that did it; where nobody was signed in, what did. */
function whoDid({ quem, email, acao }: AuditLine): string {
  if (quem) return email ?? auditPage.gone;
  if (acao === 'baixou_documento') return auditPage.link;
  return acao === 'falha_de_login' ? auditPage.nobody : auditPage.system;
}
