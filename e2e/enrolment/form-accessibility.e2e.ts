import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible, SIZES } from '../support/axe.ts';
import { jpegFile, phonePhoto } from '../support/document-files.ts';
import { expect, fillEnrolment, openForm, send, test, toast } from '../support/fixtures.ts';
import { panel, ROWS, SENT, UPLOADS } from '../support/sending.ts';

// Every state of the form that is neither empty, refused nor sent (those are in
// accessibility.e2e.ts), for axe, and as pictures.

/** Takes a picture, only when SHOTS names a folder. */
async function shoot(page: Page, name: string) {
  const folder = process.env.SHOTS;
  const width = page.viewportSize()?.width;
  if (folder) await page.screenshot({ path: join(folder, `${name}-${width}.png`) });
}

const expectSound = (page: Page, name: string) => expectAccessible(page, name, () => shoot(page, name));

test.describe('axe finds nothing, on a phone and on a desktop,', () => {
  test('in a form half filled in: question zero, a minor, doubts, a photo, the review, no internet', async ({
    page,
    context,
  }) => {
    await openForm(page);
    await page.getByLabel('Para meu filho').check();
    await fillEnrolment(
      page,
      { nomeCompleto: 'Uma', cpf: '529.982.247-26', email: 'pessoa@gmial.com', telefoneResponsavel: '' },
      jpegFile(await phonePhoto(1600, 1200)),
    );
    await expect(page.getByText('Dá para ler o nome e o NIS?')).toBeVisible();
    await page.getByText('Conferir minhas respostas').click();
    await expect(page.getByRole('region', { name: 'Dados Pessoais' })).toBeVisible();
    expect(
      await page
        .locator('.fold dd')
        .evaluateAll((values) => values.every((value) => value.matches('[translate=no]'))),
    ).toBe(true);
    await expect(page.getByText('Este CPF não existe. Confira os números.')).toBeVisible();
    await expect(page.getByText('Você quis dizer gmail.com?')).toBeVisible();
    await expect(page.getByText('Menor de 18 anos: chame um responsável.')).toBeVisible();
    await context.setOffline(true);
    await expect(page.getByText('Você está sem internet.')).toBeVisible();
    await expectSound(page, 'half');
    if (process.env.SHOTS) {
      for (const size of SIZES) {
        await page.setViewportSize(size);
        for (const at of ['idade', 'email', 'cadastroUnico']) {
          await page
            .locator(`#${at}`)
            .evaluate((field) => field.scrollIntoView({ block: 'center', behavior: 'instant' }));
          await shoot(page, `half-${at}`);
        }
      }
    }
  });

  test('while it sends, when it fails, and when nobody knows whether it arrived', async ({
    page,
    mishaps,
  }) => {
    page.on('dialog', (dialog) => void dialog.accept().catch(() => {}));
    await page.clock.install();
    await openForm(page);
    await fillEnrolment(page, { nomeCompleto: 'Estados do Envio' });
    let cut = () => {};
    const held = new Promise<void>((resolve) => {
      cut = resolve;
    });
    await page.route(UPLOADS, async (route) => {
      await held;
      await route.abort('connectionreset');
    });
    await send(page);
    await expect(page.getByRole('button', { name: 'Enviando...' })).toBeVisible();
    await page.clock.runFor(11_000);
    await expect(page.getByRole('button', { name: 'Cancelar' })).toBeVisible();
    await expectSound(page, 'sending');
    cut();
    await expect(panel(page)).toContainText(/Tentando de novo \(\d de 3\)…/);
    await expectSound(page, 'failed');
    await page.unroute(UPLOADS);
    await page.route(ROWS, (route) => route.abort('connectionreset'));
    await panel(page).getByRole('button', { name: 'Tentar de novo' }).click();
    await expect(panel(page)).toContainText('Ainda não sabemos se chegou.');
    await panel(page).getByRole('button', { name: 'Parar' }).click();
    await page.reload();
    await expect(panel(page)).toContainText('A página abriu de novo no meio do envio.');
    await panel(page).evaluate((element) => element.scrollIntoView({ behavior: 'instant' }));
    await expectSound(page, 'reloaded');
    await page.unrouteAll();
    await panel(page).getByRole('button', { name: 'Tentar de novo' }).click();
    await expect(toast(page)).toContainText(SENT);
    mishaps.length = 0; // what was cut off
  });

  test('when it is found again, and before it is erased', async ({ page, context }) => {
    await openForm(page);
    await page.getByLabel('Nome completo *').fill('Guarda por Três Dias');
    await page.getByLabel(/Guardar neste celular por 3 dias/).check();
    const second = await context.newPage();
    await openForm(second);
    await expect(second.getByText('Encontramos uma inscrição começada neste celular.')).toBeVisible();
    await expect(second.getByText('Esta inscrição está aberta duas vezes. Use só uma.')).toBeVisible();
    await second.locator('.enrolment__form').evaluate((form) => form.scrollIntoView({ behavior: 'instant' }));
    await expectSound(second, 'found');
    await second.getByRole('button', { name: 'Apagar tudo desta tela' }).first().click();
    await expect(second.getByRole('dialog')).toBeVisible();
    await expectSound(second, 'erase');
  });
});
