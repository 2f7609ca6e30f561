import { createHash } from 'node:crypto';
import { type Desk, signIn } from '../../kit/desk.ts';
import { addressOf, makeSubmission, type Submission, sendDocument, submit } from '../../kit/family.ts';
import { startServer } from '../../kit/server.ts';
import { ADMIN, ask, type Site } from '../../kit/site.ts';
import { runToItsEnd } from '../command.ts';
import { check } from '../kill.ts';

export const ENROLMENTS = Number(process.env.ENROLMENTS ?? 60);
export const SECOND = { email: 'secretaria@example.com', password: 'outra senha só de teste' };
export const FORMER = { email: 'antiga@example.com', password: 'mais uma senha só de teste' };
const PHONE = '62988887777';

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
  const three = submissions.slice(4, 7) as [Submission, Submission, Submission];
  const families = await askAsFamilies(server, admin, three);
  const copy = await runToItsEnd('backup', ['--to', copies], folder);
  const erased = submissions.pop() as Submission;
  const fresh = await signIn(server); // erasing asks for one
  await fresh.rpc('apagar_inscricao', {
    inscricao: await idOf(admin, erased),
    confirmacao: (await admin.rowsOf(name(erased)))[0]?.protocolo,
    motivo: 'pedido_da_familia',
  });
  await server.stop();
  return { copy, submissions, erased, families };
}

type FollowUpState = {
  version: number;
  requests: { id: string }[];
  laterDocuments: { address: string }[];
  newPhone: string | null;
};

/** What a family's link may call. */
const familyCall = <T>(home: Site, function_: string, family: Submission, body: object = {}): Promise<T> =>
  ask<T>(home, `/rest/v1/rpc/${function_}`, { body: { codigo: family.code, ...body } });

/**
 * Three families: one sends another document (with this SHA-256), one another telephone, which the desk
 * confirms, and one withdraws.
 */
export type Families = { sends: Submission; calls: Submission; leaves: Submission; hash: string };

/** Lets them do so, and the desk compare the last two. */
async function askAsFamilies(
  home: Site,
  desk: Desk,
  [sends, calls, leaves]: [Submission, Submission, Submission],
): Promise<Families> {
  await decide(desk, sends, 'falta-documento', { motivo: 'O NIS não aparece.' });
  const { bytes, hash, id } = makeSubmission(0);
  const path = encodeURI(`public/${id}_outra foto.pdf`);
  const upload = await sendDocument(home, { path, bytes }, { bare: true });
  check(upload.ok, `another document is taken (${upload.status})`);
  const endereco = addressOf(home, path);
  const sent = await familyCall<{ recebido: boolean }>(home, 'enviar_outro_documento', sends, { endereco });
  check(sent.recebido, 'another document is bound');

  await familyCall(home, 'pedir_pela_familia', calls, { tipo: 'telefone', telefone: PHONE });
  const inscricao = await idOf(desk, calls);
  const { version, requests } = await desk.rpc<FollowUpState>('ficha', { inscricao });
  const answer = { versao: version, pedido: requests[0]?.id, confirmado: true };
  await desk.rpc('atender_pedido', { inscricao, ...answer });

  await familyCall(home, 'pedir_pela_familia', leaves, { tipo: 'desistir' });
  const outra = await idOf(desk, leaves);
  await desk.rpc('comparar_pessoas', { inscricao, outra, mesma_pessoa: false });
  return { sends, calls, leaves, hash };
}

/** Throws unless family and desk see the same of these families at another site. */
export async function checkFamilies(
  home: Site,
  desk: Desk,
  { sends, calls, leaves, hash }: Families,
): Promise<void> {
  const state = async (of: Submission) =>
    desk.rpc<FollowUpState>('ficha', { inscricao: await idOf(desk, of) });
  const [, path = ''] = /\/public\/(.+)$/.exec((await state(sends)).laterDocuments[0]?.address ?? '') ?? [];
  const bytes = await desk.document(path.slice(path.indexOf('/') + 1));
  check(createHash('sha256').update(bytes).digest('hex') === hash, 'another document has its bytes');
  check((await state(calls)).newPhone === PHONE, 'the confirmed telephone is the one to call');
  const seen = await familyCall<{ pedidos: string[] }>(home, 'situacao_da_inscricao', leaves);
  check(seen.pedidos.join() === 'desistir', 'a family sees its open withdrawal');
}
