import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { documentTexts } from '../../content/document.ts';
import { enrolmentFailed, enrolmentSent, fileTooLarge } from '../../content/messages.ts';
import { nextSteps } from '../../content/next-steps.ts';
import { sent } from '../../content/sent.ts';
import { project } from '../../content/social-project.ts';
import { DOCUMENT_BUCKET, DOCUMENT_MAX_BYTES } from '../../domain/document/document.ts';
import { newFolder } from '../../kit/folder.ts';
import { answer } from './answers.ts';
import { PDF } from './enrolment.ts';
import { same } from './page.ts';
import type { Job } from './steps.ts';

const ROWS = '/rest/v1/inscricoes_projeto';
const UPLOADS = `/storage/v1/object/${DOCUMENT_BUCKET}/`;

/** What goes wrong with a form: its answers, its file, the line, the finger. Source: docs/ux.md §4.7, §5, §6.1. */
export const breakTheForm: Job = async ({ page, network, step, desk }) => {
  const folder = newFolder();
  const file = (name: string, bytes: Buffer) => {
    writeFileSync(join(folder, name), bytes);
    return join(folder, name);
  };
  /** The next of the family, with all that the family does not share. */
  const nextOfFamily = async (nomeCompleto: string) => {
    await page.press(nextSteps.another.open);
    await page.pressAndSee(nextSteps.another.yes, project.draft.family);
    await answer(page, { nomeCompleto });
    await page.attach(PDF);
    await page.sees(documentTexts.attached('nis.pdf'));
  };
  const arrived = async (name: string) => {
    await page.sees(enrolmentSent.title);
    await page.isAt(sent.title);
    same('rows', (await (await desk()).rowsOf(name)).length, 1);
  };
  /** Spoils the first request of this kind as `fault` says. */
  const spoilOnce = (path: string, fault: 'lost answer' | number) => {
    let left = 1;
    network.spoil = (method, address) =>
      method === 'POST' && address.startsWith(path) && left-- > 0 ? fault : null;
  };
  const countOf = (path: string) => network.requests.filter((one) => one.startsWith(`POST ${path}`)).length;

  await step('an empty form is not sent: it says what is missing', async () => {
    await page.open('/projeto-social');
    await page.pressAndSee(project.send, project.problems.title);
    await page.tick(project.forWhom.answers.outra);
    await answer(page, { nomeCompleto: 'Pessoa sem Linha' });
  });
  await step('a file of another kind is refused with what to do', async () => {
    await page.attach(
      file('texto.docx', Buffer.from('PK\x03\x04\x14\0\x06\0\x08\0\0\0[Content_Types].xml', 'latin1')),
    );
    await page.sees(documentTexts.refusals.word, '.question--file');
  });
  await step('a PDF over 5 MB is refused with what to do', async () => {
    await page.attach(
      file('grande.pdf', Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(DOCUMENT_MAX_BYTES)])),
    );
    await page.sees(fileTooLarge.title);
    await page.sees(documentTexts.largePdf, '.question--file');
  });
  await step('a photo over 5 MB is made small when that is asked for', async () => {
    const noise = { type: 'gaussian', mean: 200, sigma: 60 } as const;
    const create = { width: 4000, height: 3000, channels: 3, background: '#ddd', noise } as const;
    await page.attach(file('grande.jpg', await sharp({ create }).jpeg({ quality: 95 }).toBuffer()));
    await page.pressAndSee(documentTexts.shrink, documentTexts.attached('grande.jpg'));
  });
  await step('reloaded in the middle, the answers are there again, and the photo is asked for', async () => {
    await page.engine.reload();
    await page.holds(
      'return document.getElementById("nomeCompleto")?.value === given[0]',
      'the answers again',
      'Pessoa sem Linha',
    );
    same('weight', await page.valueOf('peso'), '52,5');
    await page.sees(project.draft.fileMissing);
    await page.attach(PDF);
    await page.sees(documentTexts.attached('nis.pdf'));
  });
  await step(
    'sent while nobody answers: nothing is lost, and it goes by itself when the network is back',
    async () => {
      await network.cut();
      await page.pressAndSee(project.send, project.notSent.title, '.not-sent');
      await page.sees(enrolmentFailed().title);
      same('name', await page.valueOf('nomeCompleto'), 'Pessoa sem Linha');
      await network.mend();
      await arrived('Pessoa sem Linha');
    },
    'breaks a load',
  );
  await step(
    'the answer to the row is lost: sent again by the page or the browser itself, one row',
    async () => {
      await nextOfFamily('Resposta Perdida');
      const before = countOf(ROWS);
      spoilOnce(ROWS, 'lost answer');
      await page.press(project.send);
      await arrived('Resposta Perdida');
      same('requests', countOf(ROWS), before + 2);
    },
    'breaks a load',
  );
  await step(
    'the server is overloaded: 503, and sent again',
    async () => {
      await nextOfFamily('Fora do Ar');
      spoilOnce(UPLOADS, 503);
      await page.pressAndSee(project.send, project.notSent.title, '.not-sent');
      await arrived('Fora do Ar');
    },
    'breaks a load',
  );
  await step('pressed twice: one document, one row', async () => {
    await nextOfFamily('Dedo Apressado');
    const before = [countOf(UPLOADS), countOf(ROWS)];
    await page.pressTwice(project.send);
    await arrived('Dedo Apressado');
    same(
      'calls',
      JSON.stringify([countOf(UPLOADS), countOf(ROWS)]),
      JSON.stringify(before.map((calls) => calls + 1)),
    );
  });
  await step('back after success finds what was sent, and no answer', async () => {
    await page.open('/privacidade');
    await page.engine.back();
    await page.sees(sent.title);
    await page.storesNothingOf(/Apressado|Exemplo/);
  });
};
