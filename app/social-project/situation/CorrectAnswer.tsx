import { useEffect, useRef, useState } from 'react';
import { ownData } from '../../../content/own-data.ts';
import { todayInBrazil } from '../../../domain/dates.ts';
import { type Answers, fieldOf } from '../../../domain/desk/sheet.ts';
import {
  byColumn,
  changesOf,
  correctedWith,
  isAsked,
  problemsOf,
  type Typed,
  typedOf,
  typedWith,
} from '../../../domain/desk/typed-answers.ts';
import type { FieldName } from '../../../domain/enrolment/fields.ts';
import { AnswerField } from '../../ui/fields/AnswerField.tsx';
import { useRules } from '../form/use-rules.ts';
import { FamilyForm } from './FamilyForm.tsx';
import type { OwnRequest } from './own-data.ts';
import { problemOf } from './own-data-problem.ts';

const words = ownData.correct;

type Props = {
  name: FieldName;
  answers: Answers;
  /** Resolves to what went wrong, `''` for nothing. */
  onAsk: (changes: OwnRequest['mudancas']) => Promise<string>;
  onCancel: () => void;
};

/** Another answer for one question, in the kind of input that the form has for it; the medical question with its details. */
export function CorrectAnswer({ name, answers, onAsk, onCancel }: Props) {
  const rules = useRules();
  const first = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState<Typed>({});
  const stored = (field: ReturnType<typeof correctedWith>[number]) => typedOf(field, answers[field.name]);

  useEffect(() => {
    first.current?.querySelector<HTMLElement>('input:not([type=radio]), :checked, select, textarea')?.focus();
  }, []);

  return (
    <div className="own-data__correct" ref={first}>
      <FamilyForm
        label={words.title(fieldOf(name).sheetLabel)}
        words={words}
        cancel={{ words: words.cancel, onCancel }}
        problemsOf={() => problemsOf(answers, typed, todayInBrazil(), rules)}
        onSend={() => {
          const changes = byColumn(changesOf(answers, typed));
          return Object.keys(changes).length === 0 ? words.same : onAsk(changes);
        }}
        whyNot={problemOf}
        fields={(problems, busy) => (
          <>
            {correctedWith(name)
              .filter((field) => isAsked(field, answers, typed))
              .map((field) => (
                <AnswerField
                  key={field.name}
                  field={field}
                  stored={answers[field.name] ?? null}
                  value={typed[field.name] ?? stored(field)}
                  changed={(typed[field.name] ?? stored(field)) !== stored(field)}
                  problem={problems[field.name]}
                  disabled={busy}
                  onType={(value) => setTyped(typedWith(answers, typed, field.name, value))}
                />
              ))}
            <p className="field__hint">{words.hint}</p>
          </>
        )}
      />
    </div>
  );
}
