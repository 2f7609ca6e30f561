import { type FocusEvent, type FormEvent, useRef, useState } from 'react';
import { failures } from '../../content/messages.ts';
import { pages } from '../../content/pages.ts';
import { project } from '../../content/social-project.ts';
import { todayInBrazil } from '../../domain/dates.ts';
import { findProblems, type Problem, toastOf } from '../../domain/enrolment.ts';
import { ageAfter, cleaned, detailsAfter } from '../../domain/enrolment-answers.ts';
import { FIELDS, type FieldName } from '../../domain/enrolment-fields.ts';
import type { Rules } from '../../domain/rules.ts';
import { showToast } from '../ui/toast.ts';
import { useAfterPress } from './after-press.ts';
import { answersOf, controlOf, fileInputOf, findAllProblems, trapOf } from './answers.ts';
import type { Retry } from './retry-plan.ts';
import { useDocument } from './use-document.ts';
import { useDraft } from './use-draft.ts';
import { useSending } from './use-sending.ts';

/** What is wrong now, by field. */
export type Errors = Partial<Record<FieldName, Problem>>;

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
  const busy = useRef(false);
  const afterPress = useAfterPress();
  const [told, setTold] = useState<Told>({ problems: [], round: 0 });
  /** The same problems, for what was put off and looks at them later. */
  const accused = useRef<readonly Problem[]>([]);
  const [age, setAge] = useState('');
  const [medical, setMedical] = useState('');

  const [errors, setErrors] = useState<Errors>({});
  const sending = useSending({
    answers: () => answersOf(theForm()),
    keep: () => draft.keep(),
    onSent: finish,
    onRefused: (problem) => {
      accuse(problem);
      tell([problem]);
    },
  });

  const draft = useDraft({
    form,
    submission: sending.submission,
    onSentElsewhere: onSent,
    onResumed: ({ hadFile, submission: { pending } }) => {
      if (pending) sending.resumeUnknown();
      else if (hadFile && !fileInputOf(theForm()).files?.length)
        accuse({ field: 'cadastroUnico', message: project.draft.fileGone, kind: 'missing' });
    },
  });

  /** The form's end: what it held is forgotten wherever it was kept. */
  function finish(id: string) {
    draft.forget(id);
    onSent(id);
  }

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

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    void attempt();
  }

  /** Judges and sends; the page's own attempts give the `retry` that they are. */
  async function attempt(retry?: Retry) {
    if (busy.current) return; // SPEC §4: a flag blocks repeated submit
    busy.current = true;
    try {
      if (trapOf(theForm()).value) return sending.refuse(failures.trap);
      await paper.settled();
      // while nobody knows whether the row arrived that very row goes again, whatever stands here
      const problems =
        sending.phase === 'unknown'
          ? []
          : await findAllProblems(answersOf(theForm()), todayInBrazil(), rules);
      setErrors(Object.fromEntries(problems.map((problem) => [problem.field, problem])));
      tell(problems);
      if (problems[0]) {
        sending.forget();
        showToast(toastOf(problems[0]));
      } else if (agreed(theForm())) await sending.send(retry);
    } finally {
      busy.current = false;
    }
  }

  function tell(problems: readonly Problem[]) {
    accused.current = problems;
    setTold(({ round }) => ({ problems, round: round + 1 }));
    document.title = problems.length > 0 ? project.problems.pageTitle : pages.socialProject.title;
  }

  function onChange({ target }: FormEvent<HTMLFormElement>) {
    const { name, value } = target as HTMLInputElement & { name: FieldName };
    sending.wait(); // whoever goes on writing sends when done
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
    sending,
    draft,
    age,
    medical,
    paper,
    attempt,
    onSubmit,
    onChange,
    onBlur,
  };
}
