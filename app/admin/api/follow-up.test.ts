import { expect, test } from 'vitest';
import { followUpIn, summaryOf } from './follow-up.ts';

const WIRE = {
  situacao: 'aprovada',
  motivo: null,
  versao: 3,
  criterios: { cadunico: true, socioeconomica: false, responsavel: true },
  repetidaDe: null,
  turma: 't',
  turmaNome: 'Muay Thai',
  primeiroDia: '2027-01-11',
  desfazerAte: null,
  aAvisar: true,
  documentoNovo: true,
  documentosNovos: [
    {
      endereco: 'public/b.pdf',
      recebidoEm: '2026-12-20',
      conteudoAtivo: ['programa'],
      daEquipe: true,
      anexadoPor: 'a',
    },
  ],
  pedido: true,
  pedidos: [{ id: 'p', tipo: 'telefone', telefone: '62988887777', feitoEm: '2026-12-20' }],
  telefoneNovo: '62988887777',
  telefoneDoResponsavel: null,
  conteudoAtivo: [],
  correcoes: [{ campo: 'nome_completo', antes: 'Jose', motivo: 'digitado-errado', quando: 'q', quem: 'a' }],
  respostas: { nome_completo: 'José', idade: 9 },
  notas: [{ id: 'n', autor: 'a', texto: 't', escritaEm: 'e', corrigidaEm: null, podeCorrigir: true }],
  historico: [{ quando: 'q', quem: null, acao: 'situacao', de: 'nova', para: 'aprovada', motivo: null }],
  semelhantes: [{ id: 's', situacao: 'nova', iguais: ['cpf'] }],
};

test('what the back end says of an enrolment is said in the desk’s words, all the way down', () => {
  expect(followUpIn(WIRE)).toEqual({
    situation: 'aprovada',
    reason: null,
    version: 3,
    criteria: { cadunico: true, socioeconomica: false, responsavel: true },
    repeatedOf: null,
    classId: 't',
    className: 'Muay Thai',
    firstDay: '2027-01-11',
    undoUntil: null,
    toNotify: true,
    hasNewDocument: true,
    laterDocuments: [
      {
        ...{ address: 'public/b.pdf', receivedAt: '2026-12-20', activeContent: ['programa'] },
        ...{ fromDesk: true, attachedBy: 'a' },
      },
    ],
    hasRequest: true,
    requests: [{ id: 'p', kind: 'telefone', phone: '62988887777', askedAt: '2026-12-20' }],
    newPhone: '62988887777',
    guardianPhone: null,
    activeContent: [],
    corrections: [{ field: 'nomeCompleto', before: 'Jose', reason: 'digitado-errado', at: 'q', by: 'a' }],
    answers: { nomeCompleto: 'José', idade: 9 },
    notes: [{ id: 'n', author: 'a', text: 't', writtenAt: 'e', correctedAt: null, mayCorrect: true }],
    history: [{ at: 'q', by: null, action: 'situacao', from: 'nova', to: 'aprovada', reason: null }],
    similar: [{ id: 's', situation: 'nova', sameIn: ['cpf'] }],
    applied: undefined,
  });
  expect(followUpIn({ ...WIRE, aplicada: false }).applied).toBe(false);
});

test('the list’s summary is made of it', () => {
  expect(summaryOf(followUpIn(WIRE))).toEqual({
    ...{ nomeCompleto: 'José', idade: 9 },
    version: 3,
    situation: 'aprovada',
    repeatedOf: null,
    classId: 't',
    className: 'Muay Thai',
    firstDay: '2027-01-11',
    toNotify: true,
    hasNewDocument: true,
    hasRequest: true,
    newPhone: '62988887777',
    guardianPhone: null,
    guardianConfirmed: true,
    mayBeRepeated: true,
    newestDocument: 'public/b.pdf',
  });
});
