import { fileWrongKind } from '../../content/messages.ts';
import { kindOf, SIGNATURE_BYTES } from '../../domain/document.ts';
import { EMPTY_ENROLMENT, type Enrolment, findProblems, type Problem } from '../../domain/enrolment.ts';
import { FIELDS, type FieldName } from '../../domain/enrolment-fields.ts';
import type { Rules } from '../../domain/rules.ts';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement | RadioNodeList;

/** What stands in the form now, also in controls that are closed; the page itself is asked, and nothing else remembers. */
export function answersOf(form: HTMLFormElement): Enrolment {
  const answers = { ...EMPTY_ENROLMENT };
  for (const { name } of FIELDS) {
    const control = controlOf(form, name);
    if (name === 'cadastroUnico') answers.cadastroUnico = fileInputOf(form).files?.[0] ?? null;
    else if (control) answers[name] = control.value;
  }
  return answers;
}

/** Null for an answer that has no input. */
export function controlOf(form: HTMLFormElement, name: FieldName): Control | null {
  return form.elements.namedItem(name) as Control | null;
}

export function fileInputOf(form: HTMLFormElement): HTMLInputElement {
  return controlOf(form, 'cadastroUnico') as HTMLInputElement;
}

/** The field that people never see; a machine that fills in everything fills it in as well. */
export const TRAP = 'observacao_2';

export function trapOf(form: HTMLFormElement): HTMLInputElement {
  return form.elements.namedItem(TRAP) as HTMLInputElement;
}

/** The element that takes the focus for a field: its control, or the first choice of its group. */
export function focusableOf(form: HTMLFormElement, name: FieldName): HTMLElement | null {
  const control = controlOf(form, name);
  if (!(control instanceof RadioNodeList)) return control;
  return [...control].find((node): node is HTMLInputElement => node instanceof HTMLInputElement) ?? null;
}

/** `findProblems`, and whether the document is what its bytes say. Resolves in form order. */
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
  const place = (name: FieldName) => FIELDS.findIndex((field) => field.name === name);
  return [...problems, wrongKind].sort((one, other) => place(one.field) - place(other.field));
}

/** Whether the first bytes are those of an accepted kind; also true when the device does not give them. */
export async function isDocument(file: File): Promise<boolean> {
  try {
    return kindOf(new Uint8Array(await file.slice(0, SIGNATURE_BYTES).arrayBuffer())) !== null;
  } catch {
    return true; // unreadable now: sending tells, in the words for that
  }
}
