import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { DOCUMENT_BUCKET } from '../../domain/document/document.ts';
import type { Role } from '../../domain/roles.ts';
import { signIn } from '../../kit/desk.ts';
import { addressOf, enrol, makeSubmission, type Submission, sendDocument } from '../../kit/family.ts';
import { type Account, ADMIN, ask } from '../../kit/site.ts';
import type { Site } from '../exam/site.ts';
import { check } from '../kill.ts';
import { askOwner } from '../owner-client.ts';

/** Families, each of an address of its own; of one address in an hour, as from a school's room; whose time is over. */
const FAMILIES = { own: 8, together: 31, due: 21 } as const;

export type Family = Submission & { kind: keyof typeof FAMILIES };

/** Who works at the desk beside the first administrator, who is direção too; the session of one of them is stolen. */
export const TEAM: readonly (Account & { role: Role })[] = [
  { email: 'direcao@example.com', password: `${ADMIN.password}, da direção`, role: 'direcao' },
  ...[1, 2, 3].map((number) => ({
    email: `secretaria${number}@example.com`,
    password: `${ADMIN.password}, da secretaria ${number}`,
    role: 'secretaria' as const,
  })),
];

/** The account whose session is stolen. */
export const victimOf = (role: Role): Account => TEAM.find((one) => one.role === role) as Account;

/** Makes the accounts and the enrolments of a site that has been at work, through its own API; the families. */
export async function fill(site: Site): Promise<Family[]> {
  const desk = await signIn(site.place());
  for (const { email, password, role: papel } of TEAM)
    await desk.ask('/auth/v1/admin/users', {
      body: { email, password, papel, current_password: ADMIN.password },
    });
  await askOwner(
    site.folder,
    `update private.administradores set papel_desde = criado_em - interval '30 days' where true`,
  );
  const families: Family[] = [];
  for (const [kind, count] of Object.entries(FAMILIES) as [Family['kind'], number][])
    for (let at = 0; at < count; at += 1) {
      const family = { ...makeSubmission(families.length, 2_000), kind };
      const from = kind === 'together' ? '127.0.3.1' : `127.0.4.${families.length + 1}`;
      await enrol(site.place(), family, { headers: { 'X-Forwarded-For': from } });
      families.push(family);
    }
  const own = families.filter(({ kind }) => kind === 'own');
  await work(site, own);
  const due = families.filter(({ kind }) => kind === 'due').map(({ path }) => addressOf(site.place(), path));
  await askOwner(
    site.folder,
    `update private.acompanhamentos set situacao = 'nao-aprovada', motivo = 'A turma está cheia.', decidida_em = now() - interval '7 months'
     where inscricao_id in (select id from public.inscricoes_projeto where cadastro_unico_url = any ($1))`,
    [due],
  );
  return families;
}

/** What the desk has done already: decisions of each kind, criteria, a note, a later document, requests of families, a guardian by the link, a correction. */
async function work(site: Site, families: readonly Family[]): Promise<void> {
  const desk = await signIn(site.place());
  const idOf = async ({ row }: Submission) => (await desk.rowsOf(row.nome_completo))[0]?.id ?? '';
  const decide = async (inscricao: string, how: object) => {
    const { version } = await desk.rpc<{ version: number }>('ficha', { inscricao });
    const { applied } = await desk.rpc<{ applied: boolean }>('decidir_situacao', {
      inscricao,
      versao: version,
      ...how,
    });
    check(applied, 'the desk decides');
  };
  type Eight = [Family, Family, Family, Family, Family, Family, Family, Family];
  const [approved, waiting, missing, asking, called, , guarded, corrected] = families as Eight;
  const classes = await desk.rpc<{ id: string }[]>('lista_de_turmas');
  await decide(await idOf(approved), {
    situacao: 'aprovada',
    turma: classes[0]?.id,
    primeiro_dia: '2026-12-01',
  });
  await decide(await idOf(waiting), { situacao: 'lista-de-espera', turma: classes[0]?.id });
  const of = await idOf(waiting);
  const { version: versao } = await desk.rpc<{ version: number }>('ficha', { inscricao: of });
  await desk.rpc('conferir_criterio', { inscricao: of, versao, criterio: 'cadunico', cumprido: true });
  await desk.rpc('nova_nota', { inscricao: of, texto: 'A mãe liga na terça.' });
  await decide(await idOf(missing), { situacao: 'falta-documento', motivo: 'O NIS não aparece.' });
  const later = makeSubmission(0, 2_000);
  await sendDocument(site.place(), later);
  await ask(site.place(), '/rest/v1/rpc/enviar_outro_documento', {
    body: { codigo: missing.code, endereco: addressOf(site.place(), later.path) },
  });
  const number = (family: Family, telefone: string) =>
    ask(site.place(), '/rest/v1/rpc/pedir_pela_familia', {
      body: { codigo: family.code, tipo: 'telefone', telefone },
    });
  await number(asking, '(62) 98888-0001'); // nobody has answered it
  await number(called, '(62) 98888-0002');
  await ask(site.place(), '/rest/v1/rpc/enviar_responsavel', {
    body: { codigo: guarded.code, nome: 'Responsável que veio', telefone: '(62) 98888-0003' },
  });
  const right = { inscricao: await idOf(corrected), versao: 1, motivo: 'digitado-errado' };
  await desk.rpc('corrigir_respostas', { ...right, mudancas: { cidade: 'Cidade Certa' } });
  for (const pedido of ['corrigir', 'copia'])
    await desk.rpc('nova_nota', { inscricao: right.inscricao, texto: 'Pediu na recepção.', pedido });
  const inscricao = await idOf(called);
  const { requests, version: now } = await desk.rpc<{ version: number; requests: { id: string }[] }>(
    'ficha',
    { inscricao },
  );
  await desk.rpc('atender_pedido', { inscricao, versao: now, pedido: requests[0]?.id, confirmado: true });
}

/** What the account whose session is stolen wrote a few minutes before. */
export async function writeOwnNote(site: Site, victim: Account, family: Family): Promise<void> {
  const desk = await signIn(site.place(), victim);
  const [row] = await desk.rowsOf(family.row.nome_completo);
  await desk.rpc('nova_nota', { inscricao: row?.id, texto: 'Escrita há pouco.' });
}

/**
 * Uploads a document that no enrolment claims, for a thief who attaches documents as families do; its
 * address.
 */
export async function uploadDocument(site: Site): Promise<string> {
  const path = `public/${randomUUID()}_documento.pdf`;
  await sendDocument(site.place(), { path, bytes: makeSubmission(0, 2_000).bytes });
  return addressOf(site.place(), path);
}

/** The path in the bucket at the end of a document's address. */
export const pathOf = (address: string): string => address.split(`/${DOCUMENT_BUCKET}/`)[1] ?? '';

/** Waits until the site's own clock has reached a moment. */
export async function waitForClock(site: Site, moment: number): Promise<void> {
  for (;;) {
    const answer = await fetch(`${site.server.url}/health/live`);
    if (Date.parse(answer.headers.get('date') ?? '') >= moment) return;
    await pause(500);
  }
}
