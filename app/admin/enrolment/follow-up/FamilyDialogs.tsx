import { deciding } from '../../../../content/deciding.ts';
import { desk } from '../../../../content/desk.ts';
import { openEnrolment } from '../../../../content/open-enrolment.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { SecondaryButton } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { endLinks } from '../../api/decisions.ts';
import { FormDialog } from '../../controls/FormDialog.tsx';
import { MessageCard } from '../state/MessageCard.tsx';
import { undoneName } from '../state/open-enrolment.ts';
import type { OpenedEnrolment } from '../state/use-open-enrolment.ts';

type Props = { opened: OpenedEnrolment; onClose: () => void };

/** The message to the family, whatever was decided; after its links were ended the one that carries another. Source: docs/ux.md §8.5, §11.2. */
export function MessagesDialog({ opened, onClose }: Props) {
  const { enrolment, followed, screen, say, tell } = opened;
  function onSent() {
    tell.withdraw(enrolment.id);
    say(deciding.informed(undoneName(enrolment)));
    onClose();
  }
  return (
    <Dialog
      title={desk.notifyFamily}
      className="dialog--small"
      onClose={onClose}
      footer={<SecondaryButton onClick={onClose}>{desk.close}</SecondaryButton>}
    >
      {followed && (
        <MessageCard
          people={[{ enrolment, followUp: followed.state }]}
          renewed={screen.inner === 'new link'}
          onSent={onSent}
        />
      )}
    </Dialog>
  );
}

/** For a link that somebody else has: ends all of an enrolment, the family's own too, and leads to the message with another. Source: docs/ux.md §8.2, §8.5. */
export function LinksDialog({ opened: { enrolment, screen, show, change }, onClose }: Props) {
  const words = openEnrolment.links;
  const end = async () => {
    const ended = await change(() => endLinks(enrolment.id), { waits: true, said: words.ended });
    if (ended) show({ inner: 'new link' });
  };
  return (
    <FormDialog
      title={words.title}
      submit={words.end}
      busy={words.ending}
      cancel={words.leave}
      send={end}
      onClose={onClose}
    >
      <p>{words.ask}</p>
      <p className="field__hint">{words.hint}</p>
      {screen.problem && <Alert title={screen.problem} />}
    </FormDialog>
  );
}
