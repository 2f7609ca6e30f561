import type { Page, Route } from '@playwright/test';
import { detail, searchAtDesk } from './desk.ts';
import { expect } from './fixtures.ts';

// What tests of the list and of an open enrolment share.

/** The likely decision about a child, and the call of every decision. */
export const APPROVE = 'Aprovar em Jiu-Jitsu Infantil';
export const DECIDE = '**/rest/v1/rpc/decidir_situacao';
export const REASON = 'a foto do NIS está escura';

export const rows = (page: Page) => page.locator('.enrolments__row');
export const shownName = (page: Page) => detail(page).locator('.detail__name');
export const facts = (page: Page) => detail(page).locator('.detail__facts');
/** Decisions, and what was done last. */
export const bar = (page: Page) => detail(page).locator('.decision');

/** Searches, until so many are found. */
export async function findSome(page: Page, text: string, count: number) {
  await searchAtDesk(page, text);
  await expect(rows(page)).toHaveCount(count);
}

/** Comes back from the conversation that `press` opens. */
export async function throughChat(page: Page, press: () => Promise<void>) {
  const [conversation] = await Promise.all([page.context().waitForEvent('page'), press()]);
  await conversation.close();
  await page.bringToFront();
}

/** What is asked for is done, and nobody hears of it. */
export const lose = (route: Route) => route.fetch().then(() => route.abort());
