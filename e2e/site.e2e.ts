import { expect, test } from './fixtures.ts';

test.describe('the home page', () => {
  test('has its four sections, and the button that scrolls to the modalities', async ({ page }) => {
    await page.goto('/');
    await expect(page.locator('#inicio').getByRole('heading', { level: 1 })).toContainText('Arena Exemplo');
    await expect(page.locator('#inicio')).toContainText('Centro de Treinamento');
    const modalities = page.locator('#modalidades');
    for (const name of ['Jiu-Jitsu', 'Muay Thai', 'Personal Fight'])
      await expect(modalities.getByRole('heading', { name, exact: true })).toBeVisible();
    const times = modalities.getByRole('table');
    for (const line of [
      /Jiu-Jitsu Infantil.*18:00.*Segunda a sexta/,
      /Juvenil e Adulto.*20:00.*Segunda a sexta/,
      /Muay Thai.*19:00.*Segunda a quinta/,
      /Personal Fight.*A combinar/,
    ]) {
      await expect(times.getByRole('row', { name: line })).toHaveCount(1);
    }
    await expect(page.getByText('Nota 5 de 5')).toHaveCount(3);
    const contact = page.locator('#contato');
    await expect(contact).toContainText('(62) 90000-0000');
    await expect(contact).toContainText('contato@example.com');
    await expect(contact.getByRole('link', { name: /Ver no mapa/ })).toHaveAttribute('rel', /noopener/);
    await expect(contact.getByText('@arenaexemplo')).toHaveCount(2);
    await page
      .getByRole('link', { name: 'Conheça as Modalidades' })
      .or(page.getByRole('button', { name: 'Conheça as Modalidades' }))
      .click();
    await expect(modalities).toBeInViewport();
  });

  test('has the footer of the SPEC', async ({ page }) => {
    await page.goto('/');
    const footer = page.getByRole('contentinfo');
    await expect(footer).toContainText('Transformando vidas através das artes marciais');
    await expect(footer).toContainText('© 2024 Arena Exemplo. Todos os direitos reservados.');
  });
});

test.describe('the header', () => {
  test('has four entries; section links go home first, then scroll', async ({ page }) => {
    await page.goto('/projeto-social');
    const menu = page.getByRole('banner').getByRole('navigation');
    await expect(menu.getByRole('link').filter({ visible: true })).toHaveText([
      'Início',
      'Modalidades',
      'Projeto Social',
      'Contato',
    ]);
    await menu.getByRole('link', { name: 'Contato' }).click();
    await expect(page).toHaveURL(/\/(#contato)?$/);
    await expect(page.locator('#contato')).toBeInViewport();
    await menu.getByRole('link', { name: 'Projeto Social' }).click();
    await expect(page).toHaveURL(/projeto-social$/);
    await expect(page.getByRole('heading', { name: 'Formulário de Inscrição' })).toBeVisible();
  });

  test('on a phone opens and closes a menu with the same entries, by choice and by Esc', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/');
    const toggle = page.getByRole('banner').getByRole('button', { name: /menu/i });
    const links = page
      .getByRole('banner')
      .getByRole('navigation')
      .getByRole('link')
      .filter({ visible: true });
    await expect(links).toHaveCount(0);
    await toggle.click();
    await expect(toggle).toHaveAttribute('aria-expanded', 'true');
    await expect(links).toHaveText(['Início', 'Modalidades', 'Projeto Social', 'Contato']);
    await page.keyboard.press('Escape');
    await expect(links).toHaveCount(0);
    await expect(toggle).toBeFocused();
    await toggle.click();
    await links.getByText('Projeto Social').click();
    await expect(page).toHaveURL(/projeto-social$/);
    await expect(links).toHaveCount(0);
  });
});

test.describe('an address that is not there', () => {
  test('answers 404 with the words of the SPEC and ways out', async ({ page, mishaps }) => {
    const answer = await page.goto('/nao-existe');
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
    await expect(page.locator('main')).toContainText('404 Not Found');
    await page.getByRole('main').getByRole('link', { name: 'Ir para o início' }).click();
    await expect(page).toHaveURL(/\/$/);
    mishaps.length = 0; // the browser reports the 404
  });

  test.describe('or is written another way', () => {
    for (const [path, status, location] of [
      ['/Projeto-Social', 308, '/projeto-social'],
      ['/projeto-social/', 308, '/projeto-social'],
      ['/projeto-social?x=1', 200, null],
      ['/index.html', 308, '/'],
      ['/admin', 308, '/admin/inscricoes'],
      ['/404', 404, null],
      ['/..%2f..%2fetc/passwd', 404, null],
      ['/%00', 404, null],
      ['/%E0%A4%A', 404, null],
      ['//example.com', 404, null],
      ['/assets/nao-existe.js', 404, null],
      ['/rest/v2/x', 404, null],
      ['/realtime/v1/websocket', 404, null],
    ] as const) {
      test(`${path} → ${status}`, async ({ request, house }) => {
        const answer = await request.get(house.url + path, { maxRedirects: 0 });
        expect(answer.status()).toBe(status);
        if (location !== null) expect(answer.headers().location).toBe(location);
        expect(await answer.text()).not.toMatch(/node_modules|at \w+ \(|\/work|Error:/);
      });
    }
  });
});

test.describe('every page', () => {
  for (const path of ['/', '/projeto-social', '/admin/inscricoes', '/nao-existe']) {
    test(`${path} comes with the strict policy`, async ({ request, house }) => {
      const { ...headers } = (await request.get(house.url + path)).headers();
      const policy = headers['content-security-policy'] ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toMatch(/style-src 'sha256-[\w+/=]{44}'/);
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("require-trusted-types-for 'script'");
      expect(policy).not.toMatch(/unsafe|\*|data:(?!\s*blob)/);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      });
      expect(headers['set-cookie']).toBeUndefined();
      if (path.startsWith('/admin')) expect(headers['cache-control']).toBe('no-store');
    });
  }

  test('comes compressed, is asked for again only when it changed, and HEAD says the same', async ({
    request,
    house,
  }) => {
    const first = await request.get(house.url, { headers: { 'Accept-Encoding': 'br' } });
    expect(first.headers()['content-encoding']).toBe('br');
    const again = await request.get(house.url, { headers: { 'If-None-Match': first.headers().etag ?? '' } });
    expect(again.status()).toBe(304);
    expect((await request.head(house.url)).headers().etag).toBe(first.headers().etag);
    expect((await request.post(house.url, { data: 'x' })).status()).toBe(405);
  });

  test('the Host header is never repeated', async ({ house, request }) => {
    const answer = await request.get(`${house.url}/config.json`, { headers: { Host: 'evil.example' } });
    expect(await answer.text()).not.toContain('evil');
  });
});

test('what was typed and chosen before the page took over is kept', async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/projeto-social', { waitUntil: 'commit' });
  await page.locator('#nomeCompleto').fill('Digitado Cedo');
  await page.locator('#sexo-feminino').check();
  await page.locator('#nivelEscolaridade').selectOption('medio-completo');
  release();
  await page.locator('form button[type=submit]').waitFor();
  await expect(page.locator('#nomeCompleto')).toHaveValue('Digitado Cedo');
  await expect(page.locator('#sexo-feminino')).toBeChecked();
  await expect(page.locator('#nivelEscolaridade')).toHaveValue('medio-completo');
});
