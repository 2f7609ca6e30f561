import { ErrorBoundary } from './ErrorBoundary.tsx';
import { ErrorScreen } from './ErrorScreen.tsx';
import { Layout } from './Layout.tsx';
import { PageHead } from './PageHead.tsx';
import { screenAt } from './screens.ts';

/** The prepared screen of an address inside the layout; the error screen for an unknown address or a failed screen. Source: SPEC §2. */
export function Site({ path }: { path: string }) {
  const screen = screenAt(path);
  const Screen = screen?.ready;

  return (
    <Layout path={path}>
      <ErrorBoundary of="#conteudo > *" isScreen>
        {screen && Screen ? (
          <>
            <PageHead {...screen.head} />
            <Screen />
          </>
        ) : (
          <ErrorScreen status="404 Not Found" />
        )}
      </ErrorBoundary>
    </Layout>
  );
}
