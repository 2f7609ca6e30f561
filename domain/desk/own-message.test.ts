import { expect, test } from 'vitest';
import { type FamilyMessage, familyMessages } from '../../content/family-messages.ts';
import { SETTINGS } from '../settings.ts';
import { filledMessage, settingOf, usualMessage } from './own-message.ts';

const FACTS = {
  firstName: 'Pessoa',
  protocol: '1234-5678',
  reason: 'falta o NIS',
  until: '05/12/2026',
  className: 'Muay Thai · 19:00',
  firstDay: '01/12/2026',
  approved: 'aprovada',
  link: 'https://casa.test/situacao#abc',
  linkUntil: '30/12/2026',
  request: '3',
  answer: 'está feito',
};
const MODELS = Object.keys(familyMessages) as FamilyMessage[];

test.each(MODELS)('the usual %s has its setting, and with every fact reads the same', (model) => {
  expect(Object.keys(SETTINGS)).toContain(settingOf(model));
  expect(filledMessage(usualMessage(model), FACTS)).toBe(familyMessages[model](FACTS).trim());
});

test.each([
  ['Oi, {nome}! Turma: {turma}. Até lá.', { className: '' }, 'Oi, Pessoa! Até lá.'],
  ['Oi, {nome} (protocolo {protocolo}). Tudo bem?', { protocol: '' }, 'Oi, Pessoa. Tudo bem?'],
  ['Oi, {nome}.\nVeja: {link}\nAté.', { link: '' }, 'Oi, Pessoa.\nAté.'],
  ['Oi, {nome}. Motivo: {motivo}.', { reason: 'um {nome} $& <b>' }, 'Oi, Pessoa. Motivo: um {nome} $& <b>.'],
  ['', {}, ''],
])('%j with %j reads %j', (text, facts, read) => {
  expect(filledMessage(text, { ...FACTS, ...facts })).toBe(read);
});
