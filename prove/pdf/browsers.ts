import { readFileSync } from 'node:fs';
import { SESSION_KEY } from '../../app/api/session-key.ts';
import { signIn } from '../../kit/desk.ts';
import { enrol, submissionOf } from '../../kit/family.ts';
import { type RunningServer, startServer } from '../../kit/server.ts';
import type { Engine } from '../browsers/engine.ts';
import { openFirefox } from '../browsers/firefox.ts';
import { openWebKit } from '../browsers/webkit.ts';
import * as pdf from './sample-pdfs.ts';

// The last part of `npm run prove:browsers`: the desk draws PDFs in Debian's Firefox and WebKitGTK,
// with no report of the policies. Needs: firefox-esr, webkit2gtk-driver, xvfb.

/** Name of the enrolment, its PDF, and what is to be seen: `whole`, or words of the refusal. */
const SAMPLES: [string, () => Buffer | Promise<Buffer>, string][] = [
  ['text', pdf.textPdf, 'whole'],
  ['scan', () => pdf.jpegScan(), 'whole'],
  ['CMYK', () => pdf.jpegScan('cmyk'), 'whole'],
  ['JPEG 2000', pdf.jpxScan, 'whole'],
  ['JBIG2', pdf.jbig2Scan, 'whole'],
  ['other script', pdf.japanesePdf, 'whole'],
  ['active', pdf.activePdf, 'whole'],
  ['14,400 points', () => pdf.pageOfSize('0 0 14400 14400'), 'whole'],
  ['20 pages', () => pdf.pagesPdf(20), 'whole'],
  ['300 pages', () => pdf.pagesPdf(300), 'mais de 20 páginas'],
  ['impossible size', () => pdf.pageOfSize('0 0 1000000000 1000000000'), 'tamanho impossível'],
  ['vast picture', pdf.vastPicture, 'partly'],
  ['broken picture', pdf.brokenScan, 'partly'],
  ['owner’s password', () => readFileSync('e2e/support/files/nis-so-leitura.pdf'), 'whole'],
];

/** Puts the session where the page keeps it. */
const BEGIN = `
  sessionStorage.setItem(given[0], given[1]);`;

/** Opens the sheet of given[0], shows its document, and closes it again; notes what the policy refuses. */
const LOOK = `
  const root = document.documentElement;
  if (root.dataset.refused === undefined) {
    root.dataset.refused = '';
    document.addEventListener('securitypolicyviolation', (event) => {
      root.dataset.refused += event.violatedDirective + ' ' + event.blockedURI + '; ';
    });
  }
  const find = (selector, words = '') =>
    [...document.querySelectorAll(selector)].find(
      (element) => (element.getAttribute('aria-label') || element.textContent).includes(words));
  const seen = async (look) => {
    for (let tries = 0; tries < 400; tries += 1) {
      const found = look();
      if (found) return found;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error('waited in vain for ' + look);
  };
  (await seen(() => find('button', 'Ver inscrição de ' + given[0]))).click();
  (await seen(() => find('dialog button', 'Ver documento'))).click();
  const began = performance.now();
  const outcome = await seen(() =>
    find('.pdf-page:first-child canvas[data-drawn]') || find('.document-panel .alert--error', 'aixe para ver'));
  const ms = Math.round(performance.now() - began);
  const corner = outcome.matches('canvas') && outcome.dataset.drawn === 'whole'
    ? [...outcome.getContext('2d').getImageData(3, Math.floor(outcome.height * 0.02), 1, 1).data].join(' ') : '';
  const words = outcome.dataset.drawn || outcome.textContent;
  find('dialog button', 'Fechar').click();
  await seen(() => !find('dialog[open]'));
  return { words, corner, ms, refused: root.dataset.refused };`;

export async function run(): Promise<number> {
  const server = await startServer({ environment: { LIMITS: 'relaxed' } });
  let faults = 0;
  try {
    for (const [name, make] of SAMPLES) await enrol(server, submissionOf(`PDF: ${name}`, await make()));
    for (const [browser, open] of [
      ['Firefox', openFirefox],
      ['WebKit', openWebKit],
    ] as const) {
      const driven = await open().catch((error: Error) => {
        console.log(`${browser}: cannot be started here (${error.message})`);
      });
      if (!driven) faults += 1;
      else
        try {
          faults += await look(browser, driven, server);
        } finally {
          await driven.quit();
        }
    }
  } finally {
    await server.stop();
  }
  console.log(faults === 0 ? 'All PDFs look as they must.' : `${faults} faults.`);
  return faults === 0 ? 0 : 1;
}

/** Shows every sample; the number of those that do not look as they must. */
async function look(browser: string, { open, run }: Engine, server: RunningServer): Promise<number> {
  await open(`${server.url}/admin/inscricoes`);
  await run(BEGIN, SESSION_KEY, JSON.stringify((await signIn(server)).session));
  await open(`${server.url}/admin/inscricoes`);
  let faults = 0;
  for (const [name, , wanted] of SAMPLES) {
    const seen = await run<{ words: string; corner: string; ms: number; refused: string }>(
      LOOK,
      `PDF: ${name}`,
    ).catch((error: Error) => ({ words: error.message, corner: '', ms: 0, refused: '' }));
    const [red = 0, green = 0] = seen.corner.split(' ').map(Number);
    const isRed = !seen.corner || /JBIG2|owner/.test(name) || (red > 150 && green < 70);
    const good = seen.words.includes(wanted) && isRed && seen.refused === '';
    if (!good) faults += 1;
    console.log(`${good ? 'ok ' : 'BAD'} ${browser}: ${name}: ${JSON.stringify(seen)}`);
  }
  return faults;
}
