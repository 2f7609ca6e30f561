import { readFileSync } from 'node:fs';
import { brand } from '../../content/brand.ts';
import { desk } from '../../content/desk.ts';
import { deskScreens } from '../../content/desk-screens.ts';
import { exporting } from '../../content/exporting.ts';
import { hero } from '../../content/home.ts';
import { project } from '../../content/social-project.ts';
import { FILTERS } from '../../domain/desk/filter.ts';
import { SECTIONS } from '../../domain/desk/sheet.ts';

/** A picture of the product for a page of text: its size in pixels, and words that must be seen in it. */
export type Picture = {
  file: string;
  width: number;
  height: number;
  alt: string;
  shows: readonly string[];
};

const PHONE = { width: 540, height: 1110 }; // 360 × 740, half as large again
const DESK = { width: 1280, height: 800 };
const CHIPS = [FILTERS.undecided.label, FILTERS.newDocument.label, FILTERS.toNotify.label, desk.all];

/** Of the README, in its order. */
export const README: readonly Picture[] = [
  {
    file: 'docs/imagens/inicio.webp',
    ...PHONE,
    alt: 'Página inicial no celular',
    shows: [brand.name, hero.tagline, hero.button, hero.chat.label],
  },
  {
    file: 'docs/imagens/formulario.webp',
    ...PHONE,
    alt: 'Formulário de inscrição no celular, com a faixa que diz quanto falta',
    shows: ['Documentos', 'CPF *', project.help.parts[1]],
  },
  {
    file: 'docs/imagens/ficha.webp',
    width: 794,
    height: 1123, // A4
    alt: 'Ficha de inscrição em papel A4',
    shows: [`Ficha de Inscrição - Projeto ${project.name}`, ...SECTIONS.map(([title]) => title)],
  },
  {
    file: 'docs/imagens/para-fazer.webp',
    ...DESK,
    alt: 'Para fazer: a lista da secretaria, com o que espera por alguém',
    shows: [deskScreens.inscricoes.title, ...CHIPS],
  },
  {
    file: 'docs/imagens/inscricao.webp',
    ...DESK,
    alt: 'Uma inscrição aberta, com a ficha ao lado do documento',
    shows: ['Detalhes da Inscrição', 'Dados Pessoais', 'Imprimir Ficha'],
  },
];

/** What is seen in each picture of the desk's manual. */
const IN_MANUAL: Readonly<Record<string, readonly string[]>> = {
  lista: CHIPS,
  ficha: ['Detalhes da Inscrição', 'Dados Pessoais', 'Imprimir Ficha'],
  exportar: [exporting.title, exporting.choose, exporting.warning],
};

/** Those of content/manual-da-secretaria.md, in its order. */
const PICTURES = /^!\[(.*)\]\(\.\.\/(.*?(\w+)\.webp)\)$/gm;
const SIZE = { width: 1040, height: 560 };
export const MANUAL: readonly Picture[] = [
  ...readFileSync('content/manual-da-secretaria.md', 'utf8').matchAll(PICTURES),
].map(([, alt = '', file = '', name = '']) => ({ ...SIZE, file, alt, shows: IN_MANUAL[name] ?? [] }));

/** Beside the pictures of the README: of each picture its SHA-256, and the words of the product that are seen in it. */
export const RECORD = 'docs/imagens/tirado-de.json';
export type Recorded = { sha256: string; words: readonly string[] };
