import type { Browser, Page } from '@playwright/test';
import { project } from '../../content/social-project.ts';
import { pdfOf } from '../../kit/document-bytes.ts';
import type { RunningServer } from '../../kit/server.ts';
import { runToItsEnd } from '../command.ts';
import { openDeskPage } from '../desk-page.ts';
import { showIn } from '../fonts.ts';
import { README } from './list.ts';
import { take } from './take.ts';

const named = (name: string) => {
  const found = README.find(({ file }) => file.endsWith(`/${name}.webp`));
  if (!found) throw new Error(`no picture of the README is called ${name}`);
  return found;
};

/** The README's pictures, over the enrolments of the demonstration. */
export async function takeReadme(server: RunningServer, executablePath: string | null): Promise<void> {
  await runToItsEnd('demo:data', [], server.folder);
  const { width, height } = named('para-fazer');
  const page = await openDeskPage(server.url, executablePath, { width, height });
  const browser = page.context().browser() as Browser;
  try {
    await showIn(page, 'Roboto');
    await take(page, named('para-fazer'));
    await page.getByRole('button', { name: /^Ver/ }).nth(1).click();
    await page.getByRole('img', { name: /Documento/ }).waitFor();
    await take(page, named('inscricao'));
    await takePaper(page);
    await takeOfFamilies(browser, server.url);
  } finally {
    await browser.close();
  }
}

/** The sheet of the open enrolment as it is printed: A4 at 96 dots an inch, 20 mm around. */
async function takePaper(page: Page): Promise<void> {
  const { width, height } = named('ficha');
  const margin = 76;
  await page.setViewportSize({ width: width - 2 * margin, height: height - 2 * margin });
  await page.emulateMedia({ media: 'print' });
  await page.locator('.print-root').first().waitFor();
  await take(page, named('ficha'), margin);
  await page.emulateMedia({ media: 'screen' });
}

/** Home page and form on a telephone. */
async function takeOfFamilies(browser: Browser, url: string): Promise<void> {
  const page = await browser.newPage({
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 1.5,
    hasTouch: true,
    locale: 'pt-BR',
    reducedMotion: 'reduce',
  });
  await page.goto(url);
  await showIn(page, 'Roboto');
  await take(page, named('inicio'));

  await page.goto(`${url}/projeto-social`);
  await page.keyboard.press('Shift'); // scripts come with the first key
  await page.locator('form button[type=submit]').waitFor();
  await page.getByText(project.forWhom.answers.outra).click();
  for (const [name, text] of Object.entries({
    nomeCompleto: 'Pessoa de Teste',
    dataNascimento: '05/03/2014',
    cpf: '012.345.671-13',
    cidade: 'Cidade Exemplo',
    enderecoCompleto: 'Rua Exemplo, 100, CEP 76000-000',
    telefoneWhatsapp: '(62) 90000-0001',
  }))
    await page.locator(`#${name}`).fill(text);
  await page.locator('input[name=sexo][value=feminino]').check({ force: true });
  await page.locator('#cadastroUnico').setInputFiles({
    name: 'comprovante.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from(pdfOf()),
  });
  await page.locator('#cpf').scrollIntoViewIfNeeded();
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await page
    .locator('fieldset.part')
    .nth(1)
    .evaluate((part) => part.scrollIntoView());
  await take(page, named('formulario'));
}
