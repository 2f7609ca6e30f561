import { QueryCache, QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { brand, samplesUnchanged } from '../../content/brand.ts';
import { admin, deskScreens } from '../../content/desk-screens.ts';
import { manual } from '../../content/print-export.ts';
import { mayDo } from '../../domain/roles.ts';
import { endSession } from '../api/auth.ts';
import { BackendError } from '../api/client.ts';
import { useSession } from '../api/session.tsx';
import { Alert } from '../ui/Alert.tsx';
import { SecondaryButton } from '../ui/Button.tsx';
import { forgetAttempts } from './api/calls.ts';
import { mayRetry } from './api/failure-text.ts';
import { focusNewScreen } from './controls/focus-target.ts';
import { LeadOn } from './controls/LeadOn.tsx';
import { QueryState } from './controls/QueryState.tsx';
import { roleQuery, useMay } from './controls/use-may.ts';
import { Desk } from './Desk.tsx';
import { DeskNav, type DeskScreen, screenOf } from './DeskNav.tsx';
import { EnrolmentList } from './list/EnrolmentList.tsx';
import './controls/vocabulary.css';

/** What somebody who has signed in sees. `settled`: whether another screen was drawn before, so that this one takes the focus. Owns the query cache: signing out drops all data from memory. */
export function SignedIn({ settled }: { settled: RefObject<boolean> }) {
  const { signOut } = useSession();
  const [client] = useState(newQueryClient);
  const heading = useRef<HTMLHeadingElement>(null);
  const screen = screenOf(useSearchParams()[0].get('tela'));
  const lastScreen = useRef(screen);

  useEffect(
    () => () => {
      client.clear();
      forgetAttempts();
    },
    [client],
  );
  useEffect(() => {
    const before = document.title;
    document.title = `${deskScreens[screen].title} | ${brand.name}`;
    return () => {
      document.title = before;
    };
  }, [screen]);
  useEffect(() => {
    if (settled.current || lastScreen.current !== screen) focusNewScreen(heading.current);
    settled.current = true;
    lastScreen.current = screen;
  }, [settled, screen]);

  async function onSignOut() {
    await client.cancelQueries(); // they would be refused
    await signOut();
  }

  return (
    <QueryClientProvider client={client}>
      <header className="admin__head row">
        <h1 id="desk-title" tabIndex={-1} ref={heading}>
          {deskScreens[screen].title}
        </h1>
        <Navigation screen={screen} />
        <nav className="admin__ways row gap-5 no-row-gap" aria-label="Administração">
          <Manual />
          <SecondaryButton onClick={onSignOut}>Sair</SecondaryButton>
        </nav>
      </header>
      {samplesUnchanged && <p className="admin__samples">{admin.samples}</p>}
      <Access screen={screen} />
    </QueryClientProvider>
  );
}

/** The other screens, for those who may see them. */
function Navigation({ screen }: { screen: DeskScreen }) {
  return useMay()('ler_turma') ? <DeskNav current={screen} /> : null;
}

function Manual() {
  if (!useMay()('ler')) return null;
  return (
    <a className="desk-nav__link touch" href="/admin/manual" target="_blank" rel="noopener noreferrer">
      {manual.link}
      <span className="desk-nav__rest">{manual.rest}</span>
      <span className="vh"> (abre em outra página)</span>
    </a>
  );
}

function Access({ screen }: { screen: DeskScreen }) {
  const access = useQuery(roleQuery);
  if (!access.isSuccess) return <QueryState query={access} loading={admin.loading} />;
  if (!mayDo(access.data, 'ler_turma')) return <Alert title={admin.notAllowed} />;
  if (screen === 'inscricoes' && !mayDo(access.data, 'ler')) return <LeadOn to="?tela=turmas" />;
  return (
    <Desk screen={screen}>
      <EnrolmentList />
    </Desk>
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
        refetchOnReconnect: ({ state }) => state.data === undefined, // what is shown never moves without an action
        refetchOnWindowFocus: false,
        retry: (count, error) => count < 2 && mayRetry(error),
      },
    },
  });
}
