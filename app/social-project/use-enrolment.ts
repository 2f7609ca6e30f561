import { type FocusEvent, type FormEvent, useRef, useState } from 'react';
import { enrolmentFailed, enrolmentSent } from '../../content/messages.ts';
import { pages } from '../../content/pages.ts';
import { project } from '../../content/social-project.ts';
import { todayInBrazil } from '../../domain/dates.ts';
import { findProblems, type Problem, toastOf } from '../../domain/enrolment.ts';
import { ageAfter, cleaned, detailsAfter } from '../../domain/enrolment-answers.ts';
import { FIELDS, type FieldName } from '../../domain/enrolment-fields.ts';
import type { Rules } from '../../domain/rules.ts';
import { showToast } from '../ui/toast.ts';
import { useAfterPress } from './after-press.ts';
import { answersOf, controlOf, fileInputOf, findAllProblems } from './answers.ts';
import { failureText, refusedAnswer } from './failure-text.ts';
import { newSubmission, type Submission, submitEnrolment } from './submit-enrolment.ts';
import { useDocument } from './use-document.ts';

/** What is wrong now, by field. */
export type Errors = Partial<Record<FieldName, Problem>>;

/** `unknown`: an attempt ended without telling whether the enrolment arrived; until it is sent again nothing may change. */
export type Phase = 'filling' | 'sending' | 'unknown';

/** What the summary tells. `round` grows with every refused attempt, so that each is announced and focused anew. */
export type Told = { problems: readonly Problem[]; round: number };

/** Fields whose answer is complete as soon as it changes, so they are judged at once and not on leaving. */
const CHOICES: ReadonlySet<string> = new Set(
  FIELDS.filter((field) => 'options' in field).map(({ name }) => name),
);

/**
 * The enrolment form at work: answers that follow from others, problems, and
 * sending. `onSent` hears the uuid of the enrolment that has arrived; `agreed`
 * is asked last, when nothing else is wrong. Source: SPEC §4, §5; ux.md §3.
 */
export function useEnrolment(
  onSent: (id: string) => void,
  rules: Rules,
  agreed: (form: HTMLFormElement) => boolean,
) {
  const form = useRef<HTMLFormElement>(null);
  const submission = useRef<Submission>(null);
  const busy = useRef(false);
  const afterPress = useAfterPress();
  const [phase, setPhase] = useState<Phase>('filling');
  const [told, setTold] = useState<Told>({ problems: [], round: 0 });
  /** The same problems, for what was put off and looks at them later. */
  const accused = useRef<readonly Problem[]>([]);
  const [failure, setFailure] = useState<{ text: string } | null>(null);
  const [age, setAge] = useState('');
  const [medical, setMedical] = useState('');

  const [errors, setErrors] = useState<Errors>({});

  const accuse = (problem: Problem) => setErrors((now) => ({ ...now, [problem.field]: problem }));
  const acquit = (name: FieldName) => setErrors(({ [name]: _solved, ...others }) => others);

  const paper = useDocument({
    input: () => fileInputOf(theForm()),
    accuse: (message, kind = 'wrong') => accuse({ field: 'cadastroUnico', message, kind }),
    acquit: () => acquit('cadastroUnico'),
    problem: () =>
      findProblems(answersOf(theForm()), todayInBrazil()).find(({ field }) => field === 'cadastroUnico'),
  });

  function theForm(): HTMLFormElement {
    if (!form.current) throw new Error('the enrolment form is not on the page');
    return form.current;
  }

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (busy.current) return; // SPEC §4: a flag blocks repeated submit
    busy.current = true;
    try {
      await paper.settled();
      const problems = await findAllProblems(answersOf(theForm()), todayInBrazil(), rules);
      setErrors(Object.fromEntries(problems.map((problem) => [problem.field, problem])));
      tell(problems);
      if (problems[0]) showToast(toastOf(problems[0]));
      else if (agreed(theForm())) await send();
    } finally {
      busy.current = false;
    }
  }

  function tell(problems: readonly Problem[]) {
    accused.current = problems;
    setTold(({ round }) => ({ problems, round: round + 1 }));
    setFailure(null);
    document.title = problems.length > 0 ? project.problems.pageTitle : pages.socialProject.title;
  }

  async function send() {
    setPhase('sending');
    submission.current ??= newSubmission();
    try {
      await submitEnrolment(submission.current, answersOf(theForm()));
      succeed(submission.current.id);
    } catch (error) {
      fail(error);
    }
  }

  function succeed(id: string) {
    showToast(enrolmentSent);
    document.title = project.sent.pageTitle;
    onSent(id);
  }

  function fail(error: unknown) {
    const text = failureText(error);
    showToast(enrolmentFailed(text));
    setPhase(submission.current?.pending ? 'unknown' : 'filling');
    const refused = refusedAnswer(error);
    if (refused) {
      accuse(refused);
      tell([refused]);
    }
    setFailure({ text });
    if (!(error instanceof Error) || error.name !== 'BackendError') reportError(error);
  }

  function onChange({ target }: FormEvent<HTMLFormElement>) {
    const { name, value } = target as HTMLInputElement & { name: FieldName };
    if (name === 'cadastroUnico') return paper.choose();
    if (name === 'dataNascimento') setAge(ageAfter(value, todayInBrazil()));
    if (name === 'condicaoMedica') {
      const details = controlOf(theForm(), 'condicaoMedicaDetalhes');
      setMedical(value);
      if (details) details.value = detailsAfter(value, details.value);
      acquit('condicaoMedicaDetalhes');
    }
    if (CHOICES.has(name)) judge(name);
  }

  function onBlur({ target }: FocusEvent<HTMLFormElement>) {
    const { name } = target as EventTarget as HTMLInputElement & { name: FieldName };
    if (!name || name === 'cadastroUnico') return;
    afterPress(() => {
      judge(name);
      if (name === 'dataNascimento') judge('idade');
    });
  }

  /** Says what is wrong with the answer to one field, and takes it back once it is good. A missing one is only accused when it was told before. */
  function judge(name: FieldName) {
    if (!form.current || busy.current) return; // sent meanwhile, or being judged as a whole
    const problem = findProblems(answersOf(theForm()), todayInBrazil(), rules).find(
      ({ field }) => field === name,
    );
    const blank = cleaned(controlOf(theForm(), name)?.value ?? '') === '';
    if (problem && (!blank || accused.current.some(({ field }) => field === name))) accuse(problem);
    else acquit(name);
  }

  return {
    form,
    errors,
    told,
    phase,
    failure,
    age,
    medical,
    paper,
    onSubmit,
    onChange,
    onBlur,
  };
}
