import { afterEach, expect, test, vi } from 'vitest';
import { NO_FILTER } from '../../../domain/desk/filter.ts';
import { type ApiFunction, argumentsOf, FUNCTIONS } from '../../../domain/functions.ts';
import { stubBackend } from '../../../tests/support/stubbed-backend.ts';
import { addAdministrator, changeOwnPassword, changePerson, takeBackCorrections } from './accounts.ts';
import { takeRoll } from './attendance.ts';
import { listAudit, recordExport, recordPrinting } from './audit.ts';
import { classList, nextWaiting } from './classes.ts';
import * as deciding from './decisions.ts';
import { countEnrolments, findEnrolments, nextToExport } from './enrolments.ts';
import { confirmDate, eraseEnrolment, eraseFlood, giveAllBack, giveBack } from './erase.ts';
import { followUpOf } from './follow-up.ts';
import type { Flood } from './notices.ts';
import { endClass, saveClass, saveSettings } from './settings.ts';

afterEach(() => vi.unstubAllGlobals());

const page = (wanted: object, number: number) => findEnrolments({ ...NO_FILTER, ...wanted }, number);

test.each<[call: () => Promise<unknown>, filtro: object]>([
  [() => page({ order: 'nome' }, 1), { ordem: 'nome', tamanho: 25 }],
  [() => page({ direction: 'asc' }, 1), { sentido: 'asc', tamanho: 25 }],
  [() => page({}, 3), { tamanho: 25, pular: 50 }],
])('%s asks the list for %j', async (call, filtro) => {
  const asked = stubBackend({ rows: [], more: true, lost: false });
  await call();
  expect(asked).toEqual([['lista_de_inscricoes', { filtro: { ...filtro, colunas: ['*'] } }, 'own']]);
});

test('the audit log goes on below the last line that is shown', async () => {
  const asked = stubBackend([]);
  await listAudit({ person: 'p', day: 'd', looks: false }, 3);
  expect(asked[0]?.[1]).toEqual({ antes: 3, pessoa: 'p', dia: 'd', quantas: 50, tipo: 'feito' });
});

test('the first page has the newest rows, with what the search found of each; who just came is new', async () => {
  const known = { id: '1', row: null, situation: 'aprovada', version: 3 };
  const newest = [
    { id: '2', nome_completo: 'B' },
    { id: '1', nome_completo: 'A' },
  ];
  const asked = stubBackend({ rows: [known], more: true, lost: false }, newest);
  expect(await page({}, 1)).toMatchObject({
    rows: [
      { id: '2', nomeCompleto: 'B', situation: 'nova', version: 1 },
      { id: '1', nomeCompleto: 'A', situation: 'aprovada', version: 3 },
    ],
    more: true,
  });
  expect(asked).toEqual([
    ['lista_de_inscricoes', { filtro: { tamanho: 25 } }, 'own'],
    ['inscricoes_projeto', '?select=*&order=created_at.desc,id.desc&limit=25', 'own'],
  ]);
});

const FLOOD = { origin: 'o', hour: 'h' } as Flood;
const OF_FLOOD = { origem: 'o', hora: 'h', confirmacao: 'APAGAR' };
const SINCE = new Date('2026-11-20T12:00:00Z');
const OF_ACCOUNT = { conta: 'c', desde: '2026-11-20T12:00:00.000Z' };
const LAST = { enrolments: 0, answers: 0, requests: 0, left: 4, more: true };
const PARTS = [{ ...LAST, enrolments: 2, answers: 3 }, { ...LAST, enrolments: 4, requests: 1 }, LAST];

const CORRECTIONS = { ...LAST, answers: 3, requests: 1 };

test.each<[name: string, values: object, call: () => Promise<unknown>, result: unknown]>([
  ['recolher_enxurrada', OF_FLOOD, () => eraseFlood(FLOOD, 'APAGAR', 'frase'), 6],
  ['devolver_tudo', OF_ACCOUNT, () => giveAllBack('c', SINCE, 'frase'), 6],
  ['reverter_correcoes', OF_ACCOUNT, () => takeBackCorrections('c', SINCE, 'frase'), CORRECTIONS],
])('%s is called until nothing is left, by a sign-in of its own', async (name, values, call, result) => {
  const asked = stubBackend(...PARTS);
  expect(await call()).toEqual(result);
  const signIn = expect.objectContaining({ email: 'ana@example.com', password: 'frase' });
  const calls = [['token', signIn, 'key'], ...PARTS.map(() => [name, values, 'fresh'])];
  await vi.waitFor(() => expect(asked).toEqual([...calls, ['logout', '?scope=local', 'fresh']]));
});

