import { expect, test } from 'vitest';
import { chatLink, nationalDigits, ownChatLink, phoneInWords, telLink, writtenPhone } from './contact.ts';

test.each([
  ['62900000000', '62900000000', 'a mobile as stored'],
  ['(62) 90000-0000', '62900000000', 'a mobile as written'],
  ['+55 62 90000 0000', '62900000000', 'with the country code'],
  ['5562900000000', '62900000000', 'with the country code and no plus'],
  ['062900000000', '62900000000', 'with the trunk zero'],
  ['+55 062 3300-0000', '6233000000', 'a fixed line with everything'],
  ['55900000000', '55900000000', 'area code 55 is Santa Maria, not Brazil'],
  ['5533000000', '5533000000', 'a fixed line of area code 55'],
  ['', '', 'no phone'],
  ['90000-0000', '', 'no area code'],
  ['não tem', '', 'words'],
  ['629000000001234', '', 'too many digits'],
])('%j is %j: %s', (phone, digits, _because) => {
  expect(nationalDigits(phone)).toBe(digits);
});

test('a phone is written in the usual way', () => {
  expect(phoneInWords('62900000000')).toBe('(62) 90000-0000');
  expect(phoneInWords('+55 62 3300-0000')).toBe('(62) 3300-0000');
  expect(phoneInWords('ramal 12')).toBe('ramal 12');
});

test('a conversation starts with the message, encoded for an address', () => {
  expect(chatLink('+55 (62) 90000-0000', 'Olá! Quero treinar & lutar.')).toBe(
    'https://wa.me/5562900000000?text=Ol%C3%A1!%20Quero%20treinar%20%26%20lutar.',
  );
  expect(chatLink('62900000000')).toBe('https://wa.me/5562900000000');
});

test('a call has the country code', () => {
  expect(telLink('(62) 90000-0000')).toBe('tel:+5562900000000');
});

test('without a usable phone there is no link', () => {
  expect(chatLink('')).toBeNull();
  expect(chatLink('0000', 'Olá!')).toBeNull();
  expect(telLink('')).toBeNull();
});

test('a phone is shown with its area code apart', () => {
  expect(writtenPhone('62999999999')).toBe('(62) 99999-9999');
  expect(writtenPhone('6233334444')).toBe('(62) 3333-4444');
  expect(writtenPhone('+351 912 345 678')).toBe('+351 912 345 678');
});

/** What the lists of AdGuard (Social) and Fanboy (Social) hide of WhatsApp, on every page. */
const HIDDEN_BY_LISTS = [
  ...['https://wa.me/?text=', '//api.whatsapp.com/send?text=', 'https://api.whatsapp.com/send/'],
  ...['https://api.whatsapp.com/send?text=', 'https://web.whatsapp.com/send?text=', 'whatsapp://send'],
];

test('row 275: no list of ad blockers hides a way to WhatsApp', () => {
  const ways = [ownChatLink('Oi!'), chatLink('62900000000', 'Oi!'), chatLink('62900000000')];
  expect(ways.filter((way) => HIDDEN_BY_LISTS.some((start) => way?.startsWith(start)))).toEqual([]);
});
