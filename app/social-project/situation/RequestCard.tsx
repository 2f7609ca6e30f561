import type { ComponentProps } from 'react';
import { FamilyForm } from './FamilyForm.tsx';
import { problemOf } from './own-data-problem.ts';

type Props = Omit<ComponentProps<typeof FamilyForm>, 'label' | 'words' | 'fields' | 'whyNot'> & {
  words: { title: string; text?: string; send: string; sending?: string };
  open?: boolean;
  /** What is asked for with it. */
  fields?: ComponentProps<typeof FamilyForm>['fields'];
};

/** Something that a family may ask for: a fold with what it means, its field and its button. */
export const RequestCard = ({ words, open, fields, ...form }: Props) => (
  <details className="fold" open={open || undefined}>
    <summary>{words.title}</summary>
    <FamilyForm
      {...form}
      label={words.title}
      words={words}
      variant="secondary"
      whyNot={problemOf}
      fields={(...now) => (
        <>
          {words.text && <p>{words.text}</p>}
          {fields?.(...now)}
        </>
      )}
    />
  </details>
);