test('a link whose code was lost with an answer is not kept: another is made', async () => {
  stubBackend({ until: 'u' });
  const keep = vi.fn();
  await expect(deciding.makeLink('i', keep)).rejects.toMatchObject({ status: 409 });
  expect(keep).not.toHaveBeenCalled();
});

const A = '0'.repeat(32);
const SEEN = { inscricao: 'i', versao: 2 };
const NONE = { motivo: '', turma: null, primeiro_dia: null };
const LEFT = { reason: 'r', classId: 't', firstDay: 'd', lastDay: 'u', why: 'faltas' } as const;
const SAYS = { motivo: 'r', turma: 't', primeiro_dia: 'd', ultimo_dia: 'u', porque: 'faltas' };
const RIGHT = { mudancas: { nome_completo: 'N' }, motivo: 'digitado-errado' };
const correct = (onRequest: boolean) =>
  deciding.correctAnswers('i', 2, { nomeCompleto: 'N' }, 'digitado-errado', onRequest);
const answer = (more: deciding.RequestAnswer) => deciding.answerRequest('i', 2, 'p', more);
const BIA = { name: 'Bia', email: 'b@x.y', password: 'nova', role: 'secretaria' } as const;
const OWN = { current_password: 'frase' };
type Sent = [name: string, values: object, call: () => Promise<unknown>];

