import type { Page } from '@playwright/test';
import { ANSWERS, expect, fillAnswer, fillEnrolment, openForm, send, test, toast } from './fixtures.ts';

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

test.describe('a required answer that is missing', () => {
  const isAskedFor = async (page: Page, words: string, inline: string) => {
    await send(page);
    await expect(toast(page).getByRole('alert')).toContainText('Campo obrigatório');
    await expect(toast(page).getByRole('alert')).toContainText(`Por favor, preencha o campo "${words}".`);
    await expect(page.getByText(inline).first()).toBeVisible();
  };

  test('each that is typed is asked for in the words of the SPEC', async ({ page }) => {
    await openForm(page);
    await fillEnrolment(page);
    for (const [id, words, inline] of REQUIRED)
      await test.step(id, async () => {
        const field = page.locator(`#${id}`);
        const answer = await field.inputValue();
        const list = await field.evaluate(({ tagName }) => tagName === 'SELECT');
        await (list ? field.selectOption('') : field.fill(''));
        await isAskedFor(page, words, inline);
        await (list ? field.selectOption(answer) : field.fill(answer));
      });
  });

  test('each that is chosen is asked for in the words of the SPEC', async ({ page }) => {
    await openForm(page);
    await fillEnrolment(page, Object.fromEntries(CHOSEN.map(([id]) => [id, ''])));
    for (const [id, words, inline] of CHOSEN)
      await test.step(id, async () => {
        await isAskedFor(page, words, inline);
        await fillAnswer(page, id, ANSWERS[id as keyof typeof ANSWERS]);
      });
  });

  test('the document is asked for in the words of the SPEC', async ({ page }) => {
    await openForm(page);
    await fillEnrolment(page, {}, null);
    await send(page);
    await expect(toast(page).getByRole('alert')).toContainText(
      'Por favor, preencha o campo "cadastro unico".',
    );
    await expect(page.getByText('Anexe o comprovante do Cadastro Único.').first()).toBeVisible();
  });
});

test('an empty form names the first field in the toast, lists every one, and takes the focus there each time', async ({
  page,
}) => {
  await openForm(page);
  for (let time = 0; time < 2; time += 1) {
    await send(page);
    await expect(toast(page).getByRole('alert')).toContainText(
      'Por favor, preencha o campo "nome completo".',
    );
    const heading = page.getByRole('heading', { name: 'Confira estes itens antes de enviar' });
    await expect(heading).toBeVisible();
    const summary = page.locator(':focus');
    await expect(summary).toContainText('Confira estes itens antes de enviar');
    await expect(summary.getByRole('link')).toHaveCount(15);
    await expect(page).toHaveTitle(/^Erro: Inscrição — Projeto Construindo Campeões/);
    await page.locator('#rg').focus();
  }
  await page.getByRole('link', { name: 'Escolha o sexo.' }).click();
  await expect(page.locator('#sexo-masculino')).toBeFocused();
  await page.getByRole('link', { name: 'Digite o CPF.' }).click();
  await expect(page.locator('#cpf')).toBeFocused();
  await page.locator('#cpf').fill('529.982.247-25');
  await page.locator('#cpf').blur();
  await expect(page.getByText('✓ corrigido')).toHaveCount(1);
  await expect(page.locator('#cpf')).not.toHaveAttribute('aria-invalid', 'true');
});

test.describe('the medical condition', () => {
  for (const details of ['', '   ', 'nenhuma', ' NENHUMA ']) {
    test(`sim with ${JSON.stringify(details)} must be detailed`, async ({ page }) => {
      await openForm(page);
      await fillEnrolment(page, { condicaoMedica: 'Sim', condicaoMedicaDetalhes: details });
      await send(page);
      await expect(toast(page).getByRole('alert')).toContainText('Por favor, detalhe a condição médica.');
      await expect(page.locator('#condicaoMedicaDetalhes')).toHaveAttribute('aria-invalid', 'true');
    });
  }
});

