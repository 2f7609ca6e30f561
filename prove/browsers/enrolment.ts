import { resolve } from 'node:path';
import { documentTexts } from '../../content/document.ts';
import { enrolmentSent } from '../../content/messages.ts';
import { nextSteps } from '../../content/next-steps.ts';
import { sent } from '../../content/sent.ts';
import { situation } from '../../content/situation.ts';
import { project } from '../../content/social-project.ts';
import { answer } from './answers.ts';
import { choose } from './home.ts';
import { same } from './page.ts';
import type { Job } from './steps.ts';

export const PHOTO = resolve('e2e/support/files/nis.jpg');
export const PDF = resolve('e2e/support/files/nis.pdf');

/** A family enrols: a child with a photo, the mother herself with a PDF. Source: SPEC §2, docs/ux.md §4. */
export const enrol: Job = async ({ page, step, desk }) => {
  await step(
    'the page of the project opens its form',
    async () => {
      await page.open('/');
      await choose(page, 'Projeto Social');
      await page.sees(project.title, 'h1');
      await page.press(project.enrol, 'main');
      await page.sees(project.formTitle, 'h2');
      await page.holds('return document.querySelector("form button[type=submit]") !== null', 'the form');
    },
    'breaks a load',
  ); // the start page is left while its scripts load
  await step(
    'for a child: every answer with keys and taps, the masks, the age, a photo looked at',
    async () => {
      await page.tick(project.forWhom.answers.outra);
      await answer(page, { nomeCompleto: 'Filha de Teste' });
      same('CPF', await page.valueOf('cpf'), '529.982.247-25');
      same('telephone', await page.valueOf('telefoneWhatsapp'), '(62) 90000-0000');
      await page.sees(project.minor.title);
      await page.attach(PHOTO);
      await page.sees(documentTexts.attached('nis.jpg'));
      await page.press(documentTexts.enlarge, '.question--file');
      await page.sees(documentTexts.legible.question, 'dialog');
      await page.pressAndSee(documentTexts.legible.yes, documentTexts.legible.done);
    },
  );
  await step('the answers are shown for a check before sending', async () => {});
  await step('sent: protocol, moment and link', async () => {
    await page.pressAndSee(project.send, enrolmentSent.title);
    await page.isAt(sent.title);
    if (!/^\d{4}-\d{4}$/.test(await page.textOf('.confirmation__protocol'))) throw new Error('no protocol');
    await page.holds(
      `return /\\/projeto-social\\/situacao#[0-9a-f]{32}$/.test([...document.links].find((link) => link.hash.length === 33)?.href)`,
      'the personal link',
    );
    const [row, ...others] = await (await desk()).rowsOf('Filha de Teste');
    same('rows', others.length, 0);
    same('birth', row?.data_nascimento, '2014-03-05');
    same('weight', row?.peso, 52.5);
    same('telephone', row?.telefone_whatsapp, '62900000000');
  });
  await step('the link is copied, and the page printed', async () => {
    await page.press(nextSteps.more);
    await page.press(situation.link.copy.label);
    await page.holds(
      `return [given[0], given[1]].some((words) => document.body.innerText.includes(words))`,
      'what became of copying',
      situation.link.copy.copied,
      situation.link.copy.cannotCopy(''),
    );
    await page.engine.run(
      'window.print = () => { document.documentElement.dataset.printed = document.title; };',
    );
    await page.press(nextSteps.print);
    await page.holds('return document.documentElement.dataset.printed !== undefined', 'the print');
  });
  await step('for herself, begun with what the family shares, with a PDF', async () => {
    await page.press(nextSteps.another.open);
    await page.pressAndSee(nextSteps.another.yes, project.draft.family);
    same('city', await page.valueOf('cidade'), 'Cidade Exemplo');
    await page.tick(project.forWhom.answers.mim);
    await answer(page, {
      nomeCompleto: 'Mãe de Teste',
      dataNascimento: '05/03/1984',
      cpf: '111.444.777-35',
      nomeResponsavel: '',
      telefoneResponsavel: '',
      contatoRecados: '',
    });
    await page.attach(PDF);
    await page.sees(documentTexts.attached('nis.pdf'));
    await page.pressAndSee(project.send, enrolmentSent.title);
    await page.isAt(sent.title);
    same('rows', (await (await desk()).rowsOf('Mãe de Teste')).length, 1);
  });
  await step(
    'leaving and coming back finds nothing of anybody',
    async () => {
      await page.press(nextSteps.more);
      await page.press(nextSteps.close);
      await page.holds(
        'return location.pathname === "/" && document.querySelector("h1") !== null',
        'the start page',
      );
      await page.open('/projeto-social');
      await page.sees(project.formTitle);
      same('name', await page.valueOf('nomeCompleto'), '');
      await page.storesNothingOf(/Teste|Exemplo|90000/);
    },
    'breaks a load',
  ); // the start page is left while its scripts load
};
