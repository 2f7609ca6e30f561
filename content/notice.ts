/**
 * How the notices (privacy.ts, accessibility.ts) are written down, so that their
 * words change here and no code does.
 *
 * A piece of a sentence: plain text; text that stands out; a link; a way to reach
 * the centre, drawn as a link with the phone or e-mail of brand.ts; or the
 * centre's address in words.
 */
export type Run =
  | string
  | { strong: string }
  | { link: string; text: string }
  | { contact: 'chat' | 'email' }
  | { value: 'address' };

/** A paragraph, piece by piece. */
export type Words = readonly Run[];

/** A paragraph, or a list with a point a line. */
export type Block = Words | { points: readonly Words[] };

/** A table whose first column names the row. As many cells a row as there are columns. */
export type NoticeTable = {
  title: string;
  intro: string;
  columns: readonly string[];
  rows: readonly (readonly Words[])[];
};

/** A part under a heading; `id` is its place in the address of the page. */
export type NoticeSection = {
  id: string;
  title: string;
  blocks: readonly Block[];
  table?: NoticeTable;
};
