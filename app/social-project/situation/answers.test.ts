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

const WIRE = { situacao: 'nova', desde: 'a' };

test('what a family sends, and what the answer says', async () => {
  const asked = stubBackend({ ...WIRE, recebido: false, limite: true });
  expect(await sendGuardian('c', 'Marta', '62')).toMatchObject({
    answer: WIRE,
    received: false,
    limited: true,
  });
  expect(asked).toEqual([['enviar_responsavel', { codigo: 'c', nome: 'Marta', telefone: '62' }, 'key']]);
});

test('what was asked for in one’s own data, and what the answer says', async () => {
  const dados = { respostas: { cidade: 'a' }, pedidos: [] };
  const asked = stubBackend({ ...WIRE, dados, restam: 2, fechadoAte: 'g', pedido: 7, limite: true });
  const result = await askOfOwnData('c', '529', 'corrigir', { rg: '2' });
  expect(asked[0]?.[1]).toEqual({ codigo: 'c', cpf: '529', tipo: 'corrigir', mudancas: { rg: '2' } });
  expect(result).toMatchObject({
    ...{ answer: WIRE, data: dados, triesLeft: 2, closedUntil: 'g', number: 7, limited: true },
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
  const shut = { answer: WIRE, data: null, triesLeft: null, closedUntil: null } as unknown as Opened;
  const refusals = [{ ...shut, triesLeft: 0 }, shut, { ...shut, answer: null }].map(refusalOf);
  expect(refusals).toEqual([ownData.wrong(0), ownData.notThisLink, situation.nobody]);
});
