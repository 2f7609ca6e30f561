import { readFileSync } from 'node:fs';
import { strFromU8, unzipSync, zipSync } from 'fflate';
import { MODEL_HEADINGS } from '../../domain/desk/import.ts';
import { DESKTOP, PHONE, violations } from '../support/axe.ts';
import { openDetail, openMore, ownDesk, searchAtDesk } from '../support/desk.ts';
import { expect, pressChip, test, toast } from '../support/fixtures.ts';
import { closeToast } from '../support/sending.ts';

// Who trains already, from one spreadsheet. Odd files: app/admin/import; what is stored: tests/api/enrol.test.ts.

const desk = ownDesk((desk) => desk.enrol({ nome_completo: 'Aluna 5 de Teste', cpf: '529.982.247-25' }));

/** A line as somebody might write it, with other cells by their place. */
const line = (n: number, changes: Record<number, string> = {}) =>
  Object.values({
    ...[
      `Aluna ${n} de Teste`,
      '12/03/2010',
      'F',
      `${n}`,
      '',
      '',
      'Cidade Exemplo',
      'Rua Exemplo, 100',
      '62 90000-0000',
    ],
    ...{
      9: '',
      10: 'Rosa de Teste',
      11: '62 90000-0001',
      12: '',
      13: 'fundamental incompleto',
      14: '',
      15: '',
    },
    ...{ 16: 'até 1', 17: '52,5', 18: '1,62', 19: 'não', 20: '', 21: 'muay thai', 22: '01/02/2024' },
    ...changes,
  }).join(';');

/** Ten of two hundred have something wrong. */
const WRONG: Record<number, Record<number, string>> = {
  ...{ 3: { 3: '' }, 4: { 1: '31/02/2010' }, 5: { 1: '05/03/2012' }, 6: { 21: 'Natação' }, 7: { 22: '' } },
  ...{
    8: { 13: 'primário' },
    9: { 0: 'Aluna 10 de Teste' },
    11: { 17: 'pesada' },
    12: { 19: 'sim' },
    13: { 2: '' },
  },
};
const CSV = [
  // as before there was that question
  MODEL_HEADINGS.flatMap((heading) => (/^Nome social/.test(heading) ? [] : `"${heading}"`)).join(';'),
  ...Array.from({ length: 200 }, (_, at) => line(at + 1, WRONG[at + 1])),
].join('\r\n');

test('two hundred of a spreadsheet are shown with what is wrong of ten, stored as one without them, and taken back as one', async ({
  page,
  signIn,
  mishaps,
}) => {
  test.slow();
  await signIn();
  await pressChip(page, 'Todas');
  await openMore(page);
  await page.getByRole('button', { name: 'Importar quem já treina' }).click();
  const dialog = page.getByRole('dialog', { name: 'Importar quem já treina' });
  const file = dialog.getByLabel('Planilha preenchida');
  const refusal = dialog.locator('form').getByRole('alert'); // not the toasts'
  const choose = (name: string, text: string | Uint8Array) =>
    file.setInputFiles({ name, mimeType: '', buffer: Buffer.from(text) });

  await test.step('the model has a column for each question, class and first day', async () => {
    const saving = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Baixar a planilha modelo' }).click();
    const bytes = new Uint8Array(readFileSync(await (await saving).path()));
    const sheet = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
    expect(sheet.match(/<c /g)).toHaveLength(MODEL_HEADINGS.length);
    await choose('modelo.xlsx', bytes);
    await expect(refusal).toHaveText('modelo.xlsx: A planilha não tem ninguém abaixo dos títulos.');
  });

  await test.step('what is no list is refused with its sentence', async () => {
    await choose('lista.xlsx', zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(70_000_000) }));
    await expect(refusal).toContainText('lista.xlsx: O arquivo é grande demais.');
    for (const size of [PHONE, { width: 640, height: 400 }, DESKTOP]) {
      await page.setViewportSize(size);
      await choose('lista.csv', '%PDF-1.7');
      await expect(refusal).toContainText('lista.csv: Isto não é uma planilha que dê para ler');
      await expect(refusal).toBeInViewport({ ratio: 1 });
    }
    expect(await violations(page)).toEqual([]);
  });

  await test.step('each line says what is wrong with it, the wrong ones first, and the button that they stay out', async () => {
    await choose('lista.csv', CSV);
    await expect(dialog).toContainText('lista.csv: 190 pessoas, sem problemas. Ficam de fora 10');
    const said = dialog.getByRole('listitem');
    await expect(said.nth(0)).toHaveText('linha 4, Aluna 3 de Teste: Digite o CPF.');
    await expect(said.nth(2)).toHaveText(/^linha 6, Aluna 5 de Teste: Já está inscrita/);
    await expect(said.nth(3)).toHaveText(/Turma “Natação”: escreva uma destas turmas: .*Muay Thai · 19:00/);
    await expect(said.nth(6)).toHaveText(/^linha 11, Aluna 10 de Teste: É a mesma pessoa da linha 10 /);
    await expect(said.nth(10)).toHaveText('linha 2, Aluna 1 de Teste: Muay Thai, 01/02/2024');
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Guardar 190 pessoas, sem 10' }).click();
    await expect(toast(page)).toContainText('Guardado: 190 pessoas.');
    await expect(dialog).toHaveCount(0);
    expect(await desk.auditEntries('importou')).toMatchObject([{ details: { inscricoes: 190 } }]);
  });

  await test.step('one of them says where it comes from, and that nobody was asked for a document', async () => {
    await searchAtDesk(page, 'Aluna 14 ');
    const opened = await openDetail(page, 'Aluna 14 de Teste');
    await expect(opened.locator('.evidence')).toContainText(
      /CadÚnicoNão informado.*OrigemImportada em \d\d\/\d\d por /,
    );
    await expect(opened.locator('.sheet')).toContainText('Cadastro ÚnicoNão informado');
    await page.keyboard.press('Escape');
  });

  await test.step('it is taken back as one', async () => {
    await closeToast(page); // it stays below a hand that rests on it
    await openMore(page);
    await page.getByRole('button', { name: 'Importar quem já treina' }).click();
    await dialog.getByRole('button', { name: /^Desfazer: 190 pessoas em / }).click();
    await page.getByRole('dialog').last().getByRole('button', { name: 'Desfazer', exact: true }).click();
    await expect(toast(page)).toContainText('Desfeita: 190 pessoas em «Apagadas há pouco».');
    await expect(dialog.getByRole('button', { name: /^Desfazer/ })).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Fechar', exact: true }).last().click();
    await searchAtDesk(page, 'Aluna');
    await expect(page.getByRole('button', { name: /^Ver inscrição de/ })).toHaveCount(1);
  });
  expect(mishaps).toEqual([]);
});
