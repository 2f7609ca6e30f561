import { expect, holdRequests, MOTION, menuToggle, test } from '../support/fixtures.ts';

test.use(MOTION);

// What somebody does before React has taken a page over; what is typed and pressed then: changed-before.e2e.ts.

test('who is signed in does not see the way in when the page comes again', async ({ page, signIn }) => {
  await signIn();
  await page.route('**/assets/*.js', () => {}); // never answered: this is what is seen before any script
  await page.reload({ waitUntil: 'commit' });
  await expect(page.getByText('Carregando…')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeHidden();
});

test('before the page is taken over the menu opens and closes, and one that is open stays so', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const links = page.getByRole('banner').getByRole('navigation').getByRole('link').filter({ visible: true });
  const release = await holdRequests(page, '**/assets/*.js');
  await page.goto('/', { waitUntil: 'commit' });
  await menuToggle(page).click();
  await links.getByText('Contato', { exact: true }).click();
  await expect(links).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Fale com a gente', exact: true })).toBeInViewport();
  await menuToggle(page).click();
  await page.mouse.click(180, 650);
  await expect(links).toHaveCount(0);

  await menuToggle(page).click();
  release();
  await expect(page.locator('html')).toHaveClass(/used/);
  await expect(page.getByRole('region', { name: 'Avisos' })).toHaveCSS('position', 'fixed'); // its effect ran
  await expect(links).toHaveCount(4);
  await page.keyboard.press('Escape');
  await expect(links).toHaveCount(0);
});
