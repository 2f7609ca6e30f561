import { QueryCache, QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { deskScreens } from '../../content/accounts.ts';
import { brand, samplesUnchanged } from '../../content/brand.ts';
import { manual } from '../../content/hand-over.ts';
import { admin } from '../../content/messages.ts';
import { endSession } from '../api/auth.ts';
import { BackendError } from '../api/client.ts';
import { SessionProvider, useSession } from '../api/session.tsx';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { showToast } from '../ui/toast.ts';
import { arriveAt } from './arrive-at.ts';
import { type DeskScreen, screenOf } from './DeskNav.tsx';
import { keepFor, useUnsaved } from './kept.ts';
import { ListAlert } from './ListAlert.tsx';
import { Loading } from './Loading.tsx';
import { LoginCard } from './LoginCard.tsx';
import { isAdministrator, mayRetry } from './registrations.ts';
import { forgetSign, LOCK_AFTER_MS } from './use-idle.ts';
import './admin.css';

// Who only signs in needs none of it.
const loadDesk = async () => ({ default: (await import('./Desk.tsx')).Desk });
const Desk = lazy(loadDesk);
const loadList = async () => ({ default: (await import('./RegistrationsList.tsx')).RegistrationsList });
const RegistrationsList = lazy(loadList);

/** Screen /admin/inscricoes: the login card, or the registrations for who may read them. Source: SPEC §2, §6. */
export function AdminPage() {
  return (
    <SessionProvider notify={showToast} keepFor={keepFor}>
      <div className="page admin">
        <Screen />
      </div>
    </SessionProvider>
  );
}

function Screen() {
  const { user, loading, over } = useSession();
  const unsaved = useUnsaved();
  const settled = useRef(false); // whether a first screen has been drawn; the later ones take the focus

  useEffect(() => {
    if (loading) return;
    settled.current = true; // after the effects of the screen itself
    document.documentElement.classList.remove('keeps-session');
  }, [loading]);

  useEffect(() => {
    if (!loading && !user) forgetSign();
  }, [loading, user]);
  useEffect(() => {
    if (!over || user) return;
    const late = setTimeout(keepFor, LOCK_AFTER_MS, null); // nobody came back
    return () => clearTimeout(late);
  }, [over, user]);
  useEffect(() => {
    if (!unsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [unsaved]);

  if (user) return <SignedIn key={user.id} settled={settled} />;
  // The card is there before the session has been read: most people come without one.
  return (
    <>
      <LoginCard settled={settled} />
      {loading && <Loading>Carregando…</Loading>}
      <noscript>
        <p>Para entrar, é preciso ativar o JavaScript.</p>
      </noscript>
    </>
  );
}

/** What is read lives as long as the session: signing out drops it from memory. */
function SignedIn({ settled }: { settled: RefObject<boolean> }) {
  const { signOut } = useSession();
  const [client] = useState(newQueryClient);
  const [leaving, setLeaving] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const screen = screenOf(useSearchParams()[0].get('tela'));
  const seen = useRef(screen);

  useEffect(() => () => client.clear(), [client]);
  useEffect(() => {
    const before = document.title;
    document.title = `${deskScreens[screen].title} | ${brand.name}`;
    return () => {
      document.title = before;
    };
  }, [screen]);
  useEffect(() => {
    // On their way while the right to read is asked; a failure shows when they are drawn.
    for (const load of [loadDesk, loadList]) load().catch(() => {});
  }, []);
  useEffect(() => {
    if (settled.current || seen.current !== screen) arriveAt(heading.current);
    seen.current = screen;
  }, [settled, screen]);

  async function onLeave() {
    setLeaving(true);
    // What is asked for from now on would be refused; whoever stays after all is asked for it then.
    const queries = client.getDefaultOptions().queries;
    client.setDefaultOptions({ queries: { ...queries, enabled: false } });
    await client.cancelQueries();
    await signOut();
    client.setDefaultOptions({ queries });
    setLeaving(false);
  }

  return (
    <QueryClientProvider client={client}>
      <header className="admin__head">
        <h1 id="desk-title" tabIndex={-1} ref={heading}>
          {deskScreens[screen].title}
        </h1>
        <nav className="admin__ways" aria-label="Administração">
          <a href="/admin/manual" target="_blank" rel="noopener noreferrer">
            {manual.link}
            <span className="vh"> (abre em outra página)</span>
          </a>
          <Button variant="secondary" busyText={leaving && 'Saindo…'} onClick={onLeave}>
            Sair
          </Button>
        </nav>
      </header>
      {samplesUnchanged && <p className="notice notice--warning admin__samples">{admin.samples}</p>}
      <Access screen={screen} />
    </QueryClientProvider>
  );
}

function Access({ screen }: { screen: DeskScreen }) {
  const access = useQuery({
    queryKey: ['administrador'],
    queryFn: ({ signal }) => isAdministrator(signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (access.isPending) return <Loading>{admin.loading}</Loading>;
  if (access.isError)
    return <ListAlert error={access.error} retrying={access.isFetching} onRetry={access.refetch} />;
  if (!access.data) return <Alert title={admin.notAllowed} />;
  return (
    <Suspense fallback={<Loading>{admin.loading}</Loading>}>
      <Desk screen={screen}>
        <RegistrationsList />
      </Desk>
    </Suspense>
  );
}

/** Nothing is kept on the machine, hardly anything in memory; a refused session ends at once. */
function newQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (error instanceof BackendError && error.status === 401) void endSession();
      },
    }),
    defaultOptions: {
      queries: {
        gcTime: 60_000,
        networkMode: 'always', // without a network the reader is told, rather than left waiting
        refetchOnReconnect: false,
        refetchOnWindowFocus: false, // rows never move by themselves
        retry: (count, error) => count < 2 && mayRetry(error),
      },
    },
  });
}
