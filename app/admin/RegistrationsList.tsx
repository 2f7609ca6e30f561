import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { admin } from '../../content/messages.ts';
import { NO_FILTER } from '../../domain/registration-filter.ts';
import type { Registration } from '../../domain/sheet.ts';
import { Button } from '../ui/Button.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { DocumentAlert } from './DocumentAlert.tsx';
import { HandOver } from './HandOver.tsx';
import { ListAlert } from './ListAlert.tsx';
import { Loading } from './Loading.tsx';
import { useMarked } from './marked.tsx';
import { type DocumentNotice, openDocument } from './open-document.ts';
import { RegistrationDialog } from './RegistrationDialog.tsx';
import { RegistrationsTable } from './RegistrationsTable.tsx';
import { lastPageOf, listRegistrations, pageOf, type RegistrationPage, shownRange } from './registrations.ts';

/** The registrations, page by page, and the one that is being read. Source: SPEC §2, §4. */
export function RegistrationsList() {
  const page = pageOf(useSearchParams()[0].get('pagina'));
  const list = useQuery({ queryKey: ['inscricoes', page], queryFn: () => listRegistrations(page) });
  const [latest, setLatest] = useState<RegistrationPage>();
  const [selected, setSelected] = useState<Registration | null>(null);
  const marked = useMarked();
  const [opening, setOpening] = useState<string | null>(null);
  const [notice, setNotice] = useState<DocumentNotice | null>(null);

  if (list.data && list.data !== latest) setLatest(list.data);
  if (list.data && page > lastPageOf(list.data.total))
    return <Navigate replace to={addressOf(lastPageOf(list.data.total))} />;

  async function onDocument(registration: Registration) {
    if (opening) return; // a double click is one click
    setOpening(registration.id);
    setNotice(null);
    const problem = await openDocument(registration);
    setNotice(problem);
    setOpening(null);
    if (problem && !problem.link) void list.refetch(); // the row, or the right to read it, may be gone
  }

  const shown = list.data ?? latest; // until the next page is there, the one before stays, greyed
  return (
    <>
      {list.isError && <ListAlert error={list.error} retrying={list.isFetching} onRetry={list.refetch} />}
      {notice && <DocumentAlert notice={notice} onClose={() => setNotice(null)} />}
      {!shown && list.isPending && <Loading>{admin.loading}</Loading>}
      {shown && shown.total === 0 && <p className="admin__empty">{admin.empty}</p>}
      {shown && shown.total > 0 && (
        <>
          <HandOver rows={shown.rows} filter={NO_FILTER} marked={marked} />
          <Range shown={shown} />
          <RegistrationsTable
            rows={shown.rows}
            marked={marked}
            old={list.isError || !list.data}
            opening={opening}
            onOpen={setSelected}
            onDocument={onDocument}
          />
          <Paging shown={shown} waiting={list.isPending} />
        </>
      )}
      {selected && <RegistrationDialog registration={selected} onClose={() => setSelected(null)} />}
    </>
  );
}

/** Which rows are shown; takes the focus when another page of them has come. */
function Range({ shown }: { shown: RegistrationPage }) {
  const line = useRef<HTMLParagraphElement>(null);
  const seen = useRef(shown.page);

  useEffect(() => {
    if (seen.current !== shown.page) line.current?.focus({ preventScroll: true }); // the layout scrolls
    seen.current = shown.page;
  }, [shown.page]);

  return (
    <p tabIndex={-1} ref={line}>
      {shownRange(shown)}
    </p>
  );
}

function Paging({ shown, waiting }: { shown: RegistrationPage; waiting: boolean }) {
  const navigate = useNavigate();
  const { page, total } = shown;
  const goTo = (next: number) => navigate(addressOf(next));
  return (
    <nav className="paging no-print" aria-label="Páginas da lista">
      <p className="paging__wait" role="status">
        {waiting && (
          <>
            <Spinner /> {admin.loading}
          </>
        )}
      </p>
      <Button variant="secondary" disabled={page <= 1} onClick={() => goTo(page - 1)}>
        Anterior
      </Button>
      <Button variant="secondary" disabled={page >= lastPageOf(total)} onClick={() => goTo(page + 1)}>
        Próxima
      </Button>
    </nav>
  );
}

function addressOf(page: number) {
  return { search: page > 1 ? `?pagina=${page}` : '' };
}
