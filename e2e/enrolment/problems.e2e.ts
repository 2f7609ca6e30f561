import type { Page } from '@playwright/test';
import {
  ANSWERS,
  expect,
  fillAnswer,
  fillEnrolment,
  openForm,
  send,
  test,
  toast,
} from '../support/fixtures.ts';
import { closeToast, ROWS } from '../support/sending.ts';

// How the form shows what stops an enrolment. Each rule and its words: domain/enrolment/enrolment.test.ts and
// app/social-project/sending/failure-text.test.ts.

/** Sends, and expects the words of the SPEC and those beside the field. */
async function expectAskedFor(page: Page, words: string, inline: string) {
  await closeToast(page);
  await send(page);
  await expect(toast(page).getByRole('alert')).toContainText('Campo obrigatório');
  await expect(toast(page).getByRole('alert')).toContainText(`Por favor, preencha o campo "${words}".`);
  await expect(page.getByText(inline).first()).toBeVisible();
}

test('what stops an enrolment is said, and nothing typed is lost', async ({ page, mishaps }) => {
  await openForm(page);

  await test.step('what is missing is asked for, one by one and in a list', async () => {
    await test.step('an empty form names the first field in the toast, lists every one, and takes the focus there each time', async () => {
      for (let time = 0; time < 2; time += 1) {
        await closeToast(page);
        await send(page);
        await expect(toast(page).getByRole('alert')).toContainText(
          'Por favor, preencha o campo "nome completo".',
        );
        const heading = page.getByRole('heading', { name: 'Confira estes itens antes de enviar' });
        await expect(heading).toBeVisible();
        const summary = page.locator(':focus');
        await expect(summary).toContainText('Confira estes itens antes de enviar');
        await expect(summary.getByRole('link')).toHaveCount(14); // the age follows from the birth date
        await expect(page).toHaveTitle(/^Erro: Inscrição — Projeto Construindo Campeões/);
        await page.locator('#rg').focus();
      }
    });
    await test.step('the list leads to each field, and says what is corrected', async () => {
      await page.getByRole('link', { name: 'Escolha o sexo.' }).click();
      await expect(page.locator('#sexo-masculino')).toBeFocused();
      await page.getByRole('link', { name: 'Digite o CPF.' }).click();
      await expect(page.locator('#cpf')).toBeFocused();
      await page.locator('#cpf').fill('529.982.247-25');
      await page.locator('#cpf').blur();
      await expect(page.getByText('✓ corrigido')).toHaveCount(1);
      await expect(page.locator('#cpf')).not.toHaveAttribute('aria-invalid', 'true');
    });

    await fillEnrolment(page, {}, null);
    await expectAskedFor(page, 'cadastro unico', 'Mande a foto ou o PDF do comprovante do Cadastro Único.');
    await page.locator('#cadastroUnico').setInputFiles('e2e/support/files/nis.pdf');
    await expect(page.getByText('Documento anexado: nis.pdf.')).toBeVisible();
    await page.locator('#nivelEscolaridade').selectOption('');
    await expectAskedFor(page, 'nivel escolaridade', 'Escolha a escolaridade.');
    await page.locator('#nivelEscolaridade').selectOption({ label: ANSWERS.nivelEscolaridade });
  });

  await test.step('an answer that cannot be right stays, and is explained beside its field', async () => {
    await fillAnswer(page, 'condicaoMedica', 'Sim');
    const details = page.locator('#condicaoMedicaDetalhes');
    await details.fill(' NENHUMA ');
    await closeToast(page);
    await send(page);
    await expect(toast(page).getByRole('alert')).toContainText('Por favor, detalhe a condição médica.');
    await expect(details).toHaveAttribute('aria-invalid', 'true');
    await details.fill('Asma leve');
    await details.blur();
    await expect(details).not.toHaveAttribute('aria-invalid', 'true');
    const birth = page.locator('#dataNascimento');
    await birth.fill('31/02/2010');
    await send(page);
    await expect(birth).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByText('Esta data não existe. Confira o dia e o mês.').first()).toBeVisible();
    await expect(birth).toHaveValue('31/02/2010');
    await birth.fill(ANSWERS.dataNascimento);
  });

  await test.step('a refusal of the back end is said in a sentence, and nothing typed is lost', async () => {
    expect(mishaps).toEqual([]);
    const name = page.locator('#nomeCompleto');
    const refusal = (code: string, message: string) => ({ code, message, details: null, hint: null });
    let answer: { status: number; json: object } = { status: 400, json: {} };
    await page.route(ROWS, (route) => route.fulfill(answer));
    await closeToast(page);
    await name.fill('Sem Internet');

    await test.step('without internet says so', async () => {
      await page.route('**/storage/v1/**', (route) => route.abort('internetdisconnected'));
      await send(page);
      await expect(toast(page).getByRole('alert')).toContainText(
        'Sem internet. Confira seus dados móveis ou o Wi-Fi e tente de novo.',
      );
      await expect(name).toHaveValue('Sem Internet');
      mishaps.length = 0;
    });
    await name.fill('Nada se Perde'); // which ends the automatic attempts
    await page.unroute('**/storage/v1/**');

    const aboutValue = refusal('23514', 'new row violates');
    for (const [what, status, json, words] of [
      [
        'with a message of its own',
        400,
        refusal('P0001', 'As inscrições estão fechadas.'),
        'As inscrições estão fechadas.',
      ],
      ['of a value, after nobody knew whether it arrived', 400, aboutValue, 'Confira os campos marcados.'],
      ['without any message', 500, {}, 'Ocorreu um problema. Por favor, tente novamente.'],
    ] as const)
      await test.step(what, async () => {
        answer = { status, json };
        await closeToast(page);
        await send(page);
        await expect(toast(page).getByRole('alert')).toContainText('Erro ao enviar inscrição');
        await expect(toast(page).getByRole('alert')).toContainText(words);
        await expect(page.locator('main')).toContainText('Não foi enviado ainda.');
        await expect(name).toHaveValue('Nada se Perde');
        expect(
          await page.locator('#cadastroUnico').evaluate((input: HTMLInputElement) => input.files?.length),
        ).toBe(1);
        mishaps.length = 0;
      });
  });
});
