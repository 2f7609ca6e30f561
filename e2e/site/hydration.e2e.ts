import { expect, holdRequests, MOTION, test } from '../support/fixtures.ts';

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
    const pressed = {
      'the button': () => page.getByRole('button', { name: 'Entrar' }).click(),
      'Enter in the last field': () => page.getByLabel('Senha').press('Enter'),
    };
    for (const [how, press] of Object.entries(pressed))
      await test.step(how, async () => {
        const release = await holdRequests(page, '**/assets/*.js');
        await page.goto('/admin/inscricoes', { waitUntil: 'commit' });
        await page.getByLabel('E-mail').fill('ninguem@example.com');
        await page.getByLabel('Senha').fill('nada disso');
        await press();
        release();
        await expect(page.getByText('Falha no login. Verifique suas credenciais.')).toBeVisible();
        await expect(page.getByLabel('E-mail')).toHaveValue('ninguem@example.com');
        expect(page.url()).not.toContain('ninguem');
        await page.unroute('**/assets/*.js');
        mishaps.length = 0; // the browser reports the 400
      });
  });

  await test.step('who is signed in does not see the way in when the page comes again', async () => {
    await signIn();
    await page.route('**/assets/*.js', () => {}); // never answered: this is what is seen before any script
    await page.reload({ waitUntil: 'commit' });
    await expect(page.getByText('Carregando…')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Entrar' })).toBeHidden();
  });
});

test('a menu opened while React ends its hydration opens, and nothing breaks', async ({ page }) => {
  await page.addInitScript(holdTasks);
  await page.setViewportSize({ width: 360, height: 740 });
  const hydrate = async (most?: number) => {
    await page.goto('/admin/inscricoes');
    await page.keyboard.press('Shift'); // its scripts wait for a person
    return page.evaluate((tasks) => (window as unknown as HeldTasks).runTasks(tasks), most);
  };
  const area = page.locator('.toaster');
  const shown = () => area.evaluate((element) => element.matches(':popover-open'));
  const tasks = await hydrate();

  // The last of these tasks runs the effects. The press comes before it, so that they run
  // within the menu's own event, when the browser shows no other popover.
  await hydrate(tasks - 1);
  expect(await shown()).toBe(false);
  const banner = page.getByRole('banner');
  const toggle = banner.getByRole('button', { name: 'Menu' });
  const links = banner.getByRole('navigation').getByRole('link').filter({ visible: true });
  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await expect(links).toHaveCount(4);
  await expect.poll(shown).toBe(true);
});

type HeldTasks = { runTasks(most?: number): Promise<number> };

/**
 * For `addInitScript`: holds the tasks that React's scheduler posts as messages. `runTasks`
 * runs at most `most` of them, at most until the toast area is shown, and returns how many ran.
 */
function holdTasks(): void {
  let now = 0;
  performance.now = () => ++now; // the scheduler ends a task after five looks at the clock
  const postMessage = MessagePort.prototype.postMessage;
  const held: (() => void)[] = [];
  MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown) {
    held.push(() => postMessage.call(this, message));
  };
  const runTasks = async (most = Number.POSITIVE_INFINITY) => {
    let count = 0;
    while (count < most && !document.querySelector('.toaster:popover-open')) {
      const task = held.shift();
      task?.();
      if (task) count += 1;
      await new Promise((resolve) => setTimeout(resolve));
    }
    return count;
  };
  Object.assign(window, { runTasks });
}
