import { createHash } from 'node:crypto';
import { DOCUMENT_BUCKET } from '../../domain/document/document.ts';
import { personalCodeOf } from '../../domain/personal-code.ts';
import { check } from '../kill.ts';
import { makeSubmission, type Submission } from '../submission.ts';
import { idOf, type Person } from './desk.ts';

type Home = { url: string; key: string };
type Request = { id: string; tipo: string; telefone: string | null };
type State = { versao: number; pedidos: Request[]; documentosNovos: { endereco: string }[] };

const PHONE = '62988887777';
const nameOf = (submission: Submission) => submission.row.nome_completo;

/** What a family's link may call. */
async function call<T>({ url, key }: Home, name: string, family: Submission, body: object = {}): Promise<T> {
  const answer = await fetch(`${url}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: { apikey: key, Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ codigo: personalCodeOf(family.id), ...body }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${name}: ${answer.status} ${text}`);
  return JSON.parse(text) as T;
}

/** Of three families one sends another document, one another telephone, which the desk confirms, and one withdraws. */
export type Families = { sends: Submission; calls: Submission; leaves: Submission; hash: string };

/** Lets them do so, and the desk compare the last two. */
export async function askAsFamilies(
  home: Home,
  desk: Person,
  [sends, calls, leaves]: [Submission, Submission, Submission],
): Promise<Families> {
  const decision = { versao: 1, situacao: 'falta-documento', motivo: 'O NIS não aparece.' };
  await desk.desk('mudar_situacao', { inscricao: await idOf(desk, nameOf(sends)), ...decision });
  const { bytes, hash, id } = makeSubmission(0);
  const path = `${DOCUMENT_BUCKET}/public/${id}_outra foto.pdf`;
  const upload = await fetch(`${home.url}/storage/v1/object/${encodeURI(path)}`, {
    method: 'POST',
    headers: { apikey: home.key, Authorization: `Bearer ${home.key}`, 'Content-Type': 'application/pdf' },
    body: new Uint8Array(bytes),
  });
  check(upload.ok, `another document is taken (${upload.status})`);
  const endereco = `${home.url}/storage/v1/object/public/${encodeURI(path)}`;
  const sent = await call<{ recebido: boolean }>(home, 'enviar_outro_documento', sends, { endereco });
  check(sent.recebido, 'another document is bound');

  await call(home, 'pedir_pela_familia', calls, { tipo: 'telefone', telefone: PHONE });
  const inscricao = await idOf(desk, nameOf(calls));
  const { versao, pedidos } = await desk.desk<State>('acompanhamento', { inscricao });
  await desk.desk('responder_pedido', { inscricao, versao, pedido: pedidos[0]?.id, confirmado: true });

  await call(home, 'pedir_pela_familia', leaves, { tipo: 'desistir' });
  const outra = await idOf(desk, nameOf(leaves));
  await desk.desk('comparar_inscricoes', { inscricao, outra, mesma_pessoa: false });
  return { sends, calls, leaves, hash };
}

/** Both sides of it are the same at another home; throws with what is not. */
export async function checkFamilies(
  home: Home,
  desk: Person,
  { sends, calls, leaves, hash }: Families,
): Promise<void> {
  const state = async (of: Submission) =>
    desk.desk<State & { telefoneNovo: string | null }>('acompanhamento', {
      inscricao: await idOf(desk, nameOf(of)),
    });
  const [, path = ''] = /\/public\/(.+)$/.exec((await state(sends)).documentosNovos[0]?.endereco ?? '') ?? [];
  const got = await desk.download(path);
  check(createHash('sha256').update(got).digest('hex') === hash, 'another document has its bytes');
  check((await state(calls)).telefoneNovo === PHONE, 'the confirmed telephone is the one to call');
  const seen = await call<{ pedidos: string[] }>(home, 'situacao_da_inscricao', leaves);
  check(seen.pedidos.join() === 'desistir', 'a family sees its open withdrawal');
}
