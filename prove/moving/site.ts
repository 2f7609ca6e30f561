import { type Desk, signIn } from '../../kit/desk.ts';
import { makeSubmission, type Submission, submit } from '../../kit/family.ts';
import { startServer } from '../../kit/server.ts';
import { ADMIN, ask, type Site } from '../../kit/site.ts';
import { runToItsEnd } from '../command.ts';
import { check } from '../kill.ts';
import { photoPublication } from '../site-photo.ts';

export const ENROLMENTS = Number(process.env.ENROLMENTS ?? 60);
export const SECOND = { email: 'secretaria@example.com', password: 'outra senha só de teste' };
export const FORMER = { email: 'antiga@example.com', password: 'mais uma senha só de teste' };

/** Who may fetch the second, whose family goes on. */
const LINE = 'A tia Rosa, "de azul"';

/** Line, renewal and photo are there as they were. */
export async function checkDetails(home: Site, of: Submission | undefined): Promise<void> {
  const desk = await signIn(home);
  type Sheet = { renewal: string; lines: { text: string | null }[] };
  const sheet = await desk.rpc<Sheet>('ficha', { inscricao: await idOf(desk, of) });
  const said = [sheet.renewal, ...sheet.lines.flatMap(({ text }) => text ?? [])];
  check(said.join() === `sim,${LINE}`, `renewal and dated line (${said})`);
  const { fatos, fotos } = await photoPublication();
  const names = Object.values(fatos).flatMap(({ files }) => Object.values(files));
  for (const [at, nome] of names.entries()) {
    const bytes = await ask<string>(home, '/rest/v1/rpc/foto_do_site', { body: { nome } });
    check(bytes.replaceAll('\n', '') === fotos[at], 'a photo of the site, to the byte');
  }
}

/** The invented name in a submission. */
export const name = (submission: Submission | undefined) => submission?.row.nome_completo ?? '';

/** The number of an enrolment by its person's name. */
export async function idOf(person: Desk, of: Submission | undefined): Promise<string> {
  const rows = await person.rowsOf(name(of));
  check(rows.length === 1, `${name(of)} is there once (${rows.length})`);
  return rows[0]?.id ?? '';
}

/** Takes a decision, as the desk's page does; throws unless it is taken. */
export async function decide(
  person: Desk,
  of: Submission | undefined,
  situacao: string,
  more = {},
): Promise<void> {
  await person.rpc('decidir_situacao', { inscricao: await idOf(person, of), versao: 1, situacao, ...more });
}

/** An embedded site with families, decisions, notes and three accounts, one without access; its newest copy. */
export async function makeSite(folder: string, copies: string) {
  const server = await startServer({ folder, environment: { LIMITS: 'relaxed' } });
  const submissions = Array.from({ length: ENROLMENTS }, (_, at) => makeSubmission(at));
  for (const [at, submission] of submissions.entries())
    if (at % 7 === 0) submission.path = submission.path.replace('documento', "documento(1)&nova'+a=b,c");
  for (const submission of submissions) await submit(() => server, submission);
  const admin = await signIn(server);
  for (const account of [SECOND, FORMER])
    await admin.ask('/auth/v1/admin/users', { body: { ...account, current_password: ADMIN.password } });
  await runToItsEnd('admin', ['disable', FORMER.email], folder);
  const second = await signIn(server, SECOND);
  await decide(admin, submissions[0], 'em-analise');
  await decide(second, submissions[1], 'aprovada');
  const texto = 'Nota de teste\n\\ "com sinais"';
  await second.rpc('nova_nota', { inscricao: await idOf(second, submissions[0]), texto });
  const inscricao = await idOf(admin, submissions[1]);
  await admin.rpc('marcar', { inscricao, especie: 'busca', texto: LINE });
  await admin.rpc('perguntar_quem_continua');
  const { code: codigo } = await admin.rpc<{ code: string }>('fazer_link', { inscricao });
  await ask(server, '/rest/v1/rpc/responder_renovacao', { body: { codigo, continua: true } });
  await admin.rpc('publicar_centro', await photoPublication());
  const copy = await runToItsEnd('backup', ['--to', copies], folder);
  const erased = submissions.pop() as Submission;
  const fresh = await signIn(server); // erasing asks for one
  await fresh.rpc('apagar_inscricao', {
    inscricao: await idOf(admin, erased),
    confirmacao: (await admin.rowsOf(name(erased)))[0]?.protocolo,
    motivo: 'pedido_da_familia',
  });
  await server.stop();
  return { copy, submissions, erased };
}
