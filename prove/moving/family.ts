import { createHash } from 'node:crypto';
import { personalCodeOf } from '../../domain/personal-code.ts';
import type { Desk } from '../../kit/desk.ts';
import { addressOf, makeSubmission, type Submission, sendDocument } from '../../kit/family.ts';
import { ask, call, type Site } from '../../kit/site.ts';
import { check } from '../kill.ts';
import { idOf } from './desk.ts';

type Request = { id: string; tipo: string; telefone: string | null };
type State = { versao: number; pedidos: Request[]; documentosNovos: { endereco: string }[] };

const PHONE = '62988887777';
const nameOf = (submission: Submission) => submission.row.nome_completo;

/** What a family's link may call. */
const familyCall = <T>(home: Site, name: string, family: Submission, body: object = {}): Promise<T> =>
  ask<T>(home, `/rest/v1/rpc/${name}`, { body: { codigo: personalCodeOf(family.id), ...body } });

/** Of three families one sends another document, one another telephone, which the desk confirms, and one withdraws. */
export type Families = { sends: Submission; calls: Submission; leaves: Submission; hash: string };

/** Lets them do so, and the desk compare the last two. */
export async function askAsFamilies(
  home: Site,
  desk: Desk,
  [sends, calls, leaves]: [Submission, Submission, Submission],
): Promise<Families> {
  const decision = { versao: 1, situacao: 'falta-documento', motivo: 'O NIS não aparece.' };
  await desk.rpc('mudar_situacao', { inscricao: await idOf(desk, nameOf(sends)), ...decision });
  const { bytes, hash, id } = makeSubmission(0);
  const path = encodeURI(`public/${id}_outra foto.pdf`);
  const upload = await sendDocument(home, { path, bytes }, { bare: true });
  check(upload.ok, `another document is taken (${upload.status})`);
  const endereco = addressOf(home, path);
  const sent = await familyCall<{ recebido: boolean }>(home, 'enviar_outro_documento', sends, { endereco });
  check(sent.recebido, 'another document is bound');

  await familyCall(home, 'pedir_pela_familia', calls, { tipo: 'telefone', telefone: PHONE });
  const inscricao = await idOf(desk, nameOf(calls));
  const { versao, pedidos } = await desk.rpc<State>('acompanhamento', { inscricao });
  await desk.rpc('responder_pedido', { inscricao, versao, pedido: pedidos[0]?.id, confirmado: true });

  await familyCall(home, 'pedir_pela_familia', leaves, { tipo: 'desistir' });
  const outra = await idOf(desk, nameOf(leaves));
  await desk.rpc('comparar_inscricoes', { inscricao, outra, mesma_pessoa: false });
  return { sends, calls, leaves, hash };
}

/** Both sides of it are the same at another home; throws with what is not. */
export async function checkFamilies(
  home: Site,
  desk: Desk,
  { sends, calls, leaves, hash }: Families,
): Promise<void> {
  const state = async (of: Submission) =>
    desk.rpc<State & { telefoneNovo: string | null }>('acompanhamento', {
      inscricao: await idOf(desk, nameOf(of)),
    });
  const [, path = ''] = /\/public\/(.+)$/.exec((await state(sends)).documentosNovos[0]?.endereco ?? '') ?? [];
  const got = await call(home, `/storage/v1/object/authenticated/${path}`, { token: desk.token });
  check(
    createHash('sha256')
      .update(Buffer.from(await got.arrayBuffer()))
      .digest('hex') === hash,
    'another document has its bytes',
  );
  check((await state(calls)).telefoneNovo === PHONE, 'the confirmed telephone is the one to call');
  const seen = await familyCall<{ pedidos: string[] }>(home, 'situacao_da_inscricao', leaves);
  check(seen.pedidos.join() === 'desistir', 'a family sees its open withdrawal');
}
