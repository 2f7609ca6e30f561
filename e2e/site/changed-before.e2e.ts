import type { Page } from '@playwright/test';
import { runSql } from '../support/database.ts';
import { expect, fillEnrolment, holdRequests, MOTION, menuToggle, test } from '../support/fixtures.ts';
import { filledIn } from '../support/sending.ts';
import { translate } from '../support/translator.ts';

// Pages that a translator or a password manager changed before React takes them over: React throws what it finds
// away and draws anew, and whoever is filling them in notices nothing.

test.use({ ...MOTION, viewport: { width: 390, height: 844 }, hasTouch: true });

test.afterEach(({ mishaps }) => {
  // React's words for a page that is not what it expected
  const others = mishaps.filter((words) => !/Minified React error #4(18|23|25)/.test(words));
  mishaps.splice(0, mishaps.length, ...others);
});

/** Opens an address with its scripts held; the function that is returned lets them come. */
async function openHeld(page: Page, address: string) {
  const release = await holdRequests(page, '**/assets/*.js');
  await page.goto(address, { waitUntil: 'commit' });
  await page.locator('.footer__notice').waitFor();
  return release;
}

/** Notes in each frame how far from the top of the window a field is drawn; the function that is returned gives the places. */
async function watchPlace(page: Page, field: string) {
  await page.evaluate((selector) => {
    const places: number[] = [];
    const note = () => {
      const element = document.querySelector(selector);
      places.push(element ? element.getBoundingClientRect().top : Number.NaN);
      requestAnimationFrame(note);
    };
    note();
    Object.assign(window, { places });
  }, field);
  return () => page.evaluate(() => (window as unknown as { places: number[] }).places);
}

test('a form translated before the first tap keeps what was answered, the field, the caret and the place, and sends', async ({
  page,
  server,
}) => {
  const release = await openHeld(page, '/projeto-social');
  await translate(page);
  await page.locator('#nomeCompleto').tap();
  await page.keyboard.type('Traduzida Cedo');
  await page.locator('label:has(#sexo-feminino)').tap();
  await page.locator('#nivelEscolaridade').selectOption('fundamental-incompleto');
  await page.locator('#cadastroUnico').setInputFiles('e2e/support/files/nis.pdf');
  await page.locator('.fold', { hasText: 'Cadastro Único' }).first().locator('summary').tap();
  await page.locator('#cidade').tap();
  await page.keyboard.type('Cidade de Exemplo');
  for (const _ of 'de Exemplo') await page.keyboard.press('ArrowLeft');
  const places = await watchPlace(page, '#cidade');
  const openedFolds = await page.locator('details[open]').count();

  release();
  await page.locator('form button[type=submit]').waitFor();
  await page.keyboard.type('Nova '); // goes on where it was
  await expect(page.locator('#cidade')).toHaveValue('Cidade Nova de Exemplo');
  await expect(page.locator('#cidade')).toBeFocused();
  const tops = await places();
  expect(Math.max(...tops) - Math.min(...tops)).toBeLessThanOrEqual(2);
  expect(await page.locator('details[open]').count()).toBe(openedFolds);
  expect(await filledIn(page)).toEqual(
    expect.arrayContaining([
      ['nomeCompleto', 'Traduzida Cedo'],
      ['sexo', 'feminino'],
      ['nivelEscolaridade', 'fundamental-incompleto'],
      ['cadastroUnico', expect.anything()],
    ]),
  );

  for (const choice of ['rendaFamiliar-ate-1', 'condicaoMedica-nao'])
    await page.locator(`#${choice}`).check(); // their words are others now
  const answered = {
    nomeCompleto: '',
    sexo: '',
    cidade: '',
    nivelEscolaridade: '',
    rendaFamiliar: '',
    condicaoMedica: '',
  };
  await fillEnrolment(page, answered, null);
  await page.locator('form button[type=submit]').tap();
  await expect(page.locator('.confirmation')).toBeVisible();
  await runSql(
    server,
    `do $$ begin
       assert (select (cidade, sexo, nivel_escolaridade, cadastro_unico_url is not null) = ('Cidade Nova de Exemplo', 'feminino', 'fundamental-incompleto', true)
         from public.inscricoes_projeto where nome_completo = 'Traduzida Cedo'), 'what arrived';
     end $$`,
  );
});

/** Puts an icon before each field and attributes on it, as password managers do. */
const putIcons = (page: Page) =>
  page.evaluate(() => {
    for (const input of document.querySelectorAll('input')) {
      const icon = document.createElement('com-manager-icon');
      icon.attachShadow({ mode: 'closed' });
      input.before(icon);
      input.setAttribute('data-manager-id', '1');
      input.style.backgroundImage = 'none';
    }
  });

test('a sign-in card that a password manager changed and filled in signs in, however early it was pressed', async ({
  page,
  mishaps,
}) => {
  const fill = () =>
    page.evaluate(() => {
      const [email, password] = document.querySelectorAll<HTMLInputElement>('.login input');
      if (!email || !password) throw new Error('there is no card');
      email.value = 'ninguem@example.com'; // without an event
      password.value = 'nada disso';
    });
  for (const [change, pressed] of [
    [translate, () => page.locator('.login .button--primary').tap()],
    [putIcons, () => page.locator('[name=password]').press('Enter')],
  ] as const)
    await test.step(change.name, async () => {
      const release = await openHeld(page, '/admin/inscricoes');
      await change(page);
      await fill();
      await pressed();
      release();
      await expect(page.getByText('Falha no login. Verifique suas credenciais.')).toBeVisible();
      await expect(page.locator('[name=email]')).toHaveValue('ninguem@example.com');
      await page.unroute('**/assets/*.js');
      const refused = mishaps.filter((words) => words.includes('status of 400'));
      expect(refused).toHaveLength(1);
      mishaps.splice(mishaps.indexOf(refused[0] ?? ''), 1);
    });
});

test('a form with a manager’s icons keeps what was typed between them', async ({ page }) => {
  const release = await openHeld(page, '/projeto-social');
  await putIcons(page);
  await page.locator('#nomeCompleto').tap();
  await page.keyboard.type('Com Ícones');
  release();
  await page.locator('form button[type=submit]').waitFor();
  await page.keyboard.type(' de Teste');
  await expect(page.locator('#nomeCompleto')).toHaveValue('Com Ícones de Teste');
});

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
