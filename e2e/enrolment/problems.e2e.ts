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

// Every validation of SPEC §5 and every message of SPEC §8 that the form shows.

const REQUIRED: [id: string, words: string, inline: string][] = [
  ['nomeCompleto', 'nome completo', 'Digite o nome completo.'],
  ['dataNascimento', 'data nascimento', 'Digite a data de nascimento.'],
  ['cpf', 'cpf', 'Digite o CPF.'],
  ['cidade', 'cidade', 'Digite a cidade.'],
  ['enderecoCompleto', 'endereco completo', 'Digite o endereço com o CEP.'],
  ['telefoneWhatsapp', 'telefone whatsapp', 'Digite o telefone com DDD.'],
  ['email', 'email', 'Digite um e-mail.'],
  ['nivelEscolaridade', 'nivel escolaridade', 'Escolha a escolaridade.'],
  ['peso', 'peso', 'Digite o peso em quilos. Exemplo: 52,5'],
  ['altura', 'altura', 'Digite a altura. Exemplo: 1,62'],
];

/** In the order of the form: what is chosen by a tap cannot be taken back. */
const CHOSEN: typeof REQUIRED = [
  ['sexo', 'sexo', 'Escolha o sexo.'],
  ['rendaFamiliar', 'renda familiar', 'Escolha a renda da família.'],
  ['condicaoMedica', 'condicao medica', 'Responda se possui alguma condição médica.'],
];

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

    // The document comes before the income in the form: it is asked for once the rest before it is there.
    await fillEnrolment(page, Object.fromEntries(CHOSEN.map(([id]) => [id, ''])), null);
    const [first, ...others] = CHOSEN;
    const expectChosen = ([id, words, inline]: (typeof CHOSEN)[number]) =>
      test.step(`${id}, which is chosen, is asked for in the words of the SPEC`, async () => {
        await expectAskedFor(page, words, inline);
        await fillAnswer(page, id, ANSWERS[id as keyof typeof ANSWERS]);
      });
    if (first) await expectChosen(first);
    await test.step('the document is asked for in the words of the SPEC', async () => {
      await expectAskedFor(page, 'cadastro unico', 'Mande a foto ou o PDF do comprovante do Cadastro Único.');
      await page.locator('#cadastroUnico').setInputFiles('e2e/support/files/nis.pdf');
      await expect(page.getByText('Documento anexado: nis.pdf.')).toBeVisible();
    });
    for (const one of others) await expectChosen(one);
    for (const [id, words, inline] of REQUIRED)
      await test.step(`${id}, which is typed, is asked for in the words of the SPEC`, async () => {
        const field = page.locator(`#${id}`);
        const answer = await field.inputValue();
        const list = await field.evaluate(({ tagName }) => tagName === 'SELECT');
        await (list ? field.selectOption('') : field.fill(''));
        await expectAskedFor(page, words, inline);
        await (list ? field.selectOption(answer) : field.fill(answer));
      });
  });

  await test.step('an answer that cannot be right stays, and is explained beside its field', async () => {
    await fillAnswer(page, 'condicaoMedica', 'Sim');
    const details = page.locator('#condicaoMedicaDetalhes');
    for (const written of ['', '   ', 'nenhuma', ' NENHUMA '])
      await test.step(`the medical condition sim with ${JSON.stringify(written)} must be detailed`, async () => {
        await details.fill(written);
        await closeToast(page);
        await send(page);
        await expect(toast(page).getByRole('alert')).toContainText('Por favor, detalhe a condição médica.');
        await expect(details).toHaveAttribute('aria-invalid', 'true');
        await details.fill('Asma leve');
        await details.blur();
        await expect(details).not.toHaveAttribute('aria-invalid', 'true');
      });
    for (const [id, typed, message] of [
      ['dataNascimento', '31/02/2010', 'Esta data não existe. Confira o dia e o mês.'],
      ['dataNascimento', '29/02/2013', 'Esta data não existe. Confira o dia e o mês.'],
      ['dataNascimento', '05/03/12', 'Digite o ano com 4 números.'],
      ['dataNascimento', '05/03/2102', 'A data está no futuro. Confira o ano.'],
      ['dataNascimento', '01/01/1890', 'Confira o ano de nascimento.'],
      ['email', 'mariagmail.com', 'Falta o @ ou o final. Exemplo: nome@gmail.com'],
      ['peso', '525', 'Confira o peso.'],
      ['altura', '1620', 'Confira a altura.'],
    ] as const)
      await test.step(`${id} ${typed}`, async () => {
        const field = page.locator(`#${id}`);
        await field.fill(typed);
        await send(page);
        await expect(field).toHaveAttribute('aria-invalid', 'true');
        await expect(page.getByText(message).first()).toBeVisible();
        await expect(field).toHaveValue(typed);
        await field.fill(ANSWERS[id]);
      });
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
      ['of a value', 400, aboutValue, 'Confira os campos marcados.'],
      [
        'by row-level security',
        401,
        refusal('42501', 'x'),
        'Não conseguimos receber a inscrição agora. Fale no WhatsApp.',
      ],
      [
        'for too many tries',
        429,
        refusal('429', 'x'),
        'Muitas tentativas seguidas. Espere um minuto e tente de novo.',
      ],
      [
        'because it is down',
        503,
        refusal('PGRST000', 'x'),
        'O sistema está fora do ar por alguns minutos. Tente de novo daqui a pouco.',
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
