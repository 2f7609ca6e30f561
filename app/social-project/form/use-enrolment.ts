import { type FocusEvent, type FormEvent, useRef, useState } from 'react';
import { failures } from '../../../content/messages.ts';
import { pages } from '../../../content/pages.ts';
import { project } from '../../../content/social-project.ts';
import { todayInBrazil } from '../../../domain/dates.ts';
import { ageAfter, cleaned, detailsAfter, hasNoDetails } from '../../../domain/enrolment/answers.ts';
import {
  type Enrolment,
  fileProblem,
  findProblems,
  type Problem,
  toastOf,
} from '../../../domain/enrolment/enrolment.ts';
import { FIELDS, type FieldName } from '../../../domain/enrolment/fields.ts';
import type { Rules } from '../../../domain/enrolment/rules.ts';
import { type SentEnrolment, sentEnrolment } from '../../../domain/enrolment/sent-enrolment.ts';
import { showToast } from '../../ui/toast/toast.ts';
import { useDraft } from '../draft/use-draft.ts';
import { answersOf, controlOf, fileInputOf, findAllProblems, honeypotOf } from '../parts/answers.ts';
import { useAfterPointerUp } from '../parts/use-after-pointer-up.ts';
import type { Retry } from '../sending/retry-plan.ts';
import type { Submission } from '../sending/submit-enrolment.ts';
import { useSending } from '../sending/use-sending.ts';
import { useDocument } from './use-document.ts';
import { forWhomOf } from './use-doubts.ts';

/** The present problem of each field. */
export type Errors = Partial<Record<FieldName, Problem>>;

/** The error summary. `attempt` counts attempts, so that each one is announced and focused again. */
export type Summary = { problems: readonly Problem[]; attempt: number };

/** Fields whose answer is complete with one change, so they are validated at once and not on leaving. */
const CHOICES: ReadonlySet<string> = new Set(
  FIELDS.filter((field) => 'options' in field).map(({ name }) => name),
);

/**
 * State and handlers of the enrolment form: calculated answers, validation and sending.
 * `checkConsent` is called last, when there is no other problem. Source: SPEC §4, §5; docs/ux.md §3.
 */
