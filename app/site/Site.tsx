import { type ComponentType, lazy } from 'react';
import { useLocation } from 'react-router';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { ErrorScreen } from './ErrorScreen.tsx';
import { Layout } from './Layout.tsx';
import { reloadOnce } from './new-release.ts';
import { PageHead } from './PageHead.tsx';
import { type Screen, screenAt } from './screens.ts';

/** The screen of the current address inside the layout; the error screen for an unknown address or a failed screen. Source: SPEC §2. */
export function Site() {
  const { pathname } = useLocation();
  const screen = screenAt(pathname);

  return (
    <Layout>
      <ErrorBoundary key={pathname} of="#conteudo > *" isScreen>
        {screen ? <ScreenView screen={screen} /> : <ErrorScreen status="404 Not Found" />}
      </ErrorBoundary>
    </Layout>
  );
}

function ScreenView({ screen }: { screen: Screen }) {
  const Component = screen.ready ?? loadable(screen);
  return (
    <>
      <PageHead {...screen.head} />
      <Component />
    </>
  );
}

const loadables = new Map<Screen, ComponentType>();

/** A lazy component per screen: while it loads, the previous screen stays. */
function loadable(screen: Screen): ComponentType {
  const known = loadables.get(screen);
  if (known) return known;
  const component = lazy(async () => ({ default: await screen.load().catch(reloadOnce) }));
  loadables.set(screen, component);
  return component;
}
