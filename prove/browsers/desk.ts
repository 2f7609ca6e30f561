import { readFileSync } from 'node:fs';
import { accounts } from '../../content/accounts.ts';
import { deciding } from '../../content/deciding.ts';
import { desk } from '../../content/desk.ts';
import { deskScreens } from '../../content/desk-screens.ts';
import { documentView } from '../../content/document-view.ts';
import { exporting } from '../../content/exporting.ts';
import { openEnrolment } from '../../content/open-enrolment.ts';
import { printAndExport } from '../../content/print-export.ts';
import { SITUATIONS } from '../../domain/desk/situations.ts';
import { enrol, submissionOf } from '../../kit/family.ts';
import { activePdf, japanesePdf, jbig2Scan, jpxScan, textPdf } from '../pdf/sample-pdfs.ts';
import { PHOTO } from './family.ts';
import type { Job } from './job.ts';

const DIALOG = 'dialog[open]';
/** Each needs another decoder, which the policy has to let in. */
const SAMPLES: Record<string, () => Buffer> = {
  'PDF: texto': textPdf,
  'PDF: JPEG 2000': jpxScan,
  'PDF: JBIG2': jbig2Scan,
  'PDF: outra escrita': japanesePdf,
  'PDF: ativo': activePdf,
};

/** Takes the place of the browser's own window for printing. */
const PRINT = `window.print = () => {
  dispatchEvent(new Event('beforeprint'));
  document.documentElement.dataset.printTitle = document.title;
};`;

/** The desk signs in, sees each kind of document, decides, writes, prints, exports and leaves. Source: docs/ux.md §7, §8. */
export const workAtTheDesk: Job = async ({ page, step, server }) => {
  for (const [name, make] of Object.entries(SAMPLES)) await enrol(server, submissionOf(name, make()));
  await enrol(server, submissionOf('Pessoa com Foto', readFileSync(PHOTO), 'jpg'), { type: 'image/jpeg' });
  const leave = async () => {
    await page.engine.key('Escape');
    await page.holds('return !document.querySelector("dialog[open]")', 'the list');
  };
  await step('a wrong password is refused, the right one lets in', async () => {
    await page.signIn('não é esta senha');
    await page.sees('Falha no login', '[role=alert], .toast, .alert');
    await page.signIn();
    await page.sees('Inscrições do Projeto Social', 'h1');
    await page.press('Todas');
    await page.sees('PDF: texto', 'table');
  });
  for (const name of Object.keys(SAMPLES))
    await step(`shows a document: ${name}`, async () => {
      await page.pressAndSee(`Ver inscrição de ${name}`, openEnrolment.history, DIALOG);
      await page.holds('return document.querySelector(".pdf-page canvas") !== null', 'the page drawn');
      await leave();
    });
  await step('finds somebody by a part of the name, without accents, and turns the photo', async () => {
    await page.write(desk.search, 'com foto');
    await page.engine.key('Enter');
    await page.missesNow('PDF: texto', 'table');
    await page.pressAndSee('Ver inscrição de Pessoa com Foto', openEnrolment.history, DIALOG);
    await page.holds('return document.querySelector("dialog img[src^=blob]")?.naturalWidth > 0', 'the photo');
    await page.press(documentView.turn);
  });
  await step('misses a document, with a reason, and undoes it', async () => {
    await page.press(SITUATIONS['falta-documento']);
    await page.pressAndSee(accounts.save, openEnrolment.reasonMissing, DIALOG);
    await page.isAt(openEnrolment.reason);
    await page.write(openEnrolment.reason, 'a foto do NIS está escura');
    await page.pressAndSee(accounts.save, deciding.saved, DIALOG);
    await page.sees('De Nova para Falta documento: a foto do NIS está escura', DIALOG);
    await page.pressAndSee(deciding.undo, deciding.undone, DIALOG);
  });
  await step('writes a note', async () => {
    await page.write(openEnrolment.note, 'Ligou a mãe');
    await page.pressAndSee(openEnrolment.writeNote, 'Ligou a mãe', `${DIALOG} ol`);
  });
  await step('prints the sheet', async () => {
    await page.engine.run(PRINT);
    await page.press('Imprimir Ficha');
    await page.holds(
      'return document.documentElement.dataset.printTitle === "Ficha-Pessoa_com_Foto" && document.querySelector(".print-root").textContent.includes("Até 1 salário mínimo")',
      'the paper and its title',
    );
    await page.engine.run("dispatchEvent(new Event('afterprint'));");
    await leave();
  });
  await step('exports what the filter finds', async () => {
    await page.press(desk.more);
    await page.pressAndSee(printAndExport.export, exporting.count(1), 'dialog');
    await page.pressAndSee(exporting.start, 'está pronto, com 1 inscrição.');
  });
  await step('signs out, and nothing of anybody is left', async () => {
    await page.press(deskScreens.turmas.link, 'nav'); // so that there is somewhere to go back to
    await page.sees(deskScreens.turmas.title, 'h1');
    await page.pressAndSee('Sair', 'Entrar', 'button');
    await page.storesNothingOf(/Pessoa com|access_token/, true);
    await page.engine.back();
    await page.sees('Entrar', 'button');
  });
};
