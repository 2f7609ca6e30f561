import type { ComponentProps } from 'react';
import { documentView } from '../../../content/print-export.ts';
import { SecondaryButton } from '../../ui/Button.tsx';
import { DocumentPanel } from './DocumentPanel.tsx';
import type { DocumentsState } from './use-documents.ts';

type Props = {
  views: ComponentProps<typeof DocumentPanel>['views'];
  documents: DocumentsState;
};

/** The chosen document of an enrolment, below buttons for the others when there are any. Source: docs/ux.md §8.4. */
export function Documents({ views, documents: { all, choose, shown, state } }: Props) {
  const address = shown.cadastroUnico;
  return (
    <>
      {all.length > 1 && (
        <fieldset className="document-panel__which">
          <legend className="vh">{documentView.which}</legend>
          {all.map((each) => (
            <SecondaryButton
              key={each.address}
              aria-pressed={each.address === address}
              onClick={() => choose(each.address)}
            >
              {each.words}
            </SecondaryButton>
          ))}
        </fieldset>
      )}
      <DocumentPanel key={`${shown.id} ${address}`} enrolment={shown} views={views} state={state} />
    </>
  );
}
