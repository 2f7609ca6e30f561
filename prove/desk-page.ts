import { type Browser, chromium, type Locator, type Page } from '@playwright/test';
import { type Account, ADMIN } from '../kit/site.ts';

export const openChromium = (executablePath: string | null): Promise<Browser> =>
  chromium.launch({
    executablePath: executablePath ?? undefined,
    args: ['--no-sandbox', '--disable-gpu'],
  });

/** Signs in at the desk of a site, in a Chromium of its own that the caller closes (`page.context().browser()`). */
export async function openDeskPage(
  url: string,
  executablePath: string | null,
  viewport: { width: number; height: number },
): Promise<Page> {
  const browser = await openChromium(executablePath);
  const page = await browser.newPage({ viewport, reducedMotion: 'reduce', locale: 'pt-BR' });
  await signInOn(page, url, ADMIN);
  return page;
}

/** Signs in at the desk of a site on this page, and waits for what is `shown` then, by default the list. */
export async function signInOn(
  page: Page,
  url: string,
  { email, password }: Account,
  shown: Locator = page.locator('.enrolments__name').first(),
): Promise<void> {
  await page.goto(`${url}/admin/inscricoes`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha').fill(password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await shown.waitFor();
}
