import { expectAccessible } from '../support/axe.ts';
import { jpegFile, phonePhoto } from '../support/document-files.ts';
import { expect, fillEnrolment, holdRequests, openForm, send, test, toast } from '../support/fixtures.ts';
import { panel, ROWS, SENT, UPLOADS } from '../support/sending.ts';

// Every state of the form that is neither empty, refused nor sent (those are in
// accessibility.e2e.ts), for axe.

test('axe finds nothing, on a phone and on a desktop, in any state between an empty form and a sent one', async ({
  page,
  context,
  mishaps,
}) => {
  page.on('dialog', (dialog) => void dialog.accept().catch(() => {}));
  await page.clock.install();
  await openForm(page);

  await test.step('when a copy left by another tab is found, which is offered without showing it and can be erased, and before that', async () => {
    await page.getByLabel('Nome completo *').fill('Ficou pela Metade');
    await page.goto('/privacidade'); // leaves a copy, as a phone that ends the browser does
    const second = await context.newPage();
    await openForm(second);
    const banner = second.getByText('Encontramos uma inscrição começada neste celular.');
    await expect(banner).toBeVisible();
    await expect(second.locator('#nomeCompleto')).toHaveValue('');
    await second.locator('.enrolment__form').evaluate((form) => form.scrollIntoView({ behavior: 'instant' }));
    await expectAccessible(second, 'found');
    await second.getByText('Apagar tudo desta tela').click();
    await expectAccessible(second, 'erase');
    await second.getByRole('button', { name: 'Apagar e começar de novo' }).click();
    await expect(banner).toBeHidden();
    expect(await second.evaluate(() => localStorage.length)).toBe(0);
    await second.close();
    await openForm(page);
  });

  await test.step('in a form half filled in: question zero, a minor, doubts, a photo', async () => {
    await page.getByLabel('Para meu filho').check();
    await fillEnrolment(
      page,
      {
        nomeCompleto: 'Estados do Envio',
        cpf: '529.982.247-26',
        email: 'pessoa@gmial.com',
        telefoneResponsavel: '',
      },
      jpegFile(await phonePhoto(1600, 1200)),
    );
    await expect(page.getByText('Dá para ler o nome e o NIS?')).toBeVisible();
    await expect(page.getByText('Este CPF não existe. Confira os números.')).toBeVisible();
    await expect(page.getByText('Você quis dizer gmail.com?')).toBeVisible();
    await expect(page.getByText('Menor de 18 anos: chame um responsável.')).toBeVisible();
    await expectAccessible(page, 'half');
  });

  await test.step('while it sends, when it fails, and when nobody knows whether it arrived', async () => {
    expect(mishaps).toEqual([]);
    const cut = await holdRequests(page, UPLOADS, (route) => route.abort('connectionreset'));
    await send(page);
    await expect(page.getByRole('button', { name: 'Enviando...' })).toBeVisible();
    await expectAccessible(page, 'sending');
    cut();
    await expect(panel(page)).toContainText(/Tentando de novo \(\d de 3\)…/);
    await expectAccessible(page, 'failed');
    await page.route(ROWS, (route) => route.abort('connectionreset')); // first: it tries again by itself too
    await page.unroute(UPLOADS);
    await panel(page).getByRole('button', { name: 'Tentar de novo' }).click();
    await expect(panel(page)).toContainText('Ainda não sabemos se chegou.');
    await panel(page).getByRole('button', { name: 'Parar' }).click();
    await page.reload();
    await expect(panel(page)).toContainText('A página abriu de novo no meio do envio.');
    await panel(page).evaluate((element) => element.scrollIntoView({ behavior: 'instant' }));
    await expectAccessible(page, 'reloaded');
    await page.unrouteAll();
    await panel(page).getByRole('button', { name: 'Tentar de novo' }).click();
    await expect(toast(page)).toContainText(SENT);
    mishaps.length = 0; // what was cut off
  });
});
