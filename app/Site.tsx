import { type ComponentType, lazy } from 'react';
import { useLocation } from 'react-router';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { ErrorScreen } from './ErrorScreen.tsx';
import { Layout } from './Layout.tsx';
import { loadAnew } from './new-release.ts';
import { PageHead } from './PageHead.tsx';
import { type Screen, screenAt } from './screens.ts';

/** The screen of the current address inside what surrounds every one; the error screen when there is none, or when it fails. Source: SPEC §2. */
export function Site() {
  const { pathname } = useLocation();
  const screen = screenAt(pathname);

  return (
    <Layout>
      <ErrorBoundary key={pathname}>
        {screen ? <Shown screen={screen} /> : <ErrorScreen status="404 Not Found" />}
      </ErrorBoundary>
    </Layout>
  );
}

function Shown({ screen }: { screen: Screen }) {
  const Component = screen.ready ?? loadable(screen);
  return (
    <>
      <PageHead {...screen.head} />
      <Component />
    </>
  );
}

const loadables = new Map<Screen, ComponentType>();

/** Until its code is there, navigating to a screen leaves the one before it in place. */
function loadable(screen: Screen): ComponentType {
  const known = loadables.get(screen);
  if (known) return known;
  const component = lazy(async () => ({ default: await screen.load().catch(loadAnew) }));
  loadables.set(screen, component);
  return component;
}
