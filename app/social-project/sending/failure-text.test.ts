import { describe, expect, test } from 'vitest';
import { enrolmentFailed, failures } from '../../../content/messages.ts';
import { BackendError } from '../../api/client.ts';
import { failureText, refusedAnswer } from './failure-text.ts';

const NO_FILE = 'Não conseguimos guardar o arquivo. Tente de novo ou escolha outra foto.';
const CHECK_FIELDS = 'Confira os campos marcados.';
const [ALONE, TOMORROW] = [
  'Digite o nome e o telefone do responsável.',
  'Chegaram documentos demais hoje. Tente de novo amanhã ou fale no WhatsApp.',
];

describe('the text for an applicant', () => {
  test.each([
    [0, '', '', 'Sem internet. Confira seus dados móveis ou o Wi-Fi e tente de novo.'],
    [0, 'timeout', '', 'A internet está lenta e o envio parou. Tente de novo.'],
    [408, 'storage', 'Request Timeout', failures.slow],
    [0, 'unreadable', '', NO_FILE],
    [429, '', 'rate', 'Muitas tentativas seguidas. Espere um minuto e tente de novo.'],
    [429, 'storage', 'rate', 'Muitas tentativas seguidas. Espere um minuto e tente de novo.'],
    [429, 'PGRST429', failures.tooManyEnrolmentsToday, failures.tooManyEnrolmentsToday],
    [502, '', '', 'O sistema está fora do ar por alguns minutos. Tente de novo daqui a pouco.'],
    [504, 'storage', '', 'O sistema está fora do ar por alguns minutos. Tente de novo daqui a pouco.'],
    [404, 'PGRST202', 'Could not find the function', failures.down],
    [400, 'PGRST204', "Could not find the 'x' column", failures.down],
    [400, '23514', 'new row for relation "inscricoes_projeto" violates constraint "x"', CHECK_FIELDS],
    [400, '22P02', 'invalid input syntax', CHECK_FIELDS],
    [400, '23514', ALONE, ALONE],
    [401, '42501', 'permission denied', 'Não conseguimos receber a inscrição agora. Fale no WhatsApp.'],
    [409, '23503', 'x', NO_FILE],
    [403, 'storage', 'new row violates', NO_FILE],
    [401, 'storage', 'jwt expired', NO_FILE],
    [404, 'storage', 'Bucket not found', NO_FILE],
    [400, 'storage', 'Invalid key: x', NO_FILE],
    [413, 'storage', 'The object exceeded', 'O arquivo deve ter no máximo 5MB.'],
    [415, 'storage', 'mime type', 'Este tipo de arquivo não serve. Mande uma foto ou um PDF.'],
    [429, 'storage', TOMORROW, TOMORROW],
    [507, '53100', 'Sem espaço para guardar agora.', 'Sem espaço para guardar agora.'],
    [500, '', 'Falha simulada', 'Falha simulada'],
    [500, 'storage', 'Falha simulada', 'Falha simulada'],
    [500, '', '', 'Ocorreu um problema. Por favor, tente novamente.'],
  ])('of status %i, code %j, message %j: %s', (status, code, message, text) => {
    expect(failureText(new BackendError(status, code, message))).toBe(text);
  });

  test.each([new Error('inside'), undefined, null, {}, 'x'])('of %j is the sentence of the SPEC', (error) => {
    expect(enrolmentFailed(failureText(error))).toEqual({
      title: 'Erro ao enviar inscrição',
      description: 'Ocorreu um problema. Por favor, tente novamente.',
      tone: 'error',
    });
  });
});

describe('the answer that the database refused', () => {
  const row = 'new row for relation "inscricoes_projeto" violates';
  const empty =
    'null value in column "nome_completo" of relation "inscricoes_projeto" violates not-null constraint';
  test.each([
    ['23514', `${row} check constraint "inscricoes_projeto_peso_check"`, 'peso'],
    ['23514', `${row} constraint "inscricoes_projeto_rg_check"`, 'rg'],
    ['23514', `${row} constraint "condicao_medica_detalhada"`, 'condicaoMedicaDetalhes'],
    ['23502', empty, 'nomeCompleto'],
  ])('%s %s is %s', (code, message, field) => {
    expect(refusedAnswer(new BackendError(400, code, message))?.field).toBe(field);
  });

  test('is null when the message names none', () => {
    expect(refusedAnswer(new BackendError(400, '22001', 'value too long'))).toBeNull();
    expect(refusedAnswer(new BackendError(401, '42501', 'column "peso"'))).toBeNull();
    expect(refusedAnswer(new Error('column "peso"'))).toBeNull();
  });
});
