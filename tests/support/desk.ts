import { randomUUID } from 'node:crypto';
import { PostgrestClient } from '@supabase/postgrest-js';
import { todayInBrazil } from '../../domain/dates.ts';
import { DOCUMENT_BUCKET } from '../../domain/document/document.ts';
import type { FUNCTIONS, FunctionName } from '../../domain/functions.ts';
import type { Act } from '../../domain/roles.ts';
import { sendDocument } from '../../kit/family.ts';
import { rowsOf } from '../../kit/rows.ts';
import { type Call, call } from '../../kit/site.ts';
import { addressOf, codeOf, enrol, newKey, pdf } from './documents.ts';
import { IMPORTED, ROW } from './people.ts';
import { siteOf, type TestServer } from './server.ts';

/** The official client of the REST API, as the bearer of `token`: a visitor without one. */
export const restClient = (server: TestServer, token = server.keys.anonKey, fetch = server.fetch) =>
  new PostgrestClient(`${server.url}/rest/v1`, {
    headers: { apikey: server.keys.anonKey, Authorization: `Bearer ${token}` },
    fetch,
    retry: false,
  });

/** Calls a function of the REST API as the bearer of `token` (the public key: a visitor). */
export async function rpc(server: TestServer, token: string, name: string, body: object = {}) {
  const answer = await call(siteOf(server), `/rest/v1/rpc/${name}`, { token, body });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
}

/** One call of any family as the bearer of `token`. */
export const get = (server: TestServer, token: string, path: string, asked: Call = {}): Promise<Response> =>
  call(siteOf(server), path, { token, ...asked });

/** Uploads a document, as a family does; its key. */
export async function uploaded(server: TestServer, bytes = pdf(), key = newKey()): Promise<string> {
  const sent = await sendDocument(siteOf(server), { path: encodeURI(key), bytes });
  if (!sent.ok) throw new Error(`upload: ${sent.status}`);
  return key;
}

/** An enrolment with an uploaded document, as a family makes it; `answers` are its other answers. */
export async function enrolled(server: TestServer, answers: object = {}, bytes = pdf()) {
  const key = await uploaded(server, bytes);
  const mark = randomUUID();
  await enrol(server.database, { ...ROW, motivacao: mark, ...answers }, key);
  const row = await rowsOf(() => server.database).row<{ id: string; protocolo: string }>(
    'select id, protocolo from public.inscricoes_projeto where cadastro_unico_url like $1',
    `%${key}`,
  );
  if (!row) throw new Error('the enrolment is not there');
  return { ...row, key, path: `/storage/v1/object/sign/${DOCUMENT_BUCKET}/${key}` };
}

/** Lets retention empty the bin, as when its days are over. */
export async function emptyBin({ database }: Pick<TestServer, 'database'>): Promise<void> {
  await database.query(
    `update private.acompanhamentos set apagada_em = apagada_em - interval '8 days' where apagada_em is not null`,
  );
  await database.query(`select private.anotar('retencao')`); // a project's first run would wait
  await database.query('select private.apagar_vencidas(1000)');
}

/** Removes all enrolments. A `truncate` would make every connection plan its functions anew. */
export const removeEnrolments = ({ database }: Pick<TestServer, 'database'>) =>
  database.query('delete from public.inscricoes_projeto');

/** A minor's enrolment that came `days` ago without the guardian's telephone, with its personal code. */
export async function enrolledAlone(server: TestServer, answers: object = {}, days = 10) {
  const one = await enrolled(server, { telefone_responsavel: ' ', ...answers });
  await server.database.query(
    'update public.inscricoes_projeto set created_at = now() - make_interval(days => $2) where id = $1',
    [one.id, days],
  );
  return { ...one, codigo: codeOf(one.key) };
}

/** As if this had been decided `ago`, an interval. */
export const decidedAgo = ({ database }: TestServer, id: string, situation: string, ago: string) =>
  database.query(
    `update private.acompanhamentos set situacao = $2, motivo = 'teste', decidida_em = now() - $3::interval where inscricao_id = $1`,
    [id, situation, ago],
  );

/** Another document, sent by the personal link after an administrator asked for it; its key. */
export async function sentLater(
  server: TestServer,
  token: string,
  enrolment: { id: string; key: string },
  bytes = pdf(),
): Promise<string> {
  const inscricao = enrolment.id;
  const { version: versao } = (await rpc(server, token, 'ficha', { inscricao })).body;
  const missing = { inscricao, versao, situacao: 'falta-documento', motivo: 'O NIS não aparece.' };
  await rpc(server, token, 'decidir_situacao', missing);
  const key = await uploaded(server, bytes);
  const by = { codigo: codeOf(enrolment.key), endereco: addressOf(key) };
  const { body } = await rpc(server, server.keys.anonKey, 'enviar_outro_documento', by);
  if (body?.recebido !== true) throw new Error(`not taken: ${JSON.stringify(body)}`);
  return key;
}

