import { expectAccessible, violations } from '../support/axe.ts';
import { Desk } from '../support/desk.ts';
import { ANSWERS, expect, fillEnrolment, openForm, send, test, toast } from '../support/fixtures.ts';

// The pages that inform: information.e2e.ts.
test('no page has an axe violation or scrolls sideways', async ({ page, mishaps }) => {
  test.slow(); // axe runs on every page
  for (const path of ['/projeto-social', '/admin/inscricoes', '/'])
    await test.step(path, async () => {
      await page.goto(path);
      await page.waitForLoadState('networkidle');
      await page.keyboard.press('Shift'); // scripts wait for a person
      await expect(page.locator('html')).toHaveClass(/used/);
      await expectAccessible(page);
    });

  await test.step('nor does the open menu on a phone', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(page.getByRole('button', { name: 'Menu' })).toHaveAttribute('aria-expanded', 'true');
    expect(await violations(page)).toEqual([]);
  });

  await test.step('nor the error screen', async () => {
    expect(mishaps).toEqual([]);
    await page.goto('/nao-existe');
    await expectAccessible(page);
    mishaps.length = 0; // the browser reports the 404
  });
});

test('the form with its errors, and sent, has no axe violation', async ({ page }) => {
  await openForm(page);
  await send(page);
  await expect(page.getByRole('heading', { name: 'Confira estes itens antes de enviar' })).toBeVisible();
  await expectAccessible(page);
  await fillEnrolment(page, { nomeCompleto: 'Pessoa Acessível' });
  await send(page);
  await expect(page.getByRole('heading', { name: /Inscrição enviada!/ })).toBeVisible();
  await expectAccessible(page);
});

// The list, with all that opens in it: desk/find.e2e.ts and desk/print.e2e.ts.
test('sign-in refused and detail have no axe violation', async ({ page, server, signIn, mishaps }) => {
  await new Desk(server).enrol({ nome_completo: 'Pessoa da Ficha' });
  await page.goto('/admin/inscricoes');
  await page.getByLabel('E-mail').fill('ninguem@example.com');
  await page.getByLabel('Senha').fill('nada disso');
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page.getByText('Falha no login. Verifique suas credenciais.')).toBeVisible();
  await expectAccessible(page);
  mishaps.length = 0; // the browser reports the 400
  await signIn();
  await expect(page.getByText('Pessoa da Ficha').first()).toBeVisible();
  await page.getByRole('button', { name: /Ver/ }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
});

test('the whole enrolment goes by keyboard alone, errors included', async ({ page }) => {
  await openForm(page);
  const typed: Record<string, string> = { ...ANSWERS, nomeCompleto: 'Pessoa do Teclado' };
  page.on('filechooser', (chooser) => chooser.setFiles('e2e/support/files/nis.pdf'));
  await page.locator('#nomeCompleto').focus();
  await page.keyboard.press('Enter'); // sends, with everything missing
  await expect(page.locator('.summary')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Digite o nome completo.' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('#nomeCompleto')).toBeFocused();
  const visited = new Set<string>();
  for (let presses = 0; presses < 120; presses += 1) {
    const focused = await page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement;
      return {
        name: element.getAttribute('name') ?? '',
        type: element.type ?? '',
        text: element.textContent ?? '',
        submit: element.matches('form [type=submit]'),
      };
    });
    if (focused.submit) break;
    if (focused.name && !visited.has(focused.name)) {
      visited.add(focused.name);
      if (focused.type === 'radio') {
        // an unchosen group takes Space; the arrows move on
        await page.keyboard.press('Space');
        const wanted = typed[focused.name] ?? '';
        for (
          let moves = 0;
          moves < 6 && !(await page.getByLabel(wanted, { exact: true }).isChecked());
          moves += 1
        )
          await page.keyboard.press('ArrowDown');
      } else if (focused.type === 'select-one') await page.keyboard.type('Ensino Fundamental incompleto');
      else if (focused.type === 'file') {
        await page.keyboard.press('Enter');
        await expect(page.getByText('Documento anexado: nis.pdf')).toBeVisible();
      } else if (typed[focused.name]) await page.keyboard.type(typed[focused.name] ?? '');
    }
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await expect(toast(page).getByRole('status')).toContainText('Inscrição enviada com sucesso! 🎉');
  await expect(page.locator(':focus')).toContainText('Inscrição enviada!');
});
