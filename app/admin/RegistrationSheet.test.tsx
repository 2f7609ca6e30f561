import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Registration } from '../../domain/sheet.ts';
import { AdminPage } from './AdminPage.tsx';
import { RegistrationSheet } from './RegistrationSheet.tsx';

const REGISTRATION = {
  created_at: '2025-05-13T01:30:00Z',
  protocolo: '48271936',
  nome_completo: '<b>Maria</b> da Silva',
  condicao_medica: 'Sim',
  condicao_medica_detalhes: 'Asma',
} as Registration;

const sheet = renderToStaticMarkup(<RegistrationSheet registration={REGISTRATION} />);

test.each([
  'Ficha de Inscrição - Projeto Construindo Campeões',
  'Data da Inscrição',
  '12/05/2025',
  '4827-1936',
  'Dados Pessoais',
  'Documentos',
  'Contato',
  'Responsáveis',
  'Educação',
  'Informações Sociais e de Saúde',
  'Asma',
  'Não informado',
  'Dados declarados, não conferidos.',
  'Telefone/WhatsApp',
  'Série/Ano',
])('the sheet reads %j', (text) => {
  expect(sheet).toContain(text);
});

test('health and income, and nothing else, are marked as sensitive', () => {
  const marked = [...sheet.matchAll(/<dt>([^<]+)<span class="sheet__lock no-print" title="dado sensível">/g)];
  expect(marked.map(([, label]) => label)).toEqual([
    'Renda Familiar',
    'Cadastro Único',
    'Peso',
    'Altura',
    'Possui Condição Médica?',
    'Qual?',
  ]);
});

test.each([
  ['2026-03-04', false],
  ['2026-03-05', true],
])('on %s the age of today stands beside the stored one: %s', (today, told) => {
  const person = { ...REGISTRATION, data_nascimento: '2010-03-05', idade: 15 } as Registration;
  const read = renderToStaticMarkup(<RegistrationSheet registration={person} today={today} />);
  expect(read.includes('title="hoje: 16">15</bdi>')).toBe(told);
});

test('answers are text, whatever they hold', () => {
  expect(sheet).toContain('&lt;b&gt;Maria&lt;/b&gt;');
});

test('the built page shows the way in, which the browser itself never sends, and no enrolment', () => {
  const page = renderToStaticMarkup(<AdminPage />);
  expect(page).toContain('Carregando…');
  expect(page).toContain('<button type="button" class="button button--primary">Entrar</button>');
  expect(page).toMatch(/autocomplete="username".*autocomplete="current-password".*>Mostrar senha</i);
  expect(page).not.toMatch(/<table|type="submit"| style=/);
});
