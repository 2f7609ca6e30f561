import type { Submission } from '../../kit/family.ts';

/** What a family and the desk were told about one enrolment, and what they were not told. */
export type Entry = {
  uuid: string;
  name: string;
  /** SHA-256 of the document. */
  hash: string;
  acknowledged: boolean;
  /** As the desk was last told; null: nobody decided. */
  situation: string | null;
  /** Asked for since, without an answer: it may be so or not. */
  unanswered: Set<string>;
  erased: 'no' | 'asked' | 'yes';
  /** Its document's bytes were compared. */
  compared: boolean;
};

/** Everything that was sent in one run; a server's data is compared with it. */
export class Ledger {
  readonly entries: Entry[] = [];
  /** How many decisions and erasures were acknowledged. */
  decided = 0;
  erased = 0;

  begin({ id, row, hash }: Submission): Entry {
    const entry: Entry = {
      uuid: id,
      name: row.nome_completo,
      hash,
      acknowledged: false,
      situation: null,
      unanswered: new Set(),
      erased: 'no',
      compared: false,
    };
    this.entries.push(entry);
    return entry;
  }

  get acknowledged(): Entry[] {
    return this.entries.filter(({ acknowledged }) => acknowledged);
  }
}
