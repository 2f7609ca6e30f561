import { useEffect, useRef } from 'react';
import { project } from '../../content/social-project.ts';
import { FIELDS, type Field, type FieldName } from '../../domain/enrolment-fields.ts';
import type { Errors, Told } from './use-enrolment.ts';

type Props = { told: Told; errors: Errors; onFollow: (name: FieldName) => void };

/**
 * Every problem of the last attempt, as links to the fields; solved ones are
 * struck out. Takes the focus after every refused attempt. The outer element is
 * focused and the inner one announced, as govuk-frontend does.
 */
export function ErrorSummary({ told: { problems, round }, errors, onFollow }: Props) {
  const summary = useRef<HTMLDivElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round is a new refusal, also with the same problems
  useEffect(() => {
    summary.current?.scrollIntoView({ block: 'start' });
    summary.current?.focus({ preventScroll: true });
  }, [round]);

  if (problems.length === 0) return null;
  return (
    <div className="notice notice--error summary" tabIndex={-1} ref={summary}>
      <div role="alert" key={round}>
        <h3 className="notice__title">{project.problems.title}</h3>
        <ul className="summary__list">
          {problems.map(({ field, message }) => (
            <li key={field}>
              {errors[field] ? (
                <a
                  href={`#${targetOf(field)}`}
                  onClick={(event) => {
                    event.preventDefault();
                    onFollow(field);
                  }}
                >
                  {errors[field].message}
                </a>
              ) : (
                <>
                  <s>{message}</s>
                  <span>{` ${project.problems.solved}`}</span>
                </>
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** The id of the field's control, or of the first choice of its group. */
function targetOf(name: FieldName): string {
  const field: Field | undefined = FIELDS.find((candidate) => candidate.name === name);
  return field?.control === 'radios' ? `${name}-${Object.keys(field.options ?? {})[0]}` : name;
}
