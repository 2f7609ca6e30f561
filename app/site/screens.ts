import type { ComponentType } from 'react';
import { pages } from '../../content/pages.ts';
import type { PageHandle } from './PageHead.tsx';

/** A screen: its address, its head, and how to load its code. `ready` is the loaded component. */
export type Screen = {
  path: string;
  head: PageHandle;
  load: () => Promise<ComponentType>;
  ready?: ComponentType;
};

/** Every screen of the site; each is a chunk of its own, with its own styles. */
export const screens: readonly Screen[] = [
  {
    path: '/',
    head: pages.home,
    load: async () => (await import('../home/HomePage.tsx')).HomePage,
  },
  {
    path: '/projeto-social',
    head: pages.socialProject,
    load: async () => (await import('../social-project/SocialProjectPage.tsx')).SocialProjectPage,
  },
  {
    path: '/projeto-social/ficha-em-branco',
    head: pages.blankForm,
    load: async () => (await import('../information/BlankFormPage.tsx')).BlankFormPage,
  },
  {
    path: '/projeto-social/situacao',
    head: pages.situation,
    load: async () => (await import('../social-project/situation/SituationPage.tsx')).SituationPage,
  },
  {
    path: '/privacidade',
    head: pages.privacy,
    load: async () => (await import('../information/PrivacyPage.tsx')).PrivacyPage,
  },
  {
    path: '/acessibilidade',
    head: pages.accessibility,
    load: async () => (await import('../information/AccessibilityPage.tsx')).AccessibilityPage,
  },
  {
    path: '/admin/inscricoes',
    head: pages.admin,
    load: async () => (await import('../admin/AdminPage.tsx')).AdminPage,
  },
  {
    path: '/admin/manual',
    head: pages.manual,
    load: async () => (await import('../information/ManualPage.tsx')).ManualPage,
  },
];

/** The screen of an address; undefined where there is none. A slash at the end does not count. */
export function screenAt(pathname: string): Screen | undefined {
  const path = pathname.replace(/(.)\/+$/, '$1');
  return screens.find((screen) => screen.path === path);
}

/** Loads a screen before it is drawn: hydration needs the same content as the page. */
export async function prepare(screen: Screen | undefined): Promise<void> {
  if (screen) screen.ready = await screen.load();
}
