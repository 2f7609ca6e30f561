import { expect, holdRequests, MOTION, menuToggle, test } from '../support/fixtures.ts';

test.use(MOTION);

// What somebody does before React has taken a page over.

test('what comes before the page is taken over is kept and done, and the way in is not shown for nothing', async ({
  page,
  signIn,
  mishaps,
}) => {
  await test.step('what was typed and chosen before hydration stays', async () => {
    const release = await holdRequests(page, '**/assets/*.js');
    await page.goto('/projeto-social', { waitUntil: 'commit' });
    await page.locator('#nomeCompleto').fill('Digitado Cedo');
    await page.locator('#sexo-feminino').check();
    await page.locator('#nivelEscolaridade').selectOption('medio-completo');
    release();
    await page.locator('form button[type=submit]').waitFor();
    await expect(page.locator('#nomeCompleto')).toHaveValue('Digitado Cedo');
    await expect(page.locator('#sexo-feminino')).toBeChecked();
    await expect(page.locator('#nivelEscolaridade')).toHaveValue('medio-completo');
    await page.unrouteAll();
  });

  await test.step('what was pressed before the page took over is done when it has', async () => {
    expect(mishaps).toEqual([]);
    const release = await holdRequests(page, '**/assets/*.js');
    await page.goto('/admin/inscricoes', { waitUntil: 'commit' });
    await page.getByLabel('E-mail').fill('ninguem@example.com');
    await page.getByLabel('Senha').fill('nada disso');
    await page.getByRole('button', { name: 'Entrar' }).click(); // Enter: changed-before.e2e.ts
    release();
    await expect(page.getByText('Falha no login. Verifique suas credenciais.')).toBeVisible();
    await expect(page.getByLabel('E-mail')).toHaveValue('ninguem@example.com');
    expect(page.url()).not.toContain('ninguem');
    await page.unroute('**/assets/*.js');
    mishaps.length = 0; // the browser reports the 400
  });

  await test.step('who is signed in does not see the way in when the page comes again', async () => {
    await signIn();
    await page.route('**/assets/*.js', () => {}); // never answered: this is what is seen before any script
    await page.reload({ waitUntil: 'commit' });
    await expect(page.getByText('Carregando…')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Entrar' })).toBeHidden();
  });
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
