import { documentView } from '../../../content/print-export.ts';
import { DocumentView } from './DocumentView.tsx';

/** A picture that can be turned by quarters, and enlarged and scrolled. */
export function DocumentPicture({ address }: { address: string }) {
  return (
    <DocumentView shape="picture">
      {({ quarters, large }) => (
        <img
          className="document-picture"
          data-quarters={quarters}
          data-large={large}
          src={address}
          alt={documentView.alt}
        />
      )}
    </DocumentView>
  );
}
