import { useState } from 'react';
import { desk } from '../../../content/desk.ts';
import { admin } from '../../../content/desk-screens.ts';
import { SecondaryButton } from '../../ui/Button.tsx';

/** Why the list is empty, and what to do: clear the filters, or publish the form's link. Source: SPEC §2, docs/ux.md §7. */
export function EmptyList({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  if (filtered)
    return (
      <div className="admin__empty">
        <p>{desk.nothingFound}</p>
        <SecondaryButton onClick={onClear}>{desk.clearFilters}</SecondaryButton>
      </div>
    );
  return (
    <div className="admin__empty">
      <p>{admin.empty}</p>
      <FormLink />
    </div>
  );
}

function FormLink() {
  const link = `${window.location.origin}/projeto-social`;
  const [copied, setCopied] = useState(false);
  return (
    <p className="admin__spread">
      {desk.spread} <a href={link}>{link}</a>
      {/* without a clipboard (plain http, an old browser) the link itself can be copied */}
      {navigator.clipboard && (
        <SecondaryButton
          onClick={() =>
            navigator.clipboard.writeText(link).then(
              () => setCopied(true),
              () => {},
            )
          }
        >
          {desk.copy}
        </SecondaryButton>
      )}
      {copied && desk.copied}
    </p>
  );
}
