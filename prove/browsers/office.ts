import { accounts, confirming } from '../../content/accounts.ts';
import { auditPage } from '../../content/audit.ts';
import { classList } from '../../content/class-list.ts';
import { classes } from '../../content/classes.ts';
import { desk } from '../../content/desk.ts';
import { deskScreens } from '../../content/desk-screens.ts';
import { exporting } from '../../content/exporting.ts';
import { printAndExport } from '../../content/print-export.ts';
import { CLASSES } from '../../domain/desk/classes.ts';
import { ADMIN } from '../../kit/site.ts';
import { same } from './page.ts';
import type { Job } from './steps.ts';

const COLLEAGUE = 'colega@example.com';

/** Files, the list of a class, the audit log, accounts, and the end of the day; signed in, at the list. */
export const workInTheOffice: Job = async ({ page, step }) => {
  const go = (screen: string) => page.press(screen, 'nav');
  await step('exports what the filter finds as a spreadsheet of Excel', async () => {
    await page.write(desk.search, 'pessoa');
    await page.engine.key('Enter');
    await page.sees('Pessoa com PDF', 'table');
    await page.press(desk.more);
    await page.pressAndSee(printAndExport.export, exporting.count(2), 'dialog');
    await page.pressAndSee(exporting.start, 'está pronto, com 2 inscrições.');
    same('signature', (await page.downloaded(/^inscricoes-.*\.xlsx$/)).toString('latin1', 0, 2), 'PK');
  });
  await step('and as CSV', async () => {
    await page.press(desk.more);
    await page.press(printAndExport.export);
    await page.press(exporting.choose);
    await page.tick(exporting.csv);
    await page.press(exporting.start);
    const text = (await page.downloaded(/^inscricoes-.*\.csv$/)).toString();
    if (!text.includes('"Pessoa com PDF"')) throw new Error(`not in the file: ${text.slice(0, 300)}`);
    same('lines', text.split('\r\n').length, 4);
  });
  await step('prints the list of a class, without health', async () => {
    await go(deskScreens.turmas.link);
    await page.press(classes.listOf('', CLASSES[0]?.split(' · ')[0] ?? '')[1].trim());
    await page.holds('return document.querySelector(".print-root tbody") !== null', 'the paper');
    const paper = await page.textOf('.print-root');
    if (!paper.includes('Pessoa com PDF') || /kg/.test(paper)) throw new Error(`on paper: ${paper}`);
    await page.endsPrint();
    await page.sees(classList.printed(1));
  });
  await step('the audit log says who did what', async () => {
    await go(deskScreens.registro.link);
    await page.sees(deskScreens.registro.title, 'h1');
    await page.press(desk.more);
    await page.press(auditPage.all);
    for (const words of ['viu ficha', 'entrou', 'exportou', 'imprimiu']) await page.sees(words, '.lines');
    await page.writeDay('Dia', '2020-01-01');
    await page.sees('Nenhum acesso anotado com estes filtros.');
  });
  await step('a colleague gets access and loses it', async () => {
    await go(deskScreens.contas.link);
    await page.sees(deskScreens.contas.title, 'h1');
    await page.press(accounts.add);
    await page.pressAndSee(accounts.include, 'Digite o e-mail.', 'dialog');
    for (const field of [accounts.name, accounts.email]) await page.write(field, COLLEAGUE);
    await page.write(accounts.password, 'uma frase que ninguém usa', 'dialog');
    await page.write(confirming.label, ADMIN.password);
    await page.pressAndSee(accounts.include, accounts.added(COLLEAGUE));
    await page.press(`${accounts.change}: ${COLLEAGUE}`);
    await page.tick(accounts.access);
    await page.write(confirming.label, ADMIN.password);
    const said = accounts.changed(COLLEAGUE, [accounts.roles.secretaria.name, accounts.lostAccess]);
    await page.pressAndSee(accounts.save, said);
  });
  await step('signs out, and nothing of anybody is left', async () => {
    await page.pressAndSee('Sair', 'Entrar', 'button');
    await page.storesNothingOf(/Pessoa com|access_token/, true);
    await page.engine.back();
    await page.sees('Entrar', 'button');
  });
};
