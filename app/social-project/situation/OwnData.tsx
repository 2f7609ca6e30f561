import { type FormEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ownData as words } from '../../../content/own-data.ts';
import { cpfDoubt } from '../../../domain/enrolment/cpf.ts';
import { decoratedWhileTyping } from '../../../domain/enrolment/masks.ts';
import { SecondaryButton } from '../../ui/Button.tsx';
import { whenLeft } from '../../ui/browser/when-left.ts';
import { FieldProblem } from '../../ui/FieldProblem.tsx';
import type { OwnData as Data } from './own-data.ts';
import { problemOf, refusalOf } from './own-data-problem.ts';
import type { FamilySituation } from './situation-api.ts';
import './own-data.css';

type Props = {
  code: string;
  /** Whether the link is the family's own; null where that is not known. */
  isOwn: boolean | null;
  /** Closed again; with the situation, where something was asked for. */
  onClose: (answer: FamilySituation | null) => void;
};

/** What is loaded once the CPF was right. */
type Inside = { OwnAnswers: typeof import('./OwnAnswers.tsx').OwnAnswers; data: Data; cpf: string };

/**
 * 'Meus dados': opens by the CPF, and by the family's own link alone. Nothing typed here is stored, and what opened
 * is forgotten when the page is left, or nobody touched it for ten minutes. Source: docs/ux.md §6.5.
 */
export function OwnData({ code, isOwn, onClose }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const [inside, setInside] = useState<Inside | null>(null);
  /** Raised when all is forgotten: an answer that comes later is dropped. */
  const run = useRef(0);

  useEffect(
    () =>
      whenLeft((why) => {
        run.current += 1;
        if (!input.current && why === 'untouched') setProblem(words.forgotten);
        if (input.current) input.current.value = '';
        flushSync(() => setInside(null));
      }),
    [],
  );

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    const cpf = input.current?.value ?? '';
    const wrong = cpf.trim() === '' ? words.cpfMissing : cpfDoubt(cpf);
    setProblem(wrong ?? '');
    if (wrong) return input.current?.focus();
    if (busy) return;
    setBusy(true);
    const own = run.current;
    try {
      const [{ OwnAnswers }, opened] = await Promise.all([import('./OwnAnswers.tsx'), openWith(code, cpf)]);
      if (own !== run.current) return;
      if (opened.data) setInside({ OwnAnswers, data: opened.data, cpf });
      else {
        setProblem(refusalOf(opened));
        input.current?.focus();
      }
    } catch (error) {
      setProblem(problemOf(error));
    } finally {
      setBusy(false);
    }
  }

  if (isOwn === false)
    return (
      <details className="fold own-data">
        <summary>{words.title}</summary>
        <p>{words.notThisLink}</p>
      </details>
    );
  if (inside)
    return (
      <inside.OwnAnswers
        code={code}
        cpf={inside.cpf}
        data={inside.data}
        onData={(data) => setInside((now) => now && { ...now, data })}
        onClose={(answer) => {
          setInside(null);
          onClose(answer);
        }}
      />
    );
  return (
    <details className="fold own-data" open={problem === words.forgotten || undefined}>
      <summary>{words.title}</summary>
      <p>{words.lead}</p>
      <form className="situation__form" noValidate onSubmit={onSubmit}>
        <div className={`field${problem ? ' field--problem' : ''}`}>
          <label className="field__label" htmlFor="cpf-dos-dados">
            {words.cpf}
          </label>
          <p className="field__hint" id="cpf-dos-dados-dica">
            {words.cpfHint}
          </p>
          <input
            className="field__input"
            id="cpf-dos-dados"
            inputMode="numeric"
            autoComplete="off"
            maxLength={20}
            placeholder="000.000.000-00"
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? 'cpf-dos-dados-dica cpf-dos-dados-erro' : 'cpf-dos-dados-dica'}
            ref={input}
            onBlur={({ target }) => {
              target.value = decoratedWhileTyping('cpf', target.value) ?? target.value;
            }}
          />
          <FieldProblem id="cpf-dos-dados-erro">{problem || undefined}</FieldProblem>
        </div>
        <p>
          <SecondaryButton type="submit" busyText={busy && words.opening}>
            {words.open}
          </SecondaryButton>
        </p>
      </form>
    </details>
  );
}

const openWith = async (code: string, cpf: string) => (await import('./own-data.ts')).openOwnData(code, cpf);
