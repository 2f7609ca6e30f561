import { QueryCache, QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { brand, samplesUnchanged } from '../../content/brand.ts';
import { admin, deskScreens } from '../../content/desk-screens.ts';
import { manual } from '../../content/print-export.ts';
import { mayDo } from '../../domain/roles.ts';
import { endSession } from '../api/auth.ts';
import { BackendError } from '../api/client.ts';
import { SessionProvider, useSession } from '../api/session.tsx';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { showToast } from '../ui/toast/toast.ts';
import { mayRetry } from './api/failure-text.ts';
import { focusNewScreen } from './controls/focus-target.ts';
import { ListAlert } from './controls/ListAlert.tsx';
import { Loading } from './controls/Loading.tsx';
import { setUnsavedOwner, useUnsaved } from './controls/unsaved.ts';
import { roleQuery, useMay } from './controls/use-may.ts';
import { DeskNav, type DeskScreen, screenOf } from './DeskNav.tsx';
import { LoginCard } from './LoginCard.tsx';
import { clearLastActivity, LOCK_AFTER_MS } from './use-idle.ts';
import '../ui/fields.css';
import './admin.css';

// Not needed for signing in.
const loadDesk = async () => ({ default: (await import('./Desk.tsx')).Desk });
const Desk = lazy(loadDesk);
const loadList = async () => ({ default: (await import('./list/EnrolmentList.tsx')).EnrolmentList });
const EnrolmentList = lazy(loadList);

/** Screen /admin/inscricoes: the login card, or the desk for administrators. Source: SPEC §2, §6. */
export function AdminPage() {
  return (
    <SessionProvider notify={showToast} setUnsavedOwner={setUnsavedOwner}>
      <div className="page admin">
        <Screen />
      </div>
    </SessionProvider>
  );
}

function Screen() {
  const { user, loading, over } = useSession();
  const unsaved = useUnsaved();
  const settled = useRef(false); // whether a first screen was drawn; later ones take the focus

  useEffect(() => {
    if (loading) return;
    settled.current = true; // children's effects, which read it, have run before
    document.documentElement.classList.remove('has-session');
  }, [loading]);

  useEffect(() => {
    if (!loading && !user) clearLastActivity();
  }, [loading, user]);
  useEffect(() => {
    if (!over || user) return;
    const timer = setTimeout(setUnsavedOwner, LOCK_AFTER_MS, null); // nobody signed in again
    return () => clearTimeout(timer);
  }, [over, user]);
  useEffect(() => {
    if (!unsaved) return;
    const confirmLeaving = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', confirmLeaving);
    return () => window.removeEventListener('beforeunload', confirmLeaving);
  }, [unsaved]);

  if (user) return <SignedIn key={user.id} settled={settled} />;
  // The card is drawn before the session has been read: most visits begin without one.
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

/** Owns the query cache: signing out drops all data from memory. */
function SignedIn({ settled }: { settled: RefObject<boolean> }) {
  const { signOut } = useSession();
  const [client] = useState(newQueryClient);
  const heading = useRef<HTMLHeadingElement>(null);
  const screen = screenOf(useSearchParams()[0].get('tela'));
  const lastScreen = useRef(screen);

  useEffect(() => () => client.clear(), [client]);
  useEffect(() => {
    const before = document.title;
    document.title = `${deskScreens[screen].title} | ${brand.name}`;
    return () => {
      document.title = before;
    };
  }, [screen]);
  useEffect(() => {
    // Loaded while the access check runs; a failure shows when they are drawn.
    for (const load of [loadDesk, loadList]) load().catch(() => {});
  }, []);
  useEffect(() => {
    if (settled.current || lastScreen.current !== screen) focusNewScreen(heading.current);
    lastScreen.current = screen;
  }, [settled, screen]);

  async function onSignOut() {
    await client.cancelQueries(); // they would be refused
    await signOut();
  }

  return (
    <QueryClientProvider client={client}>
      <header className="admin__head">
        <h1 id="desk-title" tabIndex={-1} ref={heading}>
          {deskScreens[screen].title}
        </h1>
        <Navigation screen={screen} />
        <nav className="admin__ways" aria-label="Administração">
          <a className="desk-nav__link" href="/admin/manual" target="_blank" rel="noopener noreferrer">
            {manual.link}
            <span className="desk-nav__rest">{manual.rest}</span>
            <span className="vh"> (abre em outra página)</span>
          </a>
          <Button variant="secondary" onClick={onSignOut}>
            Sair
          </Button>
        </nav>
      </header>
      {samplesUnchanged && <p className="admin__samples">{admin.samples}</p>}
      <Access screen={screen} />
    </QueryClientProvider>
  );
}

/** The other screens, for those who may see them. */
function Navigation({ screen }: { screen: DeskScreen }) {
  return useMay()('ler') ? <DeskNav current={screen} /> : null;
}

function Access({ screen }: { screen: DeskScreen }) {
  const access = useQuery(roleQuery);
  if (access.isPending) return <Loading>{admin.loading}</Loading>;
  if (access.isError)
    return <ListAlert error={access.error} retrying={access.isFetching} onRetry={access.refetch} />;
  if (!mayDo(access.data, 'ler')) return <Alert title={admin.notAllowed} />;
  return (
    <Suspense fallback={<Loading>{admin.loading}</Loading>}>
      <Desk screen={screen}>
        <EnrolmentList />
      </Desk>
    </Suspense>
  );
}

/** Stores nothing on the device and unused data for one minute in memory; a 401 ends the session. */
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
        networkMode: 'always', // offline, show the error instead of waiting for the network
        refetchOnReconnect: false,
        refetchOnWindowFocus: false, // rows never move without an action
        retry: (count, error) => count < 2 && mayRetry(error),
      },
    },
  });
}
