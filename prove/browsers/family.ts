import { resolve } from 'node:path';
import { documentTexts } from '../../content/document.ts';
import { enrolmentFailed, enrolmentSent } from '../../content/messages.ts';
import { nextSteps } from '../../content/next-steps.ts';
import { sent } from '../../content/sent.ts';
import { situation } from '../../content/situation.ts';
import { project } from '../../content/social-project.ts';
import type { Job } from './job.ts';
import { type Page, same } from './page.ts';

export const PHOTO = resolve('e2e/support/files/nis.jpg');
export const PDF = resolve('e2e/support/files/nis.pdf');
const ROWS = 'POST /rest/v1/inscricoes_projeto';
const NAME = 'Filha de Teste';

/** Plainly artificial, by the id of the field. */
export const PERSON = {
  nomeCompleto: 'Pessoa de Teste',
  dataNascimento: '05/03/2014',
  cpf: '529.982.247-25',
  rg: '1234567',
  orgaoExpedidor: 'SSP-GO',
  cidade: 'Cidade Exemplo',
  enderecoCompleto: 'Rua Exemplo, 100, Setor Central, CEP 76000-000',
  telefoneWhatsapp: '62900000000',
  email: 'pessoa@example.com',
  nomeResponsavel: 'Responsável de Teste',
  telefoneResponsavel: '62900000001',
  contatoRecados: 'Vizinha, (62) 90000-0002',
  escola: 'Escola Exemplo',
  serieAno: '7º ano',
  peso: '52,5',
  altura: '1,62',
};

/** Answers the form with keys and taps as somebody does. */
async function answer(page: Page, nomeCompleto: string): Promise<void> {
  for (const [id, text] of Object.entries({ ...PERSON, nomeCompleto })) await page.write('', text, `#${id}`);
  await page.tick('Feminino', '#sexo');
  await page.tick('Até 1 salário mínimo', '#rendaFamiliar');
  await page.tick('Não', '#condicaoMedica');
  await page.pick('Ensino Fundamental incompleto', '#nivelEscolaridade');
}

/** In the page: the personal link. */
const LINK = '[...document.links].find(({ hash }) => /^#[0-9a-f]{32}$/.test(hash))?.href';

/** A family enrols though the network fails, the next child too, and follows up by its link. Source: docs/ux.md §4 to §6. */
export const enrolAndFollowUp: Job = async ({ page, step, network, desk }) => {
  const countOf = (call: string) => network.requests.filter((one) => one.startsWith(call)).length;
  const arrived = async (name: string) => {
    await page.sees(enrolmentSent.title);
    await page.isAt(sent.title);
    same('rows', (await (await desk()).rowsOf(name)).length, 1);
  };
  let address = '';
  await step('every answer with keys and taps, the masks, a photo looked at', async () => {
    await page.open('/projeto-social');
    await page.pressAndSee(project.send, project.problems.title);
    await page.tick(project.forWhom.answers.outra);
    await answer(page, NAME);
    same('CPF', await page.valueOf('cpf'), '529.982.247-25');
    same('telephone', await page.valueOf('telefoneWhatsapp'), '(62) 90000-0000');
    await page.sees(project.minor.title);
    await page.attach(PHOTO);
    await page.sees(documentTexts.attached('nis.jpg'));
    await page.press(documentTexts.enlarge, '.question--file');
    await page.pressAndSee(documentTexts.legible.yes, documentTexts.legible.done);
  });
  await step('reloaded in the middle, the answers are there again, and the photo is asked for', async () => {
    await page.engine.reload();
    await page.holds(
      'return document.getElementById("nomeCompleto")?.value === given[0]',
      'the answers',
      NAME,
    );
    await page.sees(project.draft.fileMissing);
    await page.attach(PDF);
    await page.sees(documentTexts.attached('nis.pdf'));
  });
  await step('sent while nobody answers: it goes by itself when the network is back', async () => {
    await network.cut();
    await page.pressAndSee(project.send, project.notSent.title, '.not-sent');
    await page.sees(enrolmentFailed().title);
    await network.mend();
    await arrived(NAME);
    await page.holds(`return (${LINK}) !== undefined`, 'the personal link');
    address = await page.engine.run(`return ${LINK}`);
  });
  await step('the next child, whose answer is lost: sent again, one row', async () => {
    await page.press(nextSteps.another.open);
    await page.pressAndSee(nextSteps.another.yes, project.draft.family);
    same('city', await page.valueOf('cidade'), PERSON.cidade);
    await answer(page, 'Resposta Perdida');
    await page.attach(PDF);
    await page.sees(documentTexts.attached('nis.pdf'));
    const before = countOf(ROWS);
    network.loses = ROWS;
    await page.press(project.send);
    await arrived('Resposta Perdida');
    same('requests', countOf(ROWS), before + 2);
  });
  await step('leaving and coming back finds nothing of anybody', async () => {
    await page.press(nextSteps.more);
    await page.press(nextSteps.close);
    await page.holds('return location.pathname === "/"', 'the start page');
    await page.open('/projeto-social');
    await page.sees(project.formTitle);
    same('name', await page.valueOf('nomeCompleto'), '');
    await page.storesNothingOf(/Teste|Exemplo|90000/);
  });
  await step(
    'the link shows the situation, also after a reload, and its code reaches no request',
    async () => {
      await page.open(address);
      await page.isAt(situation.each.nova.title);
      await page.engine.reload();
      await page.isAt(situation.each.nova.title);
      same(
        'requests with the code',
        network.requests.filter((one) => one.includes(address.slice(-32))).length,
        0,
      );
    },
  );
  await step('the desk misses a document: another photo goes by the link', async () => {
    const person = await desk();
    const [inscricao] = (await person.rowsOf(NAME)).map(({ id }) => id);
    const decision = { versao: 1, situacao: 'falta-documento', motivo: 'O NIS não aparece.' };
    await person.rpc('decidir_situacao', { inscricao, ...decision });
    await page.engine.reload();
    await page.isAt(situation.each['falta-documento'].title);
    await page.attach(PHOTO);
    await page.pressAndSee(situation.better.send, situation.better.thanks);
  });
  await step('another telephone is given, and stays after a reload', async () => {
    await page.press(situation.requests.telephone.title);
    await page.write(situation.requests.telephoneLabel, '62988887777');
    await page.pressAndSee(situation.requests.telephone.send, situation.requests.open.telefone);
    await page.engine.reload();
    await page.sees(situation.requests.open.telefone);
  });
};
