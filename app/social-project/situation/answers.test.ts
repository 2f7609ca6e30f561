import { afterEach, expect, test, vi } from 'vitest';
import { ownData } from '../../../content/own-data.ts';
import { situation } from '../../../content/situation.ts';
import { stubBackend } from '../../../tests/support/stubbed-backend.ts';
import { backend } from '../../api/backend.ts';
import { newSubmission } from '../sending/submit-enrolment.ts';
import { askOfOwnData, type Opened } from './own-data.ts';
import { refusalOf } from './own-data-problem.ts';
import { sendDocument } from './send-document.ts';
import { sendGuardian } from './situation-api.ts';

afterEach(() => vi.unstubAllGlobals());

// An answer of the back end, and what the page makes of it: each key has another value.
const FACTS = { desde: 'a', turma: 'c', primeiroDia: 'd', atualizadoEm: 'e', faltaAte: 'f', proprio: false };
const LISTS = { pedidos: ['telefone'], falta: ['nomeResponsavel'] };
const WIRE = { situacao: 'nova', motivo: ' b ', podeEnviarDocumento: true, ...FACTS, ...LISTS };
const READ = { since: 'a', reason: 'b', class: 'c', firstDay: 'd', updatedAt: 'e', until: 'f', isOwn: false };
const ANSWER = { situation: 'nova', maySend: true, requests: ['telefone'], lacks: LISTS.falta, ...READ };

test('what a family sends, and what the answer says', async () => {
  const asked = stubBackend({ ...WIRE, recebido: false, limite: true });
  expect(await sendGuardian('c', 'Marta', '62')).toEqual({ answer: ANSWER, received: false, limited: true });
  expect(asked).toEqual([['enviar_responsavel', { codigo: 'c', nome: 'Marta', telefone: '62' }, 'key']]);
});

test('everything of an enrolment, each by its name', async () => {
  const later = { telefoneNovo: 'f', nomeDoResponsavel: 'g', telefoneDoResponsavel: 'h' };
  const asking = {
    numero: 1,
    tipo: 'corrigir',
    telefone: 's',
    mudancas: { rg: 't' },
    feitoEm: 'u',
    prazo: 'v',
  };
  const answered = { noBalcao: true, respondidoEm: 'w', confirmado: true, resposta: 'x', atualizadoEm: 'y' };
  const sent = {
    ...{
      respostas: { cidade: 'a' },
      atualizadas: { rg: 'b' },
      abertaEm: ['c'],
      recebidaEm: 'd',
      protocolo: 'e',
    },
    ...{ ...later, documentoApagadoEm: 'i', guarda: { apagarEm: 'o', documentoEm: 'p' } },
    correcoes: [{ campo: 'j', antes: 'k', quando: 'l' }],
    documentos: [{ nome: 'm', recebidoEm: 'n' }],
    aberturas: [{ dia: 'q', papel: 'r', vezes: 2 }],
    presencas: [{ dia: 'z', marca: 'falta' }],
    pedidos: [
      { ...asking, ...answered },
      { ...asking, ...answered, confirmado: false },
    ],
  };
  const asked = stubBackend({ ...WIRE, dados: sent, restam: 2, fechadoAte: 'g', pedido: 7, limite: true });
  const { data, ...result } = await askOfOwnData('c', '529', 'corrigir', { rg: '2' });
  expect(asked[0]?.[1]).toEqual({ codigo: 'c', cpf: '529', tipo: 'corrigir', mudancas: { rg: '2' } });
  expect(result).toEqual({ answer: ANSWER, triesLeft: 2, closedUntil: 'g', number: 7, limited: true });
  const request = { number: 1, kind: 'corrigir', phone: 's', changes: { rg: 't' }, askedAt: 'u', until: 'v' };
  expect(data).toEqual({
    ...{ answers: expect.objectContaining({ cidade: 'a' }), updated: { rg: 'b' }, openings: ['c'], sent },
    ...{ arrivedAt: 'd', protocol: 'e', newPhone: 'f', guardianName: 'g', guardianPhone: 'h' },
    ...{ documentErasedAt: 'i', eraseOn: 'o', eraseDocumentOn: 'p' },
    corrections: [{ column: 'j', before: 'k', at: 'l' }],
    documents: [{ name: 'm', receivedAt: 'n' }],
    looks: [{ day: 'q', role: 'r', times: 2 }],
    attendance: [{ day: 'z', mark: 'falta' }],
    requests: [true, false].map((taken) => ({
      ...{ ...request, atDesk: true, answeredAt: 'w', taken, sentence: 'x', updatedAt: 'y' },
    })),
  });
});

test('a document that is gone when it is bound is uploaded again', async () => {
  const missing = Response.json({ code: '23503', message: 'x' }, { status: 409 });
  const asked = stubBackend({ Key: 'k' }, missing, { Key: 'k' }, WIRE);
  const submission = newSubmission();
  const send = () => sendDocument(submission, 'c', new File(['%PDF-1.4'], 'a.pdf'), backend);
  await expect(send()).rejects.toMatchObject({ code: '23503' });
  await send();
  const [file, bind] = [`${submission.id}_a.pdf`, 'enviar_outro_documento'];
  expect(asked.map(([name]) => name)).toEqual([file, bind, file, bind]);
});

test('why nothing opened: a wrong CPF, a link of the team, or one that ended', () => {
  const shut = { answer: ANSWER, data: null, triesLeft: null, closedUntil: null } as unknown as Opened;
  const refusals = [{ ...shut, triesLeft: 0 }, shut, { ...shut, answer: null }].map(refusalOf);
  expect(refusals).toEqual([ownData.wrong(0), ownData.notThisLink, situation.nobody]);
});
