import { fileWrongKind } from '../../../content/messages.ts';
import { todayInBrazil } from '../../../domain/dates.ts';
import { kindOf, SIGNATURE_BYTES } from '../../../domain/document/document.ts';
import { ageAfter } from '../../../domain/enrolment/answers.ts';
import {
  EMPTY_ENROLMENT,
  type Enrolment,
  findProblems,
  type Problem,
} from '../../../domain/enrolment/enrolment.ts';
import { FIELDS, type FieldName } from '../../../domain/enrolment/fields.ts';
import type { Rules } from '../../../domain/enrolment/rules.ts';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement | RadioNodeList;

/** The form's current answers, of disabled controls too. The DOM is their only store. */
export function answersOf(form: HTMLFormElement): Enrolment {
  const answers = { ...EMPTY_ENROLMENT };
  for (const { name } of FIELDS) {
    const control = controlOf(form, name);
    if (name === 'cadastroUnico') answers.cadastroUnico = fileInputOf(form)?.files?.[0] ?? null;
    else if (control) answers[name] = control.value;
  }
  answers.idade = ageAfter(answers.dataNascimento, todayInBrazil()); // its control shows it a moment later
  return answers;
}

/** Null for an answer that has no input. */
export function controlOf(form: HTMLFormElement, name: FieldName): Control | null {
  return form.elements.namedItem(name) as Control | null;
}

export function fileInputOf(form: HTMLFormElement): HTMLInputElement {
  return controlOf(form, 'cadastroUnico') as HTMLInputElement;
}

/** Name of the honeypot field: invisible to people, filled in by bots. */
export const HONEYPOT = 'observacao_2';

export function honeypotOf(form: HTMLFormElement): HTMLInputElement {
  return form.elements.namedItem(HONEYPOT) as HTMLInputElement;
}

/** The element to focus for a field: its control, or the first radio of its group. */
export function focusableOf(form: HTMLFormElement, name: FieldName): HTMLElement | null {
  const control = controlOf(form, name);
  if (!(control instanceof RadioNodeList)) return control;
  return [...control].find((node): node is HTMLInputElement => node instanceof HTMLInputElement) ?? null;
}

/** `findProblems`, and the document's kind by its bytes. Resolves to problems in form order. */
export async function findAllProblems(
  enrolment: Enrolment,
  today: string,
  rules?: Rules,
): Promise<Problem[]> {
  const problems = findProblems(enrolment, today, rules);
  const file = enrolment.cadastroUnico;
  if (!file || problems.some(({ field }) => field === 'cadastroUnico') || (await isDocument(file)))
    return problems;
  const wrongKind: Problem = { field: 'cadastroUnico', message: fileWrongKind, kind: 'wrong' };
  const position = (name: FieldName) => FIELDS.findIndex((field) => field.name === name);
  return [...problems, wrongKind].sort((one, other) => position(one.field) - position(other.field));
}

/** Whether the first bytes are those of an accepted kind; true also when the file cannot be read. */
export async function isDocument(file: File): Promise<boolean> {
  try {
    return kindOf(new Uint8Array(await file.slice(0, SIGNATURE_BYTES).arrayBuffer())) !== null;
  } catch {
    return true; // sending reports it as unreadable
  }
}
