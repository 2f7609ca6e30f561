import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { contentProblems } from '../app/content-rules.ts';
import { brand, samplesUnchanged } from './brand.ts';
import { classes } from './classes.ts';
import { admin } from './desk-screens.ts';
import { schedule } from './home.ts';
import manual from './manual-da-secretaria.md?raw';
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
import { retention, SPARED_DAYS } from './retention.ts';

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

test.each([
  [{ places: 20, pupils: 12, waiting: 3, free: 5 }, '12 alunos · 5 livres (8 menos 3 na espera)'],
  [{ places: 20, pupils: 12, waiting: 0, free: 8 }, '12 alunos · 8 livres'],
  [{ places: 20, pupils: 1, waiting: 18, free: 1 }, '1 aluno · 1 livre (19 menos 18 na espera)'],
  [{ places: 20, pupils: 19, waiting: 2, free: 0 }, '19 alunos · 0 livres (1 para 2 na espera)'],
  [{ places: 20, pupils: 20, waiting: 2, free: 0 }, '20 alunos · cheia (2 na espera)'],
  [{ places: 10, pupils: 19, waiting: 0, free: 0 }, '19 alunos · 9 além das vagas'],
  [{ places: null, pupils: 19, waiting: 2, free: null }, '19 alunos · sem limite (2 na espera)'],
  [{ places: 10, pupils: 0, waiting: 0, free: 10, active: false }, '0 alunos'],
])('of a class with %j the desk says %j', (one, text) => {
  expect(classes.places({ active: true, ...one })).toBe(text);
});

// row 139 of docs/odd-inputs.md; docs/ux.md §11.2
test.each([
  /alguém sofre violência.*Conselho Tutelar.*ligue 100.*ligue 188/,
  /pelo WhatsApp\?.*apague a foto da conversa e do celular/,
])('the manual explains what people must do without the page: %s', (words) => {
  expect(manual).toMatch(words);
});

test('the manual names what the page says, and the days of the bin', () => {
  for (const said of [admin.sessionOver, admin.noAnswer, admin.documentMissing])
    expect(manual).toContain(`“${said}”`);
  for (const said of [retention.erase, retention.bin]) expect(manual).toContain(said);
  expect(manual.match(/\d+ dias/g)).toEqual(Array(3).fill(`${SPARED_DAYS} dias`));
});
