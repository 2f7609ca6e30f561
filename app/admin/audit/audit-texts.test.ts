import { expect, test } from 'vitest';
import type { AuditEntry } from '../api/audit.ts';
import { actionInWords, detailsInWords, whoInWords } from './audit-texts.ts';

test.each([
  ['mudou', { que: 'situacao', para: 'nao-aprovada' }, 'mudou situação', ['para: Não aprovada']],
  ['mudou', { onde: 'lado', como: 'insert' }, 'mudou inscrição', []],
  [
    'mudou',
    { que: 'correcao', colunas: ['nome_completo', 'condicao_medica_detalhes'], motivo: 'digitado-errado' },
    'corrigiu respostas',
    ['colunas: Nome Completo, Condição Médica', 'motivo: Digitado errado'],
  ],
  ['escreveu_nota', { que: 'nota-corrigida' }, 'corrigiu nota', []],
  ['apagou', { motivo: 'pedido_da_familia' }, 'apagou inscrição', ['motivo: Pedido da família']],
  [
    'apagou_pelo_prazo',
    { motivo: 'espera' },
    'inscrição apagada pelo prazo',
    ['motivo: prazo da lista de espera'],
  ],
  [
    'exportou',
    { linhas: 3, colunas: ['protocolo', 'nome_completo', 'cpf', 'peso', 'faixa'] },
    'exportou',
    ['linhas: 3', 'colunas: Protocolo, Nome Completo, CPF, Peso (kg), Faixa'],
  ],
  [
    'viu_lista',
    { linhas: 302, colunas: ['todas'], filtrada: false, tudo: true },
    'viu a lista',
    ['linhas: 302', 'colunas: todas', 'com filtro: não', 'tudo de todos: sim'],
  ],
  [
    'mudou_configuracao',
    { colunas: ['abre_em', 'fecha_em'] },
    'mudou configuração',
    ['o que: quando as inscrições abrem, quando as inscrições fecham'],
  ],
  [
    'mudou_configuracao',
    { colunas: ['guardar_espera_meses', 'versao_declaracao'], de: [12, 2], para: ['nunca', 2.1] },
    'mudou configuração',
    ['prazo da lista de espera: de 12 meses para sem fim', 'versão da declaração: de 2 para 2.1'],
  ],
  [
    'mudou_configuracao',
    { que: 'pediu_prazo', colunas: ['guardar_documento_dias'], de: [90], para: [30] },
    'pediu um prazo mais curto',
    ['prazo do documento: de 90 dias para 30 dias'],
  ],
  [
    'mudou_configuracao',
    { colunas: ['fecha_em', 'validacao_estrita'], de: ['nunca', false], para: [20270131, true] },
    'mudou configuração',
    [
      'quando as inscrições fecham: de nenhum dia para 31/01/2027',
      'CPF e telefone conferidos: de não para sim',
    ],
  ],
  [
    'mudou_configuracao',
    { colunas: ['mensagem_aprovada', 'frase_de_fechada'], de: ['nada', 'texto'], para: ['texto', 'texto'] },
    'mudou configuração',
    ['mensagem: aprovada: de texto do site para texto próprio', 'frase de inscrições fechadas: outro texto'],
  ],
  ['exportou', { motivo: 'turmas' }, 'exportou', ['motivo: Organizar turmas e horários']],
  [
    'mudou_turma',
    { que: 'turma-encerrada', turma: ['A', 'B'], inscricoes: 2 },
    'encerrou uma turma',
    ['turma: A, B', 'inscrições: 2'],
  ],
  ['tirou_acesso', { papel: 'direcao' }, 'tirou acesso', ['papel: direção']],
  ['abriu_documento', { documento: 2 }, 'abriu documento', ['documento: 2º']],
  [
    'mudou',
    { que: 'pedido-confirmado', pedido: 'telefone' },
    'confirmou pedido da família',
    ['pedido: outro telefone'],
  ],
  [
    'mudou',
    { que: 'pedido-dispensado', pedido: 'telefone' },
    'dispensou pedido da família',
    ['pedido: outro telefone'],
  ],
  [
    'liberou_retencao',
    { motivo: 'muitas', inscricoes: 30, documentos: 2 },
    'confirmou a data, para a limpeza continuar',
    ['motivo: muito a apagar de uma vez', 'inscrições: 30', 'documentos: 2'],
  ],
  ['falha_de_login', { ultima_da_hora: true }, 'falha de login', ['última anotada nesta hora: sim']],
  ['retencao', { inscricoes: 2, documentos: 1 }, 'limpeza do dia', ['inscrições: 2', 'documentos: 1']],
  ['mudou_configuracao', { que: 'nome' }, 'mudou o nome', []],
  [
    'acao_nova',
    { motivo: 'constructor', colunas: ['coluna_nova'] },
    'acao_nova',
    ['motivo: constructor', 'colunas: coluna_nova'],
  ],
])('%s with %j reads %j', (code, stored, action, details) => {
  const entry = {
    action: code,
    details: stored,
  } as unknown as AuditEntry;
  expect(actionInWords(entry)).toBe(action);
  expect(detailsInWords(entry)).toEqual(details);
});

test.each([
  [{ by: 'a', byName: 'Ana', action: 'mudou' }, 'Ana'],
  [{ by: 'a', byName: null, action: 'mudou' }, 'conta que não existe mais'],
  [{ by: null, byName: null, action: 'mudou' }, 'a família, pelo link'],
  [{ by: null, byName: null, action: 'baixou_documento' }, 'quem tinha o link'],
  [{ by: null, byName: null, action: 'falha_de_login' }, 'sem entrar'],
  [{ by: null, byName: null, action: 'mudou_configuracao' }, 'no servidor'],
] as const)('%j was done by %s', (entry, who) => expect(whoInWords(entry)).toBe(who));
