import { written as centre } from '../../content/brand.ts';
import { writtenHome } from '../../content/home.ts';
import { writtenProject } from '../../content/shown-project.ts';
import { writtenPhotos } from '../../content/site-photos.ts';
import { nationalDigits, phoneInWords } from '../contact.ts';
import { isEmail } from '../enrolment/answers.ts';
import { day, type Fields, line, lines, list, number, text, tick } from './kinds.ts';
import { photo } from './photos.ts';

/** The address that a text is; null for none. Older browsers have no `URL.canParse`. */
function urlOf(value: string): URL | null {
  try {
    return new URL(value);
  } catch {
    return null;
  }
}

const like = (pattern: RegExp, says: string) => [(value: string) => pattern.test(value), says] as const;
const link = line(300, {
  rule: [(value) => urlOf(value)?.protocol === 'https:', 'use um endereço que comece com https://'],
  read: (typed) => typed.replace(/^(?=[\w-]+\.)/, 'https://'), // as an app copies it
  optional: true,
});

/** Both check digits of a CNPJ: weights 2 to 9 from the right, modulo 11; a letter counts as its ASCII code less 48 (IN RFB 2.229/2024). */
function isCnpj(value: string): boolean {
  const digits = value.replace(/[./-]/g, '');
  return [12, 13].every((length) => {
    const sum = [...digits.slice(0, length)].reduce(
      (total, digit, at) => total + (digit.charCodeAt(0) - 48) * (2 + ((length - 1 - at) % 8)),
      0,
    );
    return Number(digits[length]) === (sum % 11 < 2 ? 0 : 11 - (sum % 11));
  });
}

/** As many as content/ has, each with its photograph. */
const cards = Math.max(1, writtenHome.modalities.length);
const questions = list(0, 20, { question: line(120), answer: text(600) });

/** A part of the site that 'Ajustes → Centro' publishes alone: the page that shows it, what content/ says of it, and its fields. */
type Sectioned = { page: string; written: object; fields: Fields };

/** Every section with its fields, in order: bounds, form, overlay and what changed come from here; the words of each stand in content/centre.ts. */
export const SECTIONS = {
  quem_somos: {
    page: 'index.html',
    written: centre,
    fields: {
      name: line(40),
      phone: line(11, {
        rule: [
          (value) => nationalDigits(value) === value,
          'use DDD e número, só algarismos, como 62999999999',
        ],
        show: phoneInWords,
        read: (typed) => nationalDigits(typed) || typed,
      }),
      email: line(100, { rule: [isEmail, 'use um e-mail, como contato@exemplo.com.br'] }),
      street: line(120),
      city: line(60),
      state: line(2, {
        rule: like(/^[A-Z]{2}$/, 'use a sigla do estado, como GO'),
        read: (typed) => typed.toUpperCase(),
      }),
      postalCode: line(9, {
        rule: like(/^\d{5}-\d{3}$/, 'use a forma 76000-000'),
        read: (typed) => typed.replace(/^(\d{5})\D?(\d{3})$/, '$1-$2'),
      }),
      mapUrl: link,
      hours: lines(1, 7, 60),
      handle: line(41, {
        rule: like(/^@\S{1,40}$/, 'comece com @'),
        read: (typed) => typed.replace(/^(?=[^@])/, '@'),
      }),
      instagramUrl: link,
      facebookUrl: link,
      cnpj: line(18, {
        rule: [
          (value) => /^[A-Z\d]{2}\.[A-Z\d]{3}\.[A-Z\d]{3}\/[A-Z\d]{4}-\d{2}$/.test(value) && isCnpj(value),
          'confira no cartão do CNPJ; escreva como 11.222.333/0001-81',
        ],
        read: (typed) =>
          typed.toUpperCase().replace(/^(\w{2})(\w{3})(\w{3})(\w{4})(\d\d)$/, '$1.$2.$3/$4-$5'),
      }),
      siteUrl: line(100, {
        rule: [
          (value) => /^https:/.test(value) && urlOf(value)?.origin === value,
          'use o endereço do site sem nada depois, como https://www.exemplo.com.br',
        ],
        read: (typed) => typed.replace(/\/$/, ''),
      }),
    },
  },
  inicio: {
    page: 'index.html',
    written: writtenHome,
    fields: {
      notice: list(0, 1, { text: text(120), until: day }),
      text: text(160),
      modalities: list(cards, cards, { title: line(40), description: text(240), features: lines(3, 3, 60) }),
      testimonials: list(0, 9, {
        name: line(60),
        text: text(300),
        rating: number(1, 5),
        consent: tick('publique só palavras de quem autorizou por escrito'),
      }),
      team: list(0, 9, {
        name: line(60),
        belt: line(60, { optional: true }),
        since: number(1900, 2100),
        cref: line(20, { optional: true }),
      }),
      faq: questions,
    },
  },
  projeto: {
    page: 'projeto-social/index.html',
    written: writtenProject,
    fields: { intro: text(400), criteriaIntro: line(120), criteria: lines(2, 2, 120), faq: questions }, // SPEC §1: two criteria
  },
  fotos: {
    page: 'index.html',
    written: writtenPhotos,
    fields: Object.fromEntries(Object.keys(writtenPhotos).map((name) => [name, photo])),
  },
} satisfies Record<string, Sectioned>;

export type Section = keyof typeof SECTIONS;
export const sectionNames = Object.keys(SECTIONS) as Section[];

/** A section by its name; undefined for what is none. */
export const sectionOf = (name: string): Sectioned | undefined =>
  Object.hasOwn(SECTIONS, name) ? SECTIONS[name as Section] : undefined;
