import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { deciding } from '../../../../content/deciding.ts';
import { desk } from '../../../../content/desk.ts';
import { openEnrolment } from '../../../../content/open-enrolment.ts';
import { nameOf } from '../../../../domain/desk/sheet.ts';
import { SecondaryButton } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { endLinks } from '../../api/decisions.ts';
import { followUpQuery } from '../../api/follow-up.ts';
import { FormDialog, Unanswered } from '../../controls/FormDialog.tsx';
import { calledName } from '../state/open-enrolment.ts';
import type { OpenedEnrolment } from '../state/use-open-enrolment.ts';
import { FamilyCard } from './FamilyCard.tsx';
import { MessageCard } from './MessageCard.tsx';

type Props = { opened: OpenedEnrolment; onClose: () => void };

/** The message to the family, whatever was decided, of siblings who wait to be told, too; after its links were ended the one that carries another. Source: docs/ux.md §8.5, §11.2. */
export function MessagesDialog({ opened, onClose }: Props) {
  const client = useQueryClient();
  const { enrolment, followed, screen, busy, unanswered, show, send } = opened;
  const [toTell] = useState(opened.toTell); // also once one of them was told
  const about = ({ absences: 'faltou', renewal: 'renovacao' } as const)[screen.inner as 'absences'];
  const answered = about || enrolment.toNotify ? null : followed?.state.answered; // the decision comes first
  const close = () => (busy && !unanswered) || onClose();

  function onSent() {
    show({
      message: null,
      said: { title: deciding.informed(toTell.map(calledName).join(' e ')), tone: 'success' },
    });
    if (toTell.length > 1) void client.invalidateQueries(followUpQuery(enrolment.id)); // `send` reads its own
    onClose();
  }

  return (
    <Dialog
      title={desk.notifyFamily}
      className="dialog--small"
      onClose={close}
      footer={
        <SecondaryButton disabled={busy && !unanswered} onClick={close}>
          {desk.close}
        </SecondaryButton>
      }
    >
      {unanswered && <Unanswered />}
      {screen.inner === 'messages' && toTell.length > 1 ? (
        <FamilyCard people={toTell} onNext={(notified) => (notified ? onSent() : onClose())} />
      ) : (
        followed && (
          <MessageCard
            people={[{ enrolment, followUp: followed.state, answered, about }]}
            renewed={screen.inner === 'new link'}
            send={send}
            onSent={onSent}
          />
        )
      )}
    </Dialog>
  );
}

/** For a link that somebody else has: ends all of an enrolment, the family's own too, and leads to the message with another. Source: docs/ux.md §8.2, §8.5. */
export function LinksDialog({ opened, onClose }: Props) {
  const { enrolment } = opened;
  const words = openEnrolment.links;
  return (
    <FormDialog
      title={words.title}
      person={nameOf(enrolment)}
      submit={words.end}
      busy={words.ending}
      cancel={words.leave}
      destructive
      send={() => opened.send(() => endLinks(enrolment.id), { inner: 'new link', done: words.ended })}
      mayClose
      onClose={onClose}
    >
      <p>{words.ask}</p>
      <p className="field__hint">{words.hint}</p>
    </FormDialog>
  );
}
