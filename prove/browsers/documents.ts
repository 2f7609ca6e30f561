import { readFileSync } from 'node:fs';
import { openEnrolment } from '../../content/open-enrolment.ts';
import { enrol, submissionOf } from '../../kit/family.ts';
import * as pdf from '../pdf/sample-pdfs.ts';
import { same } from './page.ts';
import { Failed, type Job } from './steps.ts';

/** Name of the enrolment, its PDF, and what is to be seen: `whole` or `partly` drawn, or words instead. */
const SAMPLES: [string, () => Buffer | Promise<Buffer>, string][] = [
  ['text', pdf.textPdf, 'whole'],
  ['scan', () => pdf.jpegScan(), 'whole'],
  ['CMYK', () => pdf.jpegScan('cmyk'), 'whole'],
  ['JPEG 2000', pdf.jpxScan, 'whole'],
  ['JBIG2', pdf.jbig2Scan, 'whole'],
  ['other script', pdf.japanesePdf, 'whole'],
  ['active', pdf.activePdf, 'whole'],
  ['14,400 points', () => pdf.pageOfSize('0 0 14400 14400'), 'whole'],
  ['300 pages', () => pdf.pagesPdf(300), 'whole'],
  ['impossible size', () => pdf.pageOfSize('0 0 1000000000 1000000000'), 'tamanho impossível'],
  ['vast picture', pdf.vastPicture, 'partly'],
  ['broken picture', pdf.brokenScan, 'partly'],
  ['owner’s password', () => readFileSync('e2e/support/files/nis-so-leitura.pdf'), 'whole'],
];
const OUTCOME = `const outcome = document.querySelector('.pdf-page:first-child canvas')
  ?? [...document.querySelectorAll('.document-panel .notice--error')].find((one) => /aixe para ver/.test(one.textContent));`;
/** Of a canvas the colour of its corner, which is red where the sample has one. */
const CORNER = `${OUTCOME} return outcome.matches('canvas')
  ? [...outcome.getContext('2d').getImageData(3, Math.floor(outcome.height * 0.02), 1, 1).data].slice(0, 2) : null;`;

/** The desk draws PDFs of every kind, with no report of the policies. */
export const showDocuments: Job = async ({ page, step, server }) => {
  for (const [name, make] of SAMPLES) await enrol(server, submissionOf(`PDF: ${name}`, await make()));
  await step('signs in', () => page.signIn());
  for (const [name, , wanted] of SAMPLES)
    await step(`shows a PDF: ${name}`, async () => {
      await page.pressAndSee(`Ver inscrição de PDF: ${name}`, openEnrolment.history, 'dialog[open]');
      await page.holds(`${OUTCOME} return Boolean(outcome);`, 'what became of it');
      const seen = await page.engine.run<string>(
        `${OUTCOME} return outcome.textContent || 'whole or partly drawn';`,
      );
      if (!seen.includes(wanted)) throw new Error(`${seen} instead of ${wanted}`);
      const [red = 255, green = 0] = (await page.engine.run<number[] | null>(CORNER)) ?? [];
      if (wanted === 'whole' && !/JBIG2|owner/.test(name)) same('red corner', red > 150 && green < 70, true);
      await page.engine.key('Escape');
      await page.holds('return !document.querySelector("dialog[open]")', 'the list');
    }).catch((error: Error) => {
      if (!(error instanceof Failed)) throw error;
      return page.open('/admin/inscricoes'); // the others are shown all the same
    });
};
