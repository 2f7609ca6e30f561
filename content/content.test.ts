import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { contentProblems } from '../app/content-rules.ts';
import { brand, samplesUnchanged } from './brand.ts';
import { admin } from './desk-screens.ts';
import { schedule } from './home.ts';
import {
  authFailed,
  enrolmentFailed,
  enrolmentSent,
  fileTooLarge,
  missingField,
  missingMedicalDetails,
  unexpectedError,
} from './messages.ts';
import { headerLinks } from './navigation.ts';

const PHOTOS = readdirSync(join(import.meta.dirname, '../fotos')).map((file) =>
  file.replace(/(-exemplo)?\.\w+$/, ''),
);

describe('the owner’s words', () => {
  test('follow the rules', () => {
    expect(contentProblems(PHOTOS)).toEqual([]);
    expect(brand.footerYear).toBe(2024); // SPEC §9
  });

  test.runIf(samplesUnchanged)('keep the timetable of the SPEC', () => {
    expect(schedule.map(({ name, time, days }) => [name, time, days])).toEqual([
      ['Jiu-Jitsu Infantil', '18:00', 'Segunda a sexta'],
      ['Jiu-Jitsu Juvenil e Adulto', '20:00', 'Segunda a sexta'],
      ['Muay Thai', '19:00', 'Segunda a quinta'],
      ['Personal Fight', null, null],
    ]);
  });

  test('keep the four entries of the header', () => {
    expect(headerLinks.map(({ text, isRoute }) => [text, isRoute])).toEqual([
      ['Início', true],
      ['Modalidades', false],
      ['Projeto Social', true],
      ['Contato', false],
    ]);
  });
});

test('every message of the SPEC is there word for word', () => {
  expect(enrolmentFailed()).toMatchObject({
    title: 'Erro ao enviar inscrição',
    description: 'Ocorreu um problema. Por favor, tente novamente.',
  });
  expect(enrolmentFailed('A mensagem do erro.').description).toBe('A mensagem do erro.');
  expect(enrolmentSent).toMatchObject({
    title: 'Inscrição enviada com sucesso! 🎉',
    description: 'Obrigado pelo interesse no Projeto Construindo Campeões. Entraremos em contato em breve!',
  });
  expect(missingField('nome completo')).toBe('Por favor, preencha o campo "nome completo".');
  expect(missingMedicalDetails).toBe('Por favor, detalhe a condição médica.');
  expect(fileTooLarge).toMatchObject({
    title: 'Arquivo muito grande!',
    description: 'O arquivo deve ter no máximo 5MB.',
  });
  expect(admin).toMatchObject({
    errorTitle: 'Erro',
    listFailed: 'Falha ao buscar inscrições.',
    loginFailed: 'Falha no login. Verifique suas credenciais.',
    empty: 'Nenhuma inscrição encontrada ainda.',
    invalidFileAddress: 'URL do arquivo inválida ou formato inesperado.',
    noFile: { title: 'Nenhum arquivo para baixar.', tone: 'error' },
    downloadFailed: {
      title: 'Erro no Download',
      description: 'Não foi possível gerar o link para download. Verifique o console para mais detalhes.',
    },
    downloadStarted: {
      title: 'Download iniciado!',
      description: 'O arquivo começará a ser baixado em uma nova aba.',
    },
  });
  expect(unexpectedError).toBe('Unexpected Application Error!');
});

test.each([
  ['Sign up', 'Sign up Failed'],
  ['Sign in', 'Sign in Failed'],
  ['Sign out', 'Sign out Failed'],
] as const)('%s that fails is titled %s, with the message or the SPEC’s own words', (action, title) => {
  expect(authFailed(action, 'A mensagem.')).toEqual({ title, description: 'A mensagem.', tone: 'error' });
  expect(authFailed(action)).toEqual({ title, description: 'Something went wrong', tone: 'error' });
});
