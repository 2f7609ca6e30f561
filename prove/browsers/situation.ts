import { documentTexts } from '../../content/document.ts';
import { sent } from '../../content/sent.ts';
import { situation } from '../../content/situation.ts';
import { project } from '../../content/social-project.ts';
import { answer } from './answers.ts';
import { PDF, PHOTO } from './enrolment.ts';
import { same } from './page.ts';
import type { Job } from './steps.ts';

const NAME = 'Pessoa da Situação';
/** In the page: the personal link. */
const LINK = '[...document.links].find(({ hash }) => /^#[0-9a-f]{32}$/.test(hash))?.href';

/** A family reads its situation and asks for what it may. Source: docs/ux.md §6.5. */
export const followUp: Job = async ({ page, step, network, desk }) => {
  let address = '';
  let protocol = '';
  await step('an enrolment gives its personal link', async () => {
    await page.open('/projeto-social');
    await page.tick(project.forWhom.answers.outra);
    await answer(page, { nomeCompleto: NAME });
    await page.attach(PDF);
    await page.sees(documentTexts.attached('nis.pdf'));
    await page.press(project.send);
    await page.isAt(sent.title);
    protocol = await page.textOf('.confirmation__protocol');
    await page.holds(`return (${LINK}) !== undefined`, 'the personal link');
    address = await page.engine.run(`return ${LINK}`);
  });
  await step(
    'the link shows the situation, also after a reload, and its code reaches no request',
    async () => {
      await page.press(situation.link.open);
      await page.isAt(situation.each.nova.title);
      await page.engine.reload();
      await page.isAt(situation.each.nova.title);
      same(
        'requests with the code',
        network.requests.filter((one) => one.includes(address.slice(-32))).length,
        0,
      );
    },
    'breaks a load',
  ); // reloaded while its scripts load
  await step(
    'nothing, then a wrong protocol, is answered with one sentence, and what was typed stays',
    async () => {
      await page.press(situation.another);
      await page.pressAndSee(situation.ask.submit, situation.ask.birthMissing);
      await page.write(situation.ask.protocol, '4827-1936');
      await page.write(situation.ask.birth, '05032014');
      await page.pressAndSee(situation.ask.submit, situation.nobody, '[role=alert]');
      await page.holds(
        'return [...document.querySelectorAll("main input")].map(({ value }) => value).join() === given[0]',
        'what was typed',
        '4827-1936,05/03/2014',
      );
    },
  );
  await step('protocol and birth date, sent with Enter, show it', async () => {
    await page.write(situation.ask.protocol, protocol);
    await page.write(situation.ask.birth, '05032014');
    await page.engine.key('Enter');
    await page.isAt(situation.each.nova.title);
  });
  await step('the desk misses a document: another photo goes by the link, pressed twice', async () => {
    const person = await desk();
    const [inscricao] = (await person.rowsOf(NAME)).map(({ id }) => id);
    const decision = { versao: 1, situacao: 'falta-documento', motivo: 'O NIS não aparece.' };
    await person.rpc('decidir_situacao', { inscricao, ...decision });
    await page.open('/acessibilidade');
    await page.open(address);
    await page.isAt(situation.each['falta-documento'].title);
    await page.pressAndSee(situation.better.send, situation.better.missing);
    await page.attach(PHOTO);
    await page.sees(documentTexts.attached('nis.jpg'));
    await page.pressTwice(situation.better.send);
    await page.sees(situation.better.thanks);
    await page.isAt(situation.each['em-analise'].title);
    same(
      'documents sent',
      network.requests.filter((one) => one.endsWith('/rpc/enviar_outro_documento')).length,
      1,
    );
  });
  await step('another telephone is given', async () => {
    await page.press(situation.requests.telephone.title);
    await page.pressAndSee(situation.requests.telephone.send, situation.requests.telephoneMissing);
    await page.write(situation.requests.telephoneLabel, '62988887777');
    await page.pressAndSee(situation.requests.telephone.send, situation.requests.open.telefone);
  });
  await step('the place is given up, also after a reload', async () => {
    await page.press(situation.requests.withdraw.title);
    await page.pressAndSee(situation.requests.withdraw.send, situation.requests.open.desistir);
    await page.engine.reload();
    await page.sees(situation.requests.open.desistir);
  });
};
