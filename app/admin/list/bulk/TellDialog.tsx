import { useState } from 'react';
import type { OtherMessage } from '../../../../content/family-messages.ts';
import { toDo as words } from '../../../../content/to-do.ts';
import { SecondaryButton } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import type { ListedEnrolment } from '../../api/enrolments.ts';
import { FamilyCard } from '../../enrolment/follow-up/FamilyCard.tsx';
import { familiesToTell } from '../../enrolment/state/families.ts';

type Props = {
  rows: readonly ListedEnrolment[];
  /** What they are told, where it is not what became of the enrolment. */
  about?: OtherMessage | undefined;
  onClose: () => void;
};

/** The families of these rows that wait to be notified, one after the other: the text, WhatsApp, 'Mandou?'. Source: docs/ux.md §7, §8.6. */
export function TellDialog({ rows, about, onClose }: Props) {
  const [families] = useState(() => familiesToTell(rows, about !== undefined));
  const [at, setAt] = useState(0);
  const [notified, setNotified] = useState(0);
  const family = families[at];
  const end =
    families.length === 0 ? words.nobodyToTell : words.notified(notified, families.length - notified);
  return (
    <Dialog
      title={family ? words.tellTitle(at + 1, families.length) : words.tell}
      className="dialog--small"
      onClose={onClose}
      footer={<SecondaryButton onClick={onClose}>{words.close}</SecondaryButton>}
    >
      {family ? (
        <FamilyCard
          key={at}
          people={family}
          about={about}
          onNext={(isNotified) => {
            setNotified(notified + (isNotified ? 1 : 0));
            setAt(at + 1);
          }}
        />
      ) : (
        <p role="status">{end}</p>
      )}
    </Dialog>
  );
}
