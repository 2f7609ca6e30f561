import { Outlet, type RouteObject, useMatches } from 'react-router';
import { pages } from '../content/pages.ts';
import { ErrorScreen } from './ErrorScreen.tsx';
import { HomePage } from './home/HomePage.tsx';
import { Layout } from './Layout.tsx';
import { type PageHandle, PageHead } from './PageHead.tsx';

/**
 * Every screen of the site. The home page comes with the first script; the two
 * others, which bring forms and the back end's clients, when asked for.
 */
export const routes: RouteObject[] = [
  {
    element: <Screen />,
    errorElement: (
      <Layout>
        <ErrorScreen />
      </Layout>
    ),
    children: [
      { path: '/', element: <HomePage />, handle: pages.home },
      {
        path: '/projeto-social',
        lazy: async () => ({
          Component: (await import('./social-project/SocialProjectPage.tsx')).SocialProjectPage,
        }),
        handle: pages.socialProject,
      },
      {
        path: '/admin/inscricoes',
        lazy: async () => ({ Component: (await import('./admin/AdminPage.tsx')).AdminPage }),
        handle: pages.admin,
      },
    ],
  },
];

function Screen() {
  const page = useMatches().at(-1)?.handle as PageHandle | undefined;
  return (
    <Layout>
      {page && <PageHead {...page} />}
      <Outlet />
    </Layout>
  );
}
