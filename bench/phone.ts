import type { Browser, CDPSession, Page } from '@playwright/test';
import { PERSON } from '../prove/browsers/answers.ts';

/** How many times slower the CPU of the phone is. */
export const CPU = 4;

/** What is typed into each field, by its id: without the masks' signs, and details that a choice asks for. */
export const TYPED: Readonly<Record<string, string>> = {
  ...PERSON,
  nomeCompleto: 'Pessoa de Teste da Silva',
  dataNascimento: '05031990',
  cpf: '52998224725',
  condicaoMedicaDetalhes: 'Asma leve, usa bombinha',
};

/** Choices that open further fields. */
export const CHOSEN = ['#sexo-feminino', '#rendaFamiliar-ate-1', '#condicaoMedica-sim'];

/** A page on a phone's screen, its CPU `rate` times slower. */
export async function openPage(
  browser: Browser,
  rate: number,
): Promise<{ page: Page; devtools: CDPSession }> {
  const page = await browser.newPage({
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
  });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate });
  return { page, devtools };
}

/** Opens the form and waits until it can be sent. */
export async function openForm(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/projeto-social`);
  await page.waitForSelector('form button[type=submit]');
}

/** Types a character every 90 ms, then waits for what the page does after typing stops. */
export async function type(page: Page, id: string, text: string): Promise<void> {
  await page.focus(`#${id}`);
  await page.waitForTimeout(300);
  await page.keyboard.type(text, { delay: 90 });
  await page.waitForTimeout(1200);
}