/** A class of this name, which everybody is offered unless `more` (columns) says otherwise; its id. */
export async function addClass(
  { database }: Pick<TestServer, 'database'>,
  nome: string,
  more: { vagas?: number; ativa?: boolean; professor?: string; idade_de?: number; do_projeto?: boolean } = {},
): Promise<string> {
  const { rows } = await database.query<{ id: string }>(
    `insert into private.turmas (nome, vagas, ativa, professor, idade_de, do_projeto)
     select $1, t.vagas, coalesce(t.ativa, true), t.professor, t.idade_de, coalesce(t.do_projeto, true)
     from jsonb_populate_record(null::private.turmas, $2) as t returning id`,
    [nome, more],
  );
  return rows[0]?.id ?? '';
}

/** The lines of the audit trail, oldest first. */
export async function auditEntries({ database }: Pick<TestServer, 'database'>) {
  return rowsOf(() => database).rows<{
    acao: string;
    quem: string | null;
    conta: string | null;
    inscricao: string | null;
    protocolo: string | null;
    detalhes: Record<string, unknown>;
  }>('select acao, quem, conta, inscricao, protocolo, detalhes from private.auditoria order by numero');
}

type OfTheDesk = {
  [Name in FunctionName]: (typeof FUNCTIONS)[Name]['allowedTo'] extends Act ? Name : never;
}[FunctionName];

const SOMEBODY = '00000000-0000-4000-8000-000000000001';

/** For every function of the desk arguments that name nobody who exists. Who may call it: tests/database/rights.test.ts. */
export const DESK_CALLS: Readonly<Record<OfTheDesk, object>> = {
  ficha: { inscricao: SOMEBODY },
  lista_de_ajustes: {},
  juntar_documento: { inscricao: SOMEBODY, endereco: 'x' },
  anotar_acesso: { acao: 'exportou' },
  anotar_impressao: { inscricoes: [SOMEBODY] },
  lista_da_lixeira: {},
  recolher_enxurrada: { origem: 'x', hora: '2026-01-01', confirmacao: 'nada' },
  apagar_inscricao: { inscricao: SOMEBODY, confirmacao: '0000-0000', motivo: 'pedido_da_familia' },
  limpar_vencidas: {},
  registro_de_acessos: {},
  lista_de_inscricoes: { filtro: {} },
  comparar_pessoas: { inscricao: SOMEBODY, outra: randomUUID(), mesma_pessoa: true },
  confirmar_dia: { dia: '2000-01-01' },
  concluir_prazos: { inscricoes: 0, documentos: 0, envios: 0 },
  contagem_de_inscricoes: { filtro: {} },
  corrigir_respostas: { inscricao: SOMEBODY, versao: 1, mudancas: {}, motivo: 'digitado-errado' },
  devolver_apagada: { inscricao: SOMEBODY },
  alerta_da_equipe: {},
  devolver_tudo: { conta: SOMEBODY, desde: '2026-01-01' },
  reverter_correcoes: { conta: SOMEBODY, desde: '2026-01-01' },
  voltar_decisao: { inscricao: SOMEBODY, versao: 1 },
  terminar_turma: { turma: SOMEBODY },
  fechar_links: { inscricao: SOMEBODY },
  lista_de_enxurradas: {},
  nova_nota: { inscricao: SOMEBODY, texto: 'x' },
  limpeza_parada: {},
  mostrar_turmas: { arquivo: [] },
  salvar_turma: { turma: { name: '' } },
  folha_da_turma: { turma: SOMEBODY, com_saude: true },
  lista_de_contas: {},
  conferir_criterio: { inscricao: SOMEBODY, versao: 1, criterio: 'cadunico', cumprido: true },
  mensagens: {},
  turmas_do_professor: {},
  mudar_acesso: { conta: SOMEBODY, com_acesso: false },
  guardar_ajuste: { nome: 'validacao_estrita', valor: false },
  lista_do_centro: {},
  publicar_centro: { secao: 'quem_somos', depois_de: 0, fatos: {} },
  mudar_papel: { conta: SOMEBODY, papel: 'secretaria' },
  decidir_situacao: { inscricao: SOMEBODY, versao: 1, situacao: 'aprovada' },
  chamada_da_turma: { turma: SOMEBODY, dia: todayInBrazil() },
  fazer_chamada: { turma: SOMEBODY, dia: todayInBrazil(), marcas: {}, pronta: true },
  voltou: { inscricao: SOMEBODY },
  perguntar_quem_continua: { turma: SOMEBODY },
  marcar: { inscricao: SOMEBODY, especie: 'termo', dia: todayInBrazil() },
  certidoes: {},
  fazer_link: { inscricao: SOMEBODY },
  proxima_da_espera: { turma: SOMEBODY },
  dias_de_guarda: { inscricoes: [SOMEBODY] },
  anotar_mensagem: { inscricao: SOMEBODY, modelo: 'contato', para: 'pessoa' },
  atender_pedido: { inscricao: SOMEBODY, versao: 1, pedido: SOMEBODY, confirmado: true },
  lista_de_turmas: {},
  lista_de_importacoes: {},
  importar_participantes: { linhas: [], guardar: true },
  inscrever_no_balcao: { nova: SOMEBODY, respostas: IMPORTED, declaracao: 'assinada' },
  desfazer_importacao: { importacao: SOMEBODY },
  estado_das_copias: {},
  numeros_do_periodo: { de: '2026-01-01', ate: '2026-06-30' },
  participantes_do_periodo: { de: '2026-01-01', ate: '2026-06-30', motivo: 'contato' },
};
