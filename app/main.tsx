import './styles/tokens.css'; // first: it sets the order of the layers
import './styles/base.css';
import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { loadAnew, scriptsCame } from './new-release.ts';
import { Site } from './Site.tsx';
import { prepare, screenAt } from './screens.ts';
import { forgiveTranslation } from './translated-page.ts';
import { rememberAnswers, repeatPress } from './typed-answers.ts';

forgiveTranslation();
void prepare(screenAt(window.location.pathname))
  .catch(loadAnew)
  .then(scriptsCame)
  .then(
    () => start(true),
    () => start(false), // without its script the screen fails once more, and says so
  );

function start(ready: boolean) {
  document.documentElement.classList.add('painted'); // in development nothing has asked for it before
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no #root');
  const site = (
    <BrowserRouter>
      <Site />
    </BrowserRouter>
  );
  if (ready && root.firstElementChild) {
    const answers = rememberAnswers(document);
    // As a transition, so that a slow phone answers fingers in between.
    startTransition(() => void hydrateRoot(root, <Hydrated then={answers}>{site}</Hydrated>));
  } else {
    createRoot(root).render(site); // in development pages come empty
  }
}

function Hydrated({ then, children }: { then: () => void; children: ReactNode }) {
  const [done, setDone] = useState(false);

  useEffect(() => {
    if (done) return repeatPress(); // what screens do once they are hydrated is done as well
    queueMicrotask(then); // once React is done, so that it answers each event at once, as it does to people's own
    startTransition(() => setDone(true)); // with what the screens change by then: `useReady`
  }, [done, then]);

  return children;
}
