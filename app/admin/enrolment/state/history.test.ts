import { expect, test } from 'vitest';
import type { Change } from '../../api/follow-up.ts';
import { changeInWords, overtakenInWords } from './history.ts';

const CHANGE = { at: '2026-12-20T12:00:00Z', by: null, reason: null, className: null };

test.each([
  [{ action: 'nota-corrigida', from: null, to: null }, 'Corrigiu uma nota'],
  [
    { action: 'nota-corrigida', from: null, to: null, reason: 'A mãe ligou.' },
    'Corrigiu uma nota, que dizia: A mãe ligou.',
  ],
  [{ action: 'pedido', from: 'desistir', to: null }, 'Pediu: desistir da vaga'],
  [
    { action: 'pedido', from: 'telefone', to: null, reason: '62988887777' },
    'Pediu: outro telefone: (62) 98888-7777',
  ],
  [
    { action: 'responsavel', from: null, to: null, reason: '62988887777' },
    'Mandou o responsável: (62) 98888-7777',
  ],
  [{ action: 'situacao', from: 'nova', to: 'aprovada' }, 'De Nova para Aprovada'],
  [
    { action: 'situacao', from: 'x-antiga', to: 'nao-aprovada', reason: 'sem vaga' },
    'De x-antiga para Não aprovada: sem vaga',
  ],
  [{ action: 'criterio', from: 'socioeconomica', to: 'nao' }, 'Desmarcou: Situação socioeconômica avaliada'],
  [{ action: 'repetida', from: '48271936', to: 'sim' }, 'Marcou como repetida: a inscrição 4827-1936'],
  [{ action: 'repetida', from: '', to: 'nao' }, 'Pessoas diferentes: outra inscrição'],
  [{ action: 'mensagem', from: 'contato', to: 'pessoa' }, 'Mensagem preparada para a pessoa'],
  [
    { action: 'situacao', from: 'aprovada', to: 'aprovada', className: 'Muay Thai · 19:00' },
    'De Aprovada para Aprovada: Muay Thai · 19:00',
  ],
  [
    { action: 'correcao', from: 'documento-mostra-outro', to: 'nome_completo peso' },
    'Corrigiu Nome Completo, Peso: documento mostra outro',
  ],
  [{ action: 'correcao-desfeita', from: 'digitado-errado', to: 'cpf' }, 'Desfez a correção: CPF'],
  [
    { action: 'pedido-reaberto', from: 'corrigir', to: 'cidade' },
    'Abriu o pedido de novo: corrigir uma resposta',
  ],
  [{ action: 'documento-anexado', from: null, to: null }, 'Anexou um documento'],
  [{ action: 'situacao-desfeita', from: 'aprovada', to: 'nova' }, 'Desfez: de Aprovada para Nova'],
] as const)('%j reads %j', (change, words) => {
  expect(changeInWords({ ...CHANGE, ...change }, [])).toBe(words);
});

test('who took part and left reads as on the badge, in every change from then on; who withdrew before is told apart', () => {
  const read = [
    ['situacao', 'nova', 'desistiu', 'De Nova para Desistiu'],
    ['situacao', 'desistiu', 'aprovada', 'De Desistiu para Aprovada'],
    ['situacao', 'aprovada', 'desistiu', 'De Aprovada para Saiu'],
    ['situacao', 'desistiu', 'desistiu', 'Corrigiu o último dia ou por que saiu'],
    ['situacao-desfeita', 'desistiu', 'aprovada', 'Desfez: de Saiu para Aprovada'],
    ['situacao', 'desistiu', 'aprovada', 'De Saiu para Aprovada'],
    ['situacao-desfeita', 'voltou', null, 'Desfez: Voltou'],
  ] as const;
  const changes = read.map(([action, from, to], at) => ({
    ...CHANGE,
    at: `2026-12-2${at}`,
    action,
    from,
    to,
  }));
  expect(changes.map((one) => changeInWords(one, changes))).toEqual(read.map((one) => one[3]));
});

test('who is second reads what the first did: the last decision, not what only raised no version', () => {
  const by = 'Beto';
  const changes: Change[] = [
    { ...CHANGE, by, action: 'nota', from: null, to: null },
    { ...CHANGE, by, action: 'situacao', from: 'nova', to: 'lista-de-espera' },
  ];
  expect(overtakenInWords(changes)).toMatch(
    /^Alguém mudou .* Beto, 20\/12\/2026.*: De Nova para Lista de espera\. Nada se perdeu/,
  );
});
