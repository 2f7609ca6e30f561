import { readFileSync } from 'node:fs';
import { PDFDocument } from '@cantoo/pdf-lib';
import { accounts } from '../../content/accounts.ts';
import { deciding } from '../../content/deciding.ts';
import { desk } from '../../content/desk.ts';
import { documentView } from '../../content/document-view.ts';
import { openEnrolment } from '../../content/open-enrolment.ts';
import { printing } from '../../content/print-export.ts';
import { toDo } from '../../content/to-do.ts';
import { CLASSES } from '../../domain/desk/classes.ts';
import { SITUATIONS } from '../../domain/desk/situations.ts';
import { enrol, submissionOf } from '../../kit/family.ts';
import { ADMIN } from '../../kit/site.ts';
import { PDF, PHOTO } from './enrolment.ts';
import { workInTheOffice } from './office.ts';
import { same } from './page.ts';
import type { Job } from './steps.ts';

const DIALOG = 'dialog[open]';

/** Takes the place of the browser's own window for printing. */
const PRINT = `window.print = () => {
  dispatchEvent(new Event('beforeprint'));
  document.documentElement.dataset.printTitle = document.title;
};`;

/** The desk signs in, decides about two enrolments, and does the rest of its day. Source: docs/ux.md §7, §8. */
export const workAtTheDesk: Job = async (scene) => {
  const { page, step, server } = scene;
  await enrol(server, submissionOf('Pessoa com PDF', readFileSync(PDF)));
  await enrol(server, submissionOf('Pessoa com Foto', readFileSync(PHOTO), 'jpg'), { type: 'image/jpeg' });
  await step(
    'a wrong password is refused',
    async () => {
      await page.signIn('não é esta senha');
      await page.sees('Falha no login', '[role=alert], .toast, .alert');
    },
    'breaks a load',
  );
  await step('signs in, and sees who enrolled', async () => {
    await page.write('Senha', ADMIN.password);
    await page.engine.key('Enter');
    await page.sees('Inscrições do Projeto Social', 'h1');
    await page.sees('Pessoa com PDF', 'table');
  });
  await step('finds somebody by a part of the name, without accents', async () => {
    await page.write(desk.search, 'com foto');
    await page.engine.key('Enter');
    await page.sees('Pessoa com Foto', 'table');
    await page.missesNow('Pessoa com PDF', 'table');
    await page.write(desk.search, 'com pdf');
    await page.engine.key('Enter');
    await page.sees('Pessoa com PDF', 'table');
  });
  await step('opens it, and the PDF is drawn', async () => {
    await page.pressAndSee('Ver inscrição de Pessoa com PDF', documentView.page(1, 1), DIALOG);
    await page.holds('return document.querySelector(".pdf-page canvas") !== null', 'the page drawn');
  });
  await step('misses a document, with a reason', async () => {
    await page.press(SITUATIONS['falta-documento']);
    await page.pressAndSee(accounts.save, openEnrolment.reasonMissing, DIALOG);
    await page.isAt(openEnrolment.reason);
    await page.write(openEnrolment.reason, 'a foto do NIS está escura');
    await page.pressAndSee(accounts.save, deciding.saved, DIALOG);
    await page.sees('De Nova para Falta documento: a foto do NIS está escura', DIALOG);
  });
  await step('undoes it', async () => {
    await page.pressAndSee(deciding.undo, deciding.undone, DIALOG);
  });
  await step('approves with class and first day', async () => {
    await page.press(deciding.withClass);
    await page.pick(deciding.class, CLASSES[0] ?? '');
    await page.writeDay(deciding.firstDay, '2099-01-12');
    await page.pressAndSee(deciding.approveAnyway, 'a partir de 12/01/2099', DIALOG); // a minor without a guardian
  });
  await step('writes a note', async () => {
    await page.write(openEnrolment.note, 'Ligou a mãe');
    await page.pressAndSee(openEnrolment.writeNote, 'Ligou a mãe', `${DIALOG} ol`);
  });
  await step('opens the message to the family in another tab, and that is recorded', async () => {
    await page.press(deciding.more);
    await page.press(desk.notifyFamily);
    await page.holds(
      `return [...document.querySelectorAll('dialog a')].some(({ href }) => /^https:\\/\\/wa\\.me\\/55\\d+\\?text=./.test(href))`,
      'the link of the message',
    );
    await page.press(toDo.openChat, DIALOG);
    await page.closesTab();
    await page.press(toDo.yes, DIALOG);
    await page.sees('Mensagem preparada', DIALOG);
  });
  await step('prints the sheet: what is on paper, its title, and as the browser prints it', async () => {
    await page.engine.run(PRINT);
    await page.press('Imprimir Ficha');
    await page.holds(
      'return document.documentElement.dataset.printTitle === "Ficha-Pessoa_com_PDF"',
      'the title of the print',
    );
    const paper = await page.textOf('.print-root');
    for (const words of ['Pessoa com PDF', 'por administracao@example.com', 'Até 1 salário mínimo'])
      if (!paper.includes(words)) throw new Error(`not on paper: ${words}`);
    if (page.engine.print) {
      const printed = await PDFDocument.load(new Uint8Array(await page.engine.print()));
      same('pages', printed.getPageCount(), 1);
    }
    await page.endsPrint();
  });
  await step('prints it without health and income', async () => {
    await page.press(deciding.more);
    await page.press(printing.ways.discreet);
    await page.holds('return document.querySelector(".print-root") !== null', 'the paper');
    if (/salário|52,5 kg/.test(await page.textOf('.print-root')))
      throw new Error('income or weight on paper');
    await page.endsPrint();
  });
  await step('downloads the document under a name that names nobody', async () => {
    await page.press(documentView.download, DIALOG);
    same('bytes', (await page.downloaded(/^cadunico-\d{8}\.pdf$/)).equals(readFileSync(PDF)), true);
    await page.engine.closeOthers();
  });
  await step('goes back to the list with Escape, and turns the photo of the other', async () => {
    await page.engine.key('Escape');
    await page.holds('return !document.querySelector("dialog[open]")', 'the list');
    await page.write(desk.search, 'com foto');
    await page.engine.key('Enter');
    await page.missesNow('Pessoa com PDF', 'table');
    await page.pressAndSee('Ver inscrição de Pessoa com Foto', openEnrolment.history, DIALOG);
    await page.holds('return document.querySelector("dialog img[src^=blob]")?.naturalWidth > 0', 'the photo');
    await page.press(documentView.turn);
    await page.engine.key('Escape');
    await page.holds('return !document.querySelector("dialog[open]")', 'the list');
  });
  await workInTheOffice(scene);
};