test.describe('the document', () => {
  const file = (bytes: number) => ({
    name: 'grande.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(bytes - 9)]),
  });

  test('of one byte over 5 MB is refused in the words of the SPEC, and the input cleared', async ({
    page,
  }) => {
    await openForm(page);
    await page.locator('#cadastroUnico').setInputFiles(file(5_242_881));
    await expect(toast(page).getByRole('alert')).toContainText('Arquivo muito grande!');
    await expect(toast(page).getByRole('alert')).toContainText('O arquivo deve ter no máximo 5MB.');
    expect(
      await page.locator('#cadastroUnico').evaluate((input: HTMLInputElement) => input.files?.length),
    ).toBe(0);
  });

  test('of exactly 5 MB is sent', async ({ page }) => {
    await openForm(page);
    await fillEnrolment(page, { nomeCompleto: 'Arquivo de 5 MB' }, file(5_242_880));
    await send(page);
    await expect(toast(page).getByRole('status')).toContainText('Inscrição enviada com sucesso! 🎉');
  });

  test('that is empty or of another kind is refused beside the field', async ({ page }) => {
    await openForm(page);
    const input = page.locator('#cadastroUnico');
    await input.setInputFiles({ name: 'vazio.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) });
    await expect(page.getByText('O arquivo está vazio. Escolha outro.').first()).toBeVisible();
    await input.setInputFiles({
      name: 'programa.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('MZ isto não é um PDF'),
    });
    await expect(
      page.getByText('Este tipo de arquivo não serve. Envie PDF, JPG ou PNG.').first(),
    ).toBeVisible();
  });
});

test('a value that cannot be right is kept, and told beside its field', async ({ page }) => {
  await openForm(page);
  await fillEnrolment(page);
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

test.describe('a refusal of the back end', () => {
  for (const [what, status, body, words] of [
    [
      'with a message of its own',
      400,
      { code: 'P0001', message: 'As inscrições estão fechadas.', details: null, hint: null },
      'As inscrições estão fechadas.',
    ],
    ['without any message', 500, {}, 'Ocorreu um problema. Por favor, tente novamente.'],
    [
      'of a value',
      400,
      { code: '23514', message: 'new row violates', details: null, hint: null },
      'Confira os campos marcados.',
    ],
    [
      'for too many tries',
      429,
      { code: '429', message: 'x', details: null, hint: null },
      'Muitas tentativas seguidas. Espere um minuto e tente de novo.',
    ],
    [
      'because it is down',
      503,
      { code: 'PGRST000', message: 'x', details: null, hint: null },
      'O sistema está fora do ar por alguns minutos. Tente de novo daqui a pouco.',
    ],
    [
      'by row-level security',
      401,
      { code: '42501', message: 'x', details: null, hint: null },
      'Não conseguimos receber a inscrição agora. Fale no WhatsApp.',
    ],
  ] as const) {
    test(`${what} is said in a sentence, and nothing typed is lost`, async ({ page, mishaps }) => {
      await openForm(page);
      await fillEnrolment(page, { nomeCompleto: 'Nada se Perde' });
      await page.route('**/rest/v1/inscricoes_projeto', (route) => route.fulfill({ status, json: body }));
      await send(page);
      await expect(toast(page).getByRole('alert')).toContainText('Erro ao enviar inscrição');
      await expect(toast(page).getByRole('alert')).toContainText(words);
      await expect(page.locator('main')).toContainText('Não foi enviado ainda.');
      await expect(page.locator('#nomeCompleto')).toHaveValue('Nada se Perde');
      expect(
        await page.locator('#cadastroUnico').evaluate((input: HTMLInputElement) => input.files?.length),
      ).toBe(1);
      mishaps.length = 0;
    });
  }

  test('without internet says so', async ({ page, mishaps }) => {
    await openForm(page);
    await fillEnrolment(page, { nomeCompleto: 'Sem Internet' });
    await page.route('**/storage/v1/**', (route) => route.abort('internetdisconnected'));
    await send(page);
    await expect(toast(page).getByRole('alert')).toContainText(
      'Sem internet. Confira seus dados móveis ou o Wi-Fi e tente de novo.',
    );
    await expect(page.locator('#nomeCompleto')).toHaveValue('Sem Internet');
    mishaps.length = 0;
  });
});

test('ages around birthdays follow the date, and clear with it', async ({ page }) => {
  await page.clock.setFixedTime(new Date('2025-05-12T12:00:00-03:00'));
  await openForm(page);
  const date = page.locator('#dataNascimento');
  const age = page.locator('#idade');
  for (const [birth, years] of [
    ['12/05/2007', 18],
    ['13/05/2007', 17],
    ['29/02/2012', 13],
    ['2012-03-05', 13],
  ] as const) {
    await date.fill(birth);
    await expect(age).toHaveValue(new RegExp(`^${years}\\b`));
  }
  await date.fill('');
  await expect(age).toHaveValue('');
  await expect(age).not.toBeEditable();
});
