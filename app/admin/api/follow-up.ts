import type { QueryClient } from '@tanstack/react-query';
import type { CorrectionReason } from '../../../content/corrections.ts';
import type { LeftBecause, Renewal } from '../../../domain/desk/attendance.ts';
import type { DatedLine, RunsOut } from '../../../domain/desk/dated-lines.ts';
import type { AnsweredRequest } from '../../../domain/desk/family-message.ts';
import type { Answers } from '../../../domain/desk/sheet.ts';
import type { Criterion, Situation } from '../../../domain/desk/situations.ts';
import type { ActiveContent } from '../../../domain/document/pdf-structure.ts';
import { FIELDS, type FieldName } from '../../../domain/enrolment/fields.ts';
import { callFunction } from './calls.ts';

/**
 * An entry of an enrolment's history. It holds codes, never answers: a correction holds its reason and the
 * corrected columns. `by` is null for a deleted account and for the family. `reason` depends on the action:
 * the reason of a decision, the former text of a corrected note (for the direção alone), the telephone that
 * the family gave, or the sentence that answers a request.
 */
export type Change = {
  at: string;
  by: string | null;
  action: string;
  from: string | null;
  to: string | null;
  reason: string | null;
  /** With a change of situation: the class after it, in words. */
  className: string | null;
};

/**
 * What a family asked for by its link, or at the desk, and nobody has answered yet; `phone` and `changes` (column
 * → proposed answer) for their kinds alone. `number` counts those of an enrolment, `until` is the last day (ISO) to answer.
 */
export type Request = {
  id: string;
  kind: 'desistir' | 'telefone' | 'corrigir' | 'apagar' | 'copia';
  phone: string | null;
  askedAt: string;
  number: number;
  changes: Readonly<Record<string, string | number | null>> | null;
  until: string;
  atDesk: boolean;
};

export type Note = {
  id: string;
  author: string | null;
  text: string;
  writtenAt: string;
};

/**
 * A document that came later; `activeContent`: what it may do by itself. `fromDesk`: somebody at the desk attached it, by
 * the account `attachedBy`, null for a deleted one.
 */
export type LaterDocument = {
  address: string;
  receivedAt: string;
  activeContent: ActiveContent[];
  fromDesk: boolean;
  attachedBy: string | null;
};

/** What an answer was before somebody corrected it; `by` is null for a deleted account. */
export type Correction = {
  field: FieldName;
  before: string | null;
  reason: CorrectionReason;
  at: string;
  by: string | null;
};

/** Another enrolment that may be of the same person, and what is the same in both. */
export type Similar = { id: string; situation: Situation; sameIn: ('cpf' | 'nome' | 'telefone')[] };

/** The desk's own data about one enrolment. `version` grows with each decision; newest notes and changes first. */
export type FollowUp = {
  situation: Situation;
  reason: string | null;
  version: number;
  criteria: Record<Criterion | 'protegido' | 'renovacao', boolean>;
  repeatedOf: string | null;
  /** Class of an approved person, or the one that is waited for, where given. */
  classId: string | null;
  /** The same in words. */
  className: string | null;
  /** First day (ISO) of an approved person, where given. */
  firstDay: string | null;
  /** Who trained already, from a spreadsheet: nobody asked for a document or a declaration. */
  imported: boolean;
  /** Who enrolled somebody at the counter, '' for a deleted account; null where the family enrolled itself. */
  enrolledBy: string | null;
  /** Until when the signed-in person may take back the last decision; null: not theirs, too late, or something was decided since. */
  undoUntil: string | null;
  /** Whether the family was not yet told of the decision. */
  toNotify: boolean;
  /** The family sent another document, and nobody has decided since. */
  hasNewDocument: boolean;
  /** When the first document was erased by its term (ISO moment); null: it was not. */
  documentErasedAt: string | null;
  /** The newest first. */
  laterDocuments: LaterDocument[];
  /** The family asked for something, and nobody has answered yet. */
  hasRequest: boolean;
  requests: Request[];
  /** The one that the desk answered last, while its family was not told. */
  answered: AnsweredRequest | null;
  /** The days (ISO) of an approved person's absences in a row, and whether they are as many as the desk is told of. */
  absentOn: readonly string[];
  isAbsent: boolean;
  /** The last day (ISO) of who took part and left, and why, where somebody said it. */
  leftOn: string | null;
  leftBecause: LeftBecause | null;
  /** What stands of the renewal, since when (ISO moment), and whether the family said that its CadÚnico is up to date; null: nobody asked, or said it. */
  renewal: Renewal | null;
  renewalAt: string | null;
  cadunicoRenewed: boolean | null;
  /** Of who takes part or did, a line of each kind that is used; what of a participant's runs out first, from thirty days before it. */
  lines: readonly DatedLine[];
  runsOut: RunsOut | null;
  /** Until when 'Meus dados' is closed by wrong CPFs (ISO moment); null: it is not. */
  dataClosedUntil: string | null;
  /** The number to call, where the family gave another one and somebody confirmed it. */
  newPhone: string | null;
  /** The guardian's telephone of a minor, where it came later; the answers have none then. */
  guardianPhone: string | null;
  /** The guardian's name, the same. */
  guardianName: string | null;
  /** The family gave the guardian by its link, and nobody has confirmed it since. */
  hasNewGuardian: boolean;
  /** The guardian named in the answers made the declaration, not the minor alone. */
  guardianDeclared: boolean;
  /** What the first document may do by itself; empty for most. */
  activeContent: ActiveContent[];
  notes: Note[];
  /** The newest first; none that was taken back. */
  corrections: Correction[];
  /** Answers that were ever corrected, and what derives from them, as they are now: the list may have been read before. */
  answers: Partial<Answers>;
  history: Change[];
  similar: Similar[];
};

