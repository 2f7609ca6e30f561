import type { Page } from '@playwright/test';
import { situationPath } from '../../domain/enrolment/protocol.ts';
import { runSql } from './database.ts';
import { Desk } from './desk.ts';
import { nisPdf } from './document-files.ts';
import type { RunningServer } from './fixtures.ts';

/** Enrols somebody with a document, past the browser; gives the address of their situation. */
export async function enrolWithLink(server: RunningServer, name: string, changes = {}): Promise<string> {
  const answers = { nome_completo: name, cpf: '000.000.000-00', ...changes };
  const code = await new Desk(server).enrol(answers, nisPdf);
  return `${server.url}/projeto-social/situacao#${code}`;
}

const ofName = (name: string) =>
  `inscricao_id = (select id from public.inscricoes_projeto where nome_completo = '${name}')`;

/** Asks for another document, as the desk does. */
export const askAgain = (server: RunningServer, name: string): Promise<unknown> =>
  runSql(
    server,
    `update private.acompanhamentos set situacao = 'falta-documento', motivo = 'O NIS não aparece.' where ${ofName(name)}`,
  );

/**
 * Throws unless the enrolment of this name has this number of later documents and waits for the desk again.
 */
export const expectLater = (server: RunningServer, name: string, documents: number): Promise<unknown> =>
  runSql(
    server,
    `do $$ begin
       assert (select count(*) from private.documentos_novos where ${ofName(name)}) = ${documents}, 'documents';
       assert (select situacao from private.acompanhamentos where ${ofName(name)}) = 'em-analise', 'situation';
     end $$`,
  );

/** Opens a family's link anew, and 'Meus dados' by the CPF. */
export async function readAnswers(page: Page, code: string, cpf: string) {
  await page.goto('/acessibilidade');
  await page.goto(situationPath(code));
  await page.getByText('Meus dados', { exact: true }).click();
  await page.getByLabel('CPF de quem vai treinar').fill(cpf);
  await page.getByRole('button', { name: 'Abrir', exact: true }).click();
}
