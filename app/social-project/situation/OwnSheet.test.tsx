import { expect, test } from 'vitest';
import { drawn } from '../../../tests/support/screens/drawn.tsx';
import { OwnSheet } from './OwnSheet.tsx';
import type { OwnData } from './own-data.ts';

const DATA: OwnData = {
  respostas: { nome_completo: 'Pessoa de Teste' },
  recebidaEm: '2026-11-25T12:00:00Z',
  protocolo: '04827193',
  telefoneNovo: null,
  nomeDoResponsavel: null,
  telefoneDoResponsavel: null,
  correcoes: [],
  documentos: [],
  guarda: { apagarEm: '2026-12-26', documentoEm: '2027-01-01' },
  aberturas: [],
  pedidos: [],
};

const text = (data: Partial<OwnData> = {}) =>
  drawn(<OwnSheet data={{ ...DATA, ...data }} />).replace(/<[^>]*>/g, '');

test('the day that is told is the last on which everything is there, the one before it is erased', () => {
  expect(text()).toContain(
    'Guardada até 25/12/2026, se nada mudar. Depois apagamos. O documento, até 31/12/2026.',
  );
  expect(text({ guarda: null })).toContain('Não há um dia marcado.');
});

test('the days in class are told with what was marked, and nothing where there are none', () => {
  expect(text()).not.toContain('Presença');
  const presencas: OwnData['presencas'] = [
    { dia: '2026-11-26', marca: 'justificada' },
    { dia: '2026-11-24', marca: 'falta' },
    { dia: '2026-11-23', marca: 'presente' },
  ];
  expect(text({ presencas })).toContain('26/11/2026: Justificada; 24/11/2026: Falta; 23/11/2026: Presente');
});

test('what the team noted of a participant is told, of other people that there is something', () => {
  expect(text()).not.toContain('anotou');
  const none = { texto: null, dia: null, ate: null };
  const linhas: OwnData['linhas'] = [
    { ...none, especie: 'busca' },
    { ...none, especie: 'kimono', texto: 'A2' },
  ];
  expect(text({ linhas })).toContain('Quem pode buscar: anotado (a secretaria diz o quê); Kimono: A2');
});

test('a document that its term erased is no longer there, unless another came later', () => {
  const respostas = { cadastro_unico_url: 'https://x.test/a.pdf' };
  const documentos = [{ nome: 'a.pdf', recebidoEm: '2026-11-25T12:00:00Z' }];
  expect(text({ respostas, documentos })).toContain('Sim (arquivo anexado)');
  const erased = { respostas, documentoApagadoEm: '2027-03-12T12:00:00Z' };
  expect(text(erased)).toContain('Sim (arquivo apagado em 12/03/2027)');
  expect(text({ ...erased, documentos })).toContain('Sim (arquivo anexado)');
});

test('what was given later stands by its name', () => {
  const later = {
    ...{ telefoneNovo: '62988887777', nomeDoResponsavel: 'Marta', telefoneDoResponsavel: '62977776666' },
  };
  expect(text(later)).toContain(
    'Telefone novo(62) 98888-7777Nome do responsávelMartaTelefone do responsável(62) 97777-6666Documento',
  );
});

test('the day on which the team opened it last is told', () => {
  expect(text()).toContain('Ninguém da equipe abriu esta inscrição ainda.');
  const aberturas = [
    { dia: '2026-11-28', papel: 'direcao', vezes: 1 },
    { dia: '2026-11-26', papel: 'secretaria', vezes: 3 },
  ];
  expect(text({ aberturas })).toContain('Aberta pela equipe pela última vez em 28/11/2026.');
});

test('what the desk got to know otherwise is not told, but since when; a corrected answer has what it was beside it', () => {
  const respostas = { cidade: 'Cidade Certa', rg: '1' };
  const correcoes = [{ campo: 'cidade', antes: 'Cidade Exemplo', quando: '2026-12-11T12:00:00Z' }];
  const shown = text({ respostas, correcoes, atualizadas: { rg: '2026-12-12T12:00:00Z' } });
  expect(shown).toContain('CidadeCidade CertaAntes: Cidade Exemplo. Corrigido em 11/12/2026.');
  expect(shown).toContain('RGAtualizado pela secretaria em 12/12/2026');
});
