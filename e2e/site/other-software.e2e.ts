import { firstClass } from '../../content/home.ts';
import { nextSteps } from '../../content/next-steps.ts';
import { project } from '../../content/social-project.ts';
import { expect, fillEnrolment, openForm, send, test } from '../support/fixtures.ts';
import { sentPanel } from '../support/sending.ts';

// What other software does to pages and links before and while somebody uses them.

/** What the lists of AdGuard (Social) and Fanboy (Social) hide of WhatsApp, on every page. */
const HIDDEN_BY_LISTS = [
  'https://wa.me/?text=',
  '//api.whatsapp.com/send?text=',
  'https://api.whatsapp.com/send/',
  'https://api.whatsapp.com/send?text=',
  'https://web.whatsapp.com/send?text=',
  'whatsapp://send',
].map((start) => `a[href^="${start}"]`);

test('row 275: lists of ad blockers leave every link to WhatsApp in sight', async ({ page }) => {
  const seen = () =>
    page
      .locator('main a[href*="wa.me"], main a[href*="whatsapp"]')
      .evaluateAll((links) => links.filter((link) => link.checkVisibility()).map((link) => link.textContent));
  const expectAllLeft = async (name: string) => {
    const before = await seen();
    expect(before).toContain(name);
    await page.evaluate((selectors) => {
      const rules = new CSSStyleSheet();
      rules.replaceSync(`${selectors.join()} { display: none !important }`);
      document.adoptedStyleSheets = [rules];
    }, HIDDEN_BY_LISTS);
    expect(await seen()).toEqual(before);
    await page.evaluate(() => {
      document.adoptedStyleSheets = [];
    });
  };
  await page.goto('/');
  await expectAllLeft(firstClass.chat.label);
  await openForm(page);
  await fillEnrolment(page, { nomeResponsavel: '', telefoneResponsavel: '' });
  await expect(page.getByRole('link', { name: project.minor.send })).toBeAttached();
  await expectAllLeft(project.minor.send);
  await send(page);
  await expect(sentPanel(page).getByRole('link', { name: nextSteps.guardian.forward })).toBeAttached();
  await expectAllLeft(nextSteps.guardian.forward);
});
