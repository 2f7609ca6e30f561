import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ownData as words } from '../../../content/own-data.ts';
import { cpfDoubt } from '../../../domain/enrolment/cpf.ts';
import { decoratedWhileTyping } from '../../../domain/enrolment/masks.ts';
import { whenLeft } from '../../ui/browser/when-left.ts';
import { TextField } from '../../ui/fields/TextField.tsx';
import type { OwnData as Data } from './own-data.ts';
import { refusalOf } from './own-data-problem.ts';
import { RequestCard } from './RequestCard.tsx';
import type { FamilySituation } from './situation-api.ts';
import './own-data.css';

type Props = {
  code: string;
  /** Whether the link is the family's own, where that is known. */
  isOwn: boolean | null | undefined;
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
  const [inside, setInside] = useState<Inside | null>(null);
  const [forgotten, setForgotten] = useState(false);
  /** Raised when all is forgotten: an answer that comes later is dropped. */
  const run = useRef(0);

  useEffect(
    () =>
      whenLeft((why) => {
        run.current += 1;
        if (!input.current && why === 'untouched') setForgotten(true);
        if (input.current) input.current.value = '';
        flushSync(() => setInside(null));
      }),
    [],
  );

  async function open(given: FormData): Promise<string> {
    const cpf = String(given.get('cpf'));
    const own = run.current;
    const [{ OwnAnswers }, { openOwnData }] = await Promise.all([
      import('./OwnAnswers.tsx'),
      import('./own-data.ts'),
    ]);
    const opened = await openOwnData(code, cpf);
    if (own !== run.current) return '';
    if (!opened.data) return refusalOf(opened);
    setForgotten(false);
    setInside({ OwnAnswers, data: opened.data, cpf });
    return '';
  }

  if (isOwn === false)
    return (
      <details className="fold">
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
    <RequestCard
      words={words}
      open={forgotten}
      note={forgotten ? words.forgotten : ''}
      fields={(problems) => (
        <TextField
          label={words.cpf}
          hint={words.cpfHint}
          problem={problems.cpf}
          name="cpf"
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          placeholder="000.000.000-00"
          ref={input}
          onBlur={({ target }) => {
            target.value = decoratedWhileTyping('cpf', target.value) ?? target.value;
          }}
        />
      )}
      problemsOf={(given) => {
        const cpf = String(given.get('cpf'));
        const wrong = cpf.trim() === '' ? words.cpfMissing : cpfDoubt(cpf);
        return wrong ? { cpf: wrong } : {};
      }}
      onSend={open}
    />
  );
}
