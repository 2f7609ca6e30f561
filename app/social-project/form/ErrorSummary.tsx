import { useEffect, useRef } from 'react';
import { project } from '../../../content/social-project.ts';
import type { FieldName } from '../../../domain/enrolment/fields.ts';
import type { Errors, Summary } from './use-enrolment.ts';

type Props = { summary: Summary; errors: Errors; onSelect: (name: FieldName) => void };

/**
 * The problems of the last attempt as links to their fields; solved ones are struck out.
 * Takes the focus after each refused attempt. The outer element is focused and the inner
 * one announced, as in govuk-frontend.
 */
export function ErrorSummary({ summary: { problems, attempt }, errors, onSelect }: Props) {
  const element = useRef<HTMLDivElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt is a new refusal, also with the same problems
  useEffect(() => {
    element.current?.scrollIntoView({ block: 'start', behavior: 'instant' }); // a smooth way from the form's end takes long
    element.current?.focus({ preventScroll: true });
  }, [attempt]);

  if (problems.length === 0) return null;
  return (
    <div className="notice notice--error summary" tabIndex={-1} ref={element}>
      <div role="alert" key={attempt}>
        <h3 className="notice__title">{project.problems.title}</h3>
        <ul className="stack gap-2">
          {problems.map(({ field, message }) => (
            <li key={field}>
              {errors[field] ? (
                <a
                  href={`#${field}`}
                  onClick={(event) => {
                    event.preventDefault();
                    onSelect(field);
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