// Word for word: the database answers what it is asked. What is once has its attempt.
const DONE: Sent[] = [
  [
    'decidir_situacao',
    { ...SEEN, situacao: 'nova', ...NONE },
    () => deciding.changeSituation('i', 2, 'nova', { classId: '', firstDay: '' }),
  ],
  [
    'decidir_situacao',
    { ...SEEN, situacao: 'desistiu', ...SAYS, alem_das_vagas: true, a_pedido: true },
    () => deciding.changeSituation('i', 2, 'desistiu', { ...LEFT, beyondPlaces: true, onRequest: true }),
  ],
  ['voltou', { inscricao: 'i' }, () => deciding.cameBack('i')],
  ['corrigir_respostas', { ...SEEN, ...RIGHT }, () => correct(false)],
  ['corrigir_respostas', { ...SEEN, ...RIGHT, a_pedido: true }, () => correct(true)],
  ['juntar_documento', { inscricao: 'i', endereco: 'a' }, () => deciding.attachDocument('i', 'a')],
  ['voltar_decisao', SEEN, () => deciding.undoDecision('i', 2)],
  [
    'conferir_criterio',
    { ...SEEN, criterio: 'cadunico', cumprido: false },
    () => deciding.tickCriterion('i', 2, 'cadunico', false),
  ],
  ['nova_nota', { inscricao: 'i', texto: 'x' }, () => deciding.writeNote('i', 'x')],
  ['nova_nota', { inscricao: 'i', texto: 'x', pedido: 'copia' }, () => deciding.writeNote('i', 'x', 'copia')],
  [
    'comparar_pessoas',
    { inscricao: 'i', outra: 'o', mesma_pessoa: true },
    () => deciding.compareWith('i', 'o', true),
  ],
  [
    'anotar_mensagem',
    { inscricao: 'i', modelo: 'contato', para: 'pessoa' },
    () => deciding.recordPreparedMessage('i', 'contato', 'pessoa'),
  ],
  ['fazer_link', { inscricao: 'i' }, () => deciding.makeLink('i', () => {})],
  ['fechar_links', { inscricao: 'i' }, () => deciding.endLinks('i')],
  [
    'atender_pedido',
    { ...SEEN, pedido: 'p', confirmado: false, resposta: 'não' },
    () => answer({ confirmed: false, sentence: 'não' }),
  ],
  [
    'atender_pedido',
    { ...SEEN, pedido: 'p', confirmado: true, do_responsavel: false },
    () => answer({ confirmed: true, isGuardians: false }),
  ],
  ['ficha', { inscricao: 'i' }, () => followUpOf('i')],
  [
    'registro_de_acessos',
    { antes: null, pessoa: null, dia: null, quantas: 50, tipo: null },
    () => listAudit({ person: '', day: '', looks: true }, null).catch(() => {}),
  ],
  ['proxima_da_espera', { turma: 't' }, () => nextWaiting('t')],
  ['folha_da_turma', { turma: 't', mes: 'd' }, () => classList('t', 'd')],
  [
    'fazer_chamada',
    { turma: 't', dia: 'd', marcas: { i: 'falta' }, pronta: false },
    () => takeRoll('t', 'd', { marks: { i: 'falta' }, attempt: A }),
  ],
  [
    'contagem_de_inscricoes',
    { filtro: { situacao: 'nova' } },
    () => countEnrolments({ ...NO_FILTER, situation: 'nova' }),
  ],
  ['anotar_impressao', { inscricoes: ['i'] }, () => recordPrinting('i', false)],
  ['anotar_impressao', { inscricoes: ['i'], a_pedido: true }, () => recordPrinting('i', true)],
  [
    'anotar_acesso',
    { acao: 'exportou', linhas: 3, colunas: ['cpf'], motivo: 'outro' },
    () => recordExport(3, ['cpf'], 'outro'),
  ],
  ['devolver_apagada', { inscricao: 'i' }, () => giveBack('i')],
  [
    'users',
    { email: BIA.email, password: 'nova', papel: 'secretaria', nome: 'Bia', ...OWN },
    () => addAdministrator(BIA, 'frase'),
  ],
  ['user', { password: 'nova', ...OWN }, () => changeOwnPassword('frase', 'nova')],
  [
    'lista_de_inscricoes',
    { filtro: { tamanho: 100, colunas: ['id', 'cpf'], apos: 'x' } },
    () => nextToExport(NO_FILTER, ['cpf'], 'x').catch(() => {}),
  ],
];
const WITH_PASSWORD: Sent[] = [
  ['devolver_apagada', { inscricao: 'i' }, () => giveBack('i', 'frase')],
  [
    'apagar_inscricao',
    { inscricao: 'i', confirmacao: 'c', motivo: 'm' },
    () => eraseEnrolment('i', 'c', 'm', 'frase'),
  ],
  ['confirmar_dia', { dia: 'd' }, () => confirmDate('d', 'frase')],
  [
    'guardar_ajuste',
    { nome: 'inscricoes', valor: { fecha: 'a' } },
    () => saveSettings({ inscricoes: { fecha: 'a' } }, 'frase'),
  ],
  [
    'guardar_ajuste',
    { nome: 'frase_de_fechada', valor: '' },
    () => saveSettings({ frase_de_fechada: '' }, 'frase'),
  ],
  ['salvar_turma', { turma: { name: 'T' } }, () => saveClass({ name: 'T' }, 'frase')],
  ['terminar_turma', { turma: 't', para: null }, () => endClass('t', null, 'frase')],
  [
    'mudar_papel',
    { conta: 'c', papel: 'secretaria', nome: 'Bia' },
    () => changePerson('c', { who: BIA }, 'frase'),
  ],
  ['mudar_acesso', { conta: 'c', com_acesso: false }, () => changePerson('c', { access: false }, 'frase')],
];

test.each([
  ...DONE.map((one) => ['own', ...one] as const),
  ...WITH_PASSWORD.map((one) => ['fresh', ...one] as const),
])('under the %s sign-in %s is sent %j', async (token, name, values, call) => {
  const asked = stubBackend();
  await call();
  const fn = (FUNCTIONS as Record<string, ApiFunction>)[name];
  const attempt = fn?.once && { tentativa: expect.stringMatching(/^[0-9a-f]{32}$/) };
  const sent = asked.filter(([what]) => what !== 'token' && what !== 'logout');
  expect(sent).toEqual([[name, { ...values, ...attempt }, token]]);
  const taken = fn ? argumentsOf(fn).map((one) => one.name) : Object.keys(values);
  expect(taken).toEqual(expect.arrayContaining(Object.keys(values)));
});
