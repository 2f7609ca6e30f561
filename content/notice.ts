/**
 * A piece of a sentence in a notice (privacy.ts, accessibility.ts): plain text; bold
 * text; a link; a link with the phone or e-mail of brand.ts; or the centre's address.
 */
export type Run =
  | string
  | { strong: string }
  | { link: string; text: string }
  | { contact: 'chat' | 'email' }
  | { value: 'address' };

/** A paragraph, piece by piece. */
export type Words = readonly Run[];

/** A paragraph, a list, or a paragraph that settings decide: NOTICE_WORDS of domain/setting-texts.ts has its words. */
export type Block = Words | { points: readonly Words[] } | { setting: 'prazos' | 'sem-responsavel' };

/** A table whose first column names the row; each row has one cell for each column. */
export type NoticeTable = {
  title: string;
  intro: string;
  columns: readonly string[];
  rows: readonly (readonly Words[])[];
};

/** A part under a heading; `id` is its fragment in the page's address. */
export type NoticeSection = {
  id: string;
  title: string;
  blocks: readonly Block[];
  table?: NoticeTable;
};