/** The state after a change. `applied` exists for decisions and corrections: false when another administrator’s came first. `repeated`: this attempt was made before. */
export type Changed = FollowUp & { applied?: boolean; repeated?: boolean };

/** Names that a row of the list and an open enrolment share. */
export const SHARED = [
  'version',
  'situation',
  'repeatedOf',
  'classId',
  'className',
  'firstDay',
  'imported',
  'enrolledBy',
  'toNotify',
  'hasNewDocument',
  'isAbsent',
  'documentErasedAt',
  'hasRequest',
  'newPhone',
  'guardianPhone',
  'guardianName',
  'hasNewGuardian',
  'leftOn',
  'leftBecause',
  'renewal',
  'runsOut',
] as const satisfies (keyof FollowUp)[];

type Shared = Pick<FollowUp, (typeof SHARED)[number]>;

/** The part of an enrolment's follow-up that the list shows. */
export type FollowUpSummary = Shared & {
  guardianConfirmed: boolean;
  /** Whether another enrolment may be of the same person. */
  mayBeRepeated: boolean;
  /** The stored address of the document that the family sent last; null while there is only the first. */
  newestDocument: string | null;
};

/** The summary of a follow-up, with the answers that were corrected. */
export function summaryOf(followUp: FollowUp): FollowUpSummary & Partial<Answers> {
  const { criteria, similar, laterDocuments, answers } = followUp;
  return {
    ...answers,
    ...(Object.fromEntries(SHARED.map((name) => [name, followUp[name]])) as Shared),
    guardianConfirmed: criteria.responsavel,
    mayBeRepeated: similar.length > 0,
    newestDocument: laterDocuments[0]?.address ?? null,
  };
}

const fieldOfColumn = (column: string) => FIELDS.find((field) => field.column === column);

/** The state that the back end sends, with its answers by the names of their fields. */
export const followUpIn = (sent: Changed): Changed => ({
  ...sent,
  corrections: sent.corrections.map((one) => ({
    ...one,
    field: fieldOfColumn(one.field)?.name ?? one.field,
  })),
  answers: Object.fromEntries(
    Object.entries(sent.answers).map(([column, value]) => [fieldOfColumn(column)?.name, value]),
  ),
});

/** Null when the enrolment is missing. The back end records each call as opening the sheet. */
export async function followUpOf(enrolment: string, signal?: AbortSignal): Promise<FollowUp | null> {
  const sent = await callFunction<Changed | null>('ficha', { inscricao: enrolment }, signal);
  return sent && followUpIn(sent);
}

/** One query for the dialog and everything inside it. */
export const followUpQuery = (enrolment: string) => ({
  queryKey: ['follow-up', enrolment] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => followUpOf(enrolment, signal),
  gcTime: 0,
});

/** Something about enrolments was changed: the counts are read again now, the rows too unless a dialog is open above them, whose closing reads them (`readListAgain`). */
export function readListLater(client: QueryClient): void {
  const isCovered = globalThis.document?.querySelector('dialog[open]') != null;
  const refetchType = isCovered ? 'none' : 'active';
  void client.invalidateQueries({ queryKey: ['enrolments', 'page'], refetchType });
  void client.invalidateQueries({ queryKey: ['enrolments', 'count'] });
  void client.invalidateQueries({ queryKey: ['retention dates'] }); // a decision starts a retention period
}
