import { personalCodeOf } from '../../domain/personal-code.ts';
import { signIn } from '../../kit/desk.ts';
import { runSql } from './database.ts';
import { Desk } from './desk.ts';
import { nisPdf } from './document-files.ts';
import { apiOf, type RunningServer } from './fixtures.ts';

/** The personal code of who has this name. */
export async function codeOf(server: RunningServer, name: string): Promise<string> {
  const [row] = await (await signIn(apiOf(server))).rowsOf(name);
  return personalCodeOf(/public\/([0-9a-f-]{36})_/.exec(row?.cadastro_unico_url ?? '')?.[1] ?? '');
}

/** Enrols somebody with a document, past the browser; gives the address of their situation. */
export async function enrolWithLink(server: RunningServer, name: string, changes = {}): Promise<string> {
  await new Desk(server).enrol({ nome_completo: name, cpf: '000.000.000-00', ...changes }, nisPdf);
  return `${server.url}/projeto-social/situacao#${await codeOf(server, name)}`;
}

const ofName = (name: string) =>
  `inscricao_id = (select id from public.inscricoes_projeto where nome_completo = '${name}')`;

/** Asks for another document, as the desk does. */
export const askAgain = (server: RunningServer, name: string): Promise<unknown> =>
  runSql(
    server,
    `update private.acompanhamentos set situacao = 'falta-documento', motivo = 'O NIS não aparece.' where ${ofName(name)}`,
  );

/** Throws unless somebody of this name has sent so many documents later, and waits for an answer after it. */
export const expectLater = (server: RunningServer, name: string, documents: number): Promise<unknown> =>
  runSql(
    server,
    `do $$ begin
       assert (select count(*) from private.documentos_novos where ${ofName(name)}) = ${documents}, 'documents';
       assert (select situacao from private.acompanhamentos where ${ofName(name)}) = 'em-analise', 'situation';
     end $$`,
  );
