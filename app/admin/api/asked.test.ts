import { afterEach, expect, test, vi } from 'vitest';
import { NO_FILTER } from '../../../domain/desk/filter.ts';
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
import { endClass, saveClass, saveOpening, saveSettings } from './settings.ts';

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

const ONCE = { tentativa: expect.stringMatching(/^[0-9a-f]{32}$/) };
const NO_MORE = { motivo: '', turma: null, primeiro_dia: null };
const LEFT = { ...{ reason: 'r', classId: 't', firstDay: 'd' }, beyondPlaces: true, onRequest: true };
const ANSWER = { inscricao: 'i', versao: 2, pedido: 'p' };
const PERSON = { name: 'Bia', email: 'b@example.com', password: 'nova', role: 'secretaria' } as const;

// What the desk sends, word for word: the database answers what it is asked.
test.each<[call: () => Promise<unknown>, token: 'own' | 'fresh', ...calls: [name: string, values: object][]]>(
  [
    [
      () => deciding.changeSituation('i', 2, 'aprovada', {}),
      'own',
      ['decidir_situacao', { inscricao: 'i', versao: 2, situacao: 'aprovada', ...NO_MORE, ...ONCE }],
    ],
    [
      () => deciding.changeSituation('i', 2, 'desistiu', { ...LEFT, lastDay: 'u', why: 'faltas' }),
      'own',
      [
        'decidir_situacao',
        {
          ...{ inscricao: 'i', versao: 2, situacao: 'desistiu', motivo: 'r', turma: 't', primeiro_dia: 'd' },
          ...{ alem_das_vagas: true, a_pedido: true, ultimo_dia: 'u', porque: 'faltas', ...ONCE },
        },
      ],
    ],
    [() => deciding.cameBack('i'), 'own', ['voltou', { inscricao: 'i', ...ONCE }]],
    ...[false, true].map(
      (onRequest) =>
        [
          () => deciding.correctAnswers('i', 2, { nomeCompleto: 'N' }, 'digitado-errado', onRequest),
          'own',
          [
            'corrigir_respostas',
            {
              ...{ inscricao: 'i', versao: 2, mudancas: { nome_completo: 'N' }, motivo: 'digitado-errado' },
              ...{ ...(onRequest && { a_pedido: true }), ...ONCE },
            },
          ],
        ] as never,
    ),
    [
      () => deciding.attachDocument('i', 'a'),
      'own',
      ['juntar_documento', { inscricao: 'i', endereco: 'a', ...ONCE }],
    ],
    [() => deciding.undoDecision('i', 2), 'own', ['voltar_decisao', { inscricao: 'i', versao: 2, ...ONCE }]],
    [
      () => deciding.tickCriterion('i', 2, 'cadunico', false),
      'own',
      ['conferir_criterio', { inscricao: 'i', versao: 2, criterio: 'cadunico', cumprido: false, ...ONCE }],
    ],
    [() => deciding.writeNote('i', 'x'), 'own', ['nova_nota', { inscricao: 'i', texto: 'x', ...ONCE }]],
    [
      () => deciding.writeNote('i', 'x', 'copia'),
      'own',
      ['nova_nota', { inscricao: 'i', texto: 'x', pedido: 'copia', ...ONCE }],
    ],
    [
      () => deciding.compareWith('i', 'o', true),
      'own',
      ['comparar_pessoas', { inscricao: 'i', outra: 'o', mesma_pessoa: true, ...ONCE }],
    ],
    [
      () => deciding.recordPreparedMessage('i', 'contato', 'pessoa'),
      'own',
      ['anotar_mensagem', { inscricao: 'i', modelo: 'contato', para: 'pessoa', ...ONCE }],
    ],
    [() => deciding.makeLink('i', () => {}), 'own', ['fazer_link', { inscricao: 'i', ...ONCE }]],
    [() => deciding.endLinks('i'), 'own', ['fechar_links', { inscricao: 'i', ...ONCE }]],
    [
      () => deciding.answerRequest('i', 2, 'p', { confirmed: false, sentence: 'não' }),
      'own',
      ['atender_pedido', { ...ANSWER, confirmado: false, resposta: 'não', ...ONCE }],
    ],
    [
      () => deciding.answerRequest('i', 2, 'p', { confirmed: true, isGuardians: false }),
      'own',
      ['atender_pedido', { ...ANSWER, confirmado: true, do_responsavel: false, ...ONCE }],
    ],
    [() => followUpOf('i'), 'own', ['ficha', { inscricao: 'i' }]],
    [() => nextWaiting('t'), 'own', ['proxima_da_espera', { turma: 't' }]],
    [() => classList('t', 'd'), 'own', ['folha_da_turma', { turma: 't', mes: 'd' }]],
    [
      () => takeRoll('t', 'd', { marks: { i: 'falta' }, attempt: 'a' }),
      'own',
      ['fazer_chamada', { turma: 't', dia: 'd', marcas: { i: 'falta' }, pronta: false, tentativa: 'a' }],
    ],
    [
      () => countEnrolments({ ...NO_FILTER, situation: 'nova' }),
      'own',
      ['contagem_de_inscricoes', { filtro: { situacao: 'nova' } }],
    ],
    [() => recordPrinting('i', false), 'own', ['anotar_impressao', { inscricoes: ['i'], ...ONCE }]],
    [
      () => recordPrinting('i', true),
      'own',
      ['anotar_impressao', { inscricoes: ['i'], a_pedido: true, ...ONCE }],
    ],
    [
      () => recordExport(3, ['cpf'], 'outro'),
      'own',
      ['anotar_acesso', { acao: 'exportou', linhas: 3, colunas: ['cpf'], motivo: 'outro', ...ONCE }],
    ],
    [() => giveBack('i'), 'own', ['devolver_apagada', { inscricao: 'i', ...ONCE }]],
    [() => giveBack('i', 'frase'), 'fresh', ['devolver_apagada', { inscricao: 'i', ...ONCE }]],
    [
      () => eraseEnrolment('i', 'c', 'm', 'frase'),
      'fresh',
      ['apagar_inscricao', { inscricao: 'i', confirmacao: 'c', motivo: 'm', ...ONCE }],
    ],
    [() => confirmDate('d', 'frase'), 'fresh', ['confirmar_dia', { dia: 'd', ...ONCE }]],
    [
      () => saveSettings({ vagas_no_site: true, instagram: 'x' } as never, 'frase'),
      'fresh',
      ['guardar_ajuste', { nome: 'vagas_no_site', valor: true, ...ONCE }],
      ['guardar_ajuste', { nome: 'instagram', valor: 'x', ...ONCE }],
    ],
    [
      () => saveOpening({ de: 'a' }, null, 'frase'),
      'fresh',
      ['guardar_ajuste', { nome: 'inscricoes', valor: { de: 'a' }, ...ONCE }],
    ],
    [
      () => saveOpening(null, 'frase nova', 'frase'),
      'fresh',
      ['guardar_ajuste', { nome: 'frase_de_fechada', valor: 'frase nova', ...ONCE }],
    ],
    [() => saveClass({ name: 'T' }, 'frase'), 'fresh', ['salvar_turma', { turma: { name: 'T' }, ...ONCE }]],
    [() => endClass('t', null, 'frase'), 'fresh', ['terminar_turma', { turma: 't', para: null, ...ONCE }]],
    [
      () => changePerson('c', { who: PERSON, access: false }, 'frase'),
      'fresh',
      ['mudar_papel', { conta: 'c', papel: 'secretaria', nome: 'Bia', ...ONCE }],
      ['mudar_acesso', { conta: 'c', com_acesso: false, ...ONCE }],
    ],
    [
      () => addAdministrator(PERSON, 'frase'),
      'own',
      [
        'users',
        {
          ...{ email: 'b@example.com', password: 'nova', papel: 'secretaria', nome: 'Bia' },
          current_password: 'frase',
        },
      ],
    ],
    [
      () => changeOwnPassword('frase', 'nova'),
      'own',
      ['user', { password: 'nova', current_password: 'frase' }],
    ],
    [
      () => nextToExport(NO_FILTER, ['cpf'], 'x').catch(() => {}),
      'own',
      ['lista_de_inscricoes', { filtro: { tamanho: 100, colunas: ['id', 'cpf'], apos: 'x' } }],
    ],
  ],
)('%s sends this, under this sign-in', async (call, token, ...calls) => {
  const asked = stubBackend();
  await call();
  const sent = asked.filter(([name]) => name !== 'token' && name !== 'logout');
  expect(sent).toEqual(calls.map((one) => [...one, token]));
});
