import { useRef, useState } from 'react';
import { ownData as words } from '../../../content/own-data.ts';
import { SecondaryButton } from '../../ui/Button.tsx';
import { FieldProblem } from '../../ui/FieldProblem.tsx';
import type { Ask, OwnRequestKind } from './own-data.ts';

/** What ends an enrolment, asked for: to withdraw, and to have everything erased. */
export function OwnEnds({ busy, onAsk }: { busy: OwnRequestKind | null; onAsk: Ask }) {
  const sure = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<{ kind: OwnRequestKind; text: string } | null>(null);
  const problemOf = (kind: OwnRequestKind) => (problem?.kind === kind && problem.text) || undefined;

  async function ask(kind: OwnRequestKind) {
    const text = kind === 'apagar' && !sure.current?.checked ? words.erase.sureMissing : await onAsk(kind);
    setProblem(text ? { kind, text } : null);
    if (text && kind === 'apagar') sure.current?.focus();
  }

  return (
    <>
      <details className="fold">
        <summary>{words.withdraw.title}</summary>
        <p>{words.withdraw.text}</p>
        <FieldProblem id="dados-desistir-erro">{problemOf('desistir')}</FieldProblem>
        <p>
          <SecondaryButton
            disabled={busy !== null && busy !== 'desistir'}
            busyText={busy === 'desistir' && words.sending}
            onClick={() => ask('desistir')}
          >
            {words.withdraw.send}
          </SecondaryButton>
        </p>
      </details>
      <details className="fold">
        <summary>{words.erase.title}</summary>
        <p>{words.erase.text}</p>
        <div className={`field${problemOf('apagar') ? ' field--problem' : ''}`}>
          <label className="choice">
            <input
              type="checkbox"
              ref={sure}
              aria-invalid={problemOf('apagar') ? true : undefined}
              aria-describedby={problemOf('apagar') ? 'dados-apagar-erro' : undefined}
            />
            <span className="choice__text">{words.erase.sure}</span>
          </label>
          <FieldProblem id="dados-apagar-erro">{problemOf('apagar')}</FieldProblem>
        </div>
        <p>
          <SecondaryButton
            disabled={busy !== null && busy !== 'apagar'}
            busyText={busy === 'apagar' && words.sending}
            onClick={() => ask('apagar')}
          >
            {words.erase.send}
          </SecondaryButton>
        </p>
      </details>
    </>
  );
}
