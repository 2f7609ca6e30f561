import './styles/tokens.css'; // first: it sets the order of the layers
import './styles/base.css';
import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { PREVIEWS } from '../content/published.ts';
import { ErrorBoundary, pageTaken } from './site/ErrorBoundary.tsx';
import { collectAnswers, repeatPress } from './site/hydration-answers.ts';
import { clearReloadMark, reloadOnce } from './site/new-release.ts';
import { Site } from './site/Site.tsx';
import { prepare, screenAt } from './site/screens.ts';
import { isTooOld, stayWithoutScripts } from './site/too-old.ts';
import { tolerateTranslation } from './site/translated-page.ts';
import { expectPieces, onceHydrated, pieceHydrated } from './ui/browser/Piece.tsx';

/** Of a page in the desk's frame (content/published.ts), that of the page. */
const path = PREVIEWS.get(window.location.pathname) ?? window.location.pathname;

if (isTooOld()) stayWithoutScripts();
else {
  tolerateTranslation();
  const screen = screenAt(path);
  void prepare(screen)
    .catch(reloadOnce)
    .then(clearReloadMark)
    .then(
      () => start(true),
      (error) => {
        if (screen)
          screen.ready = () => {
            throw error; // to the error screen
          };
        start(false);
      },
    );
}

function start(ready: boolean) {
  document.documentElement.classList.add('painted', 'moved'); // in development there is no start script
  const root = document.getElementById('root') as HTMLElement;
  if (window.frameElement) root.setAttribute('inert', ''); // seen, and not used
  const site = (
    <Hydrated then={collectAnswers(root)}>
      <ErrorBoundary of="#root > *">
        <Site path={path} />
      </ErrorBoundary>
    </Hydrated>
  );
  if (ready && root.firstElementChild && !window.frameElement) {
    expectPieces(root);
    // As a transition, so that a slow phone stays responsive.
    startTransition(() => void hydrateRoot(root, site));
  } else createRoot(root).render(site); // in development nothing is there, in the desk's frame what was published before
}

function Hydrated({ then, children }: { then: () => void; children: ReactNode }) {
  const [done, setDone] = useState(false);

  useEffect(() => {
    if (done) {
      document.documentElement.classList.add('used');
      pageTaken();
      return repeatPress(); // the screens' own effects after hydration have run
    }
    onceHydrated(() => {
      queueMicrotask(then); // after React's commit, so that it handles each event at once
      startTransition(() => setDone(true)); // after that of `useReady`, or with it
    });
    pieceHydrated();
  }, [done, then]);

  return children;
}