export function useEnrolment(
  onSent: (sent: SentEnrolment, answers: Enrolment) => void,
  rules: Rules,
  checkConsent: (form: HTMLFormElement) => boolean,
) {
  const form = useRef<HTMLFormElement>(null);
  const busy = useRef(false);
  const afterPointerUp = useAfterPointerUp();
  const [summary, setSummary] = useState<Summary>({ problems: [], attempt: 0 });
  /** The summary's problems, for callbacks that run later. */
  const summaryProblems = useRef<readonly Problem[]>([]);
  const [age, setAge] = useState('');
  const [medical, setMedical] = useState('');
  /** Medical details that 'nao' removed, to be restored on 'sim'. */
  const previousDetails = useRef('');

  const [errors, setErrors] = useState<Errors>({});
  const sending = useSending({
    answers: () => answersOf(formElement()),
    save: () => draft.save(),
    onSent: finish,
    onRefused: (problem) => {
      setProblem(problem);
      showSummary([problem]);
    },
  });

  const draft = useDraft({
    form,
    submission: sending.submission,
    onSentElsewhere() {
      draft.discard();
      reportSent(sending.submission.current, answersOf(formElement()));
    },
    onResumed: ({ hadFile, submission: { pending } }) => {
      if (pending) sending.resumeUnknown();
      else if (hadFile && !fileInputOf(formElement()).files?.length)
        setProblem({ field: 'cadastroUnico', message: project.draft.fileMissing, kind: 'missing' });
    },
  });

  /** After sending: deletes the saved answers. */
  function finish(sent: Submission, enrolment: Enrolment) {
    draft.discard(sent.id);
    reportSent(sent, enrolment);
  }

  function reportSent(sent: Submission, enrolment: Enrolment) {
    onSent(sentEnrolment(sent, enrolment, new Date(), rules, forWhomOf(form.current)), enrolment);
  }

  const setProblem = (problem: Problem) => setErrors((now) => ({ ...now, [problem.field]: problem }));
  const clearProblem = (name: FieldName) => setErrors(({ [name]: _solved, ...others }) => others);

  const applicantDocument = useDocument({
    input: () => fileInputOf(formElement()),
    setProblem: (message, kind = 'wrong') => setProblem({ field: 'cadastroUnico', message, kind }),
    clearProblem: () => clearProblem('cadastroUnico'),
    problem: () => fileProblem(fileInputOf(formElement()).files?.[0], ''),
  });

  function formElement(): HTMLFormElement {
    if (!form.current) throw new Error('the enrolment form is not on the page');
    return form.current;
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    void attempt();
  }

  /** Validates and sends; `retry` for an automatic attempt. */
  async function attempt(retry?: Retry) {
    if (busy.current) return; // SPEC §4: a flag blocks repeated submit
    busy.current = true;
    try {
      if (honeypotOf(formElement()).value) return sending.refuse(failures.trap);
      await applicantDocument.settled();
      // managers of passwords may fill in without an event
      const { dataNascimento, condicaoMedica } = answersOf(formElement());
      calculate('dataNascimento', dataNascimento);
      calculate('condicaoMedica', condicaoMedica);
      // while it is unknown whether the row arrived, the same row is sent again, whatever the form holds
      const problems =
        sending.phase === 'unknown'
          ? []
          : await findAllProblems(answersOf(formElement()), todayInBrazil(), rules);
      setErrors(Object.fromEntries(problems.map((problem) => [problem.field, problem])));
      showSummary(problems);
      if (problems[0]) {
        sending.clearFailure();
        showToast(toastOf(problems[0]));
      } else if (checkConsent(formElement())) await sending.send(retry);
    } finally {
      busy.current = false;
    }
  }

  function showSummary(problems: readonly Problem[]) {
    summaryProblems.current = problems;
    setSummary(({ attempt }) => ({ problems: withoutConsequences(problems), attempt: attempt + 1 }));
    document.title = problems.length > 0 ? project.problems.pageTitle : pages.socialProject.title;
  }

  function onChange({ target }: FormEvent<HTMLFormElement>) {
    const { name, value } = target as HTMLInputElement & { name: FieldName };
    sending.cancelRetry(); // the answers are being changed
    if (name === 'cadastroUnico') return applicantDocument.onInputChange();
    calculate(name, value);
    if (name === 'condicaoMedica') clearProblem('condicaoMedicaDetalhes');
    if (CHOICES.has(name)) validate(name);
  }

  /** What follows from an answer: the age, and the medical details. */
  function calculate(name: FieldName, value: string) {
    if (name === 'dataNascimento') setAge(ageAfter(value, todayInBrazil()));
    if (name !== 'condicaoMedica') return;
    const details = controlOf(formElement(), 'condicaoMedicaDetalhes');
    setMedical(value);
    if (!details) return;
    if (!hasNoDetails(details.value)) previousDetails.current = details.value;
    details.value = detailsAfter(value, details.value, previousDetails.current);
  }

  function onBlur({ target }: FocusEvent<HTMLFormElement>) {
    const { name } = target as EventTarget as HTMLInputElement & { name: FieldName };
    if (!name || name === 'cadastroUnico') return;
    afterPointerUp(() => {
      validate(name);
      if (name === 'dataNascimento') validate('idade');
    });
  }

  /** Sets or clears the problem of one field. A missing answer is a problem only when the summary lists it. */
  function validate(name: FieldName) {
    if (!form.current || busy.current) return; // was sent meanwhile, or is being validated as a whole
    const problem = findProblems(answersOf(formElement()), todayInBrazil(), rules).find(
      ({ field }) => field === name,
    );
    const blank = cleaned(controlOf(formElement(), name)?.value ?? '') === '';
    if (problem && (!blank || summaryProblems.current.some(({ field }) => field === name)))
      setProblem(problem);
    else clearProblem(name);
  }

  return {
    form,
    errors,
    summary,
    sending,
    draft,
    age,
    medical,
    applicantDocument,
    attempt,
    onSubmit,
    onChange,
    onBlur,
  };
}

/** Without the age beside a problem of the birth date, which it follows from. */
function withoutConsequences(problems: readonly Problem[]): readonly Problem[] {
  const noDate = problems.some(({ field }) => field === 'dataNascimento');
  return noDate ? problems.filter(({ field }) => field !== 'idade') : problems;
}
