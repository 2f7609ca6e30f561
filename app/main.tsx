import './styles/tokens.css'; // first: it sets the order of the layers
import './styles/base.css';
import { type ReactNode, useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, RouterProvider } from 'react-router';
import { routes } from './routes.tsx';
import { rememberAnswers } from './typed-answers.ts';

const root = document.getElementById('root');
if (!root) throw new Error('the page has no #root');

await loadScreen();
const site = <RouterProvider router={createBrowserRouter(routes)} />;
if (root.firstElementChild) {
  hydrateRoot(root, <Hydrated then={rememberAnswers(document)}>{site}</Hydrated>);
} else {
  createRoot(root).render(site); // in development pages come empty
}

/** Loads the screen of the current address, so that what React draws first is what the page already shows. */
async function loadScreen(): Promise<void> {
  const matches = matchRoutes(routes, window.location) ?? [];
  for (const { route } of matches) {
    if (typeof route.lazy !== 'function') continue;
    Object.assign(route, await route.lazy(), { lazy: undefined });
  }
}

function Hydrated({ then, children }: { then: () => void; children: ReactNode }) {
  // Once React is done, so that it answers each event at once, as it does to people's own.
  useEffect(() => queueMicrotask(then), [then]);
  return children;
}
