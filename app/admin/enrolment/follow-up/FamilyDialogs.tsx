import { deciding } from '../../../../content/deciding.ts';
import { desk } from '../../../../content/desk.ts';
import { openEnrolment } from '../../../../content/open-enrolment.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { SecondaryButton } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { endLinks } from '../../api/decisions.ts';
import type { Changed } from '../../api/follow-up.ts';
import { FormDialog } from '../../controls/FormDialog.tsx';
import { MessageCard } from '../state/MessageCard.tsx';
import { undoneName } from '../state/open-enrolment.ts';
import type { OpenedEnrolment } from '../state/use-open-enrolment.ts';
import { isInformed } from '../state/use-telling.ts';

type Props = { opened: OpenedEnrolment; onClose: () => void };

/** The message to the family, whatever was decided; after its links were ended the one that carries another. Source: docs/ux.md §8.5, §11.2. */
export function MessagesDialog({ opened, onClose }: Props) {
  const { enrolment, followed, screen, change, say, tell } = opened;
  const close = () => screen.busy || onClose();

  async function send(call: () => Promise<Changed | null>) {
    let failure: unknown;
    const noting = () =>
      call().catch((error) => {
        failure = error;
        throw error;
      });
    const answer = await change(noting, { waits: true });
    if (failure) throw failure;
    return answer;
  }

  function onSent(answer: Changed | null) {
    if (isInformed(enrolment, answer, [tell.toTell, tell.telling])) {
      tell.withdraw(enrolment.id);
      say(deciding.informed(undoneName(enrolment)));
    }
    onClose();
  }

  return (
    <Dialog
      title={desk.notifyFamily}
      className="dialog--small"
      onClose={close}
      footer={
        <SecondaryButton disabled={screen.busy} onClick={close}>
          {desk.close}
        </SecondaryButton>
      }
    >
      <DoneBefore {...opened} />
      {followed && (
        <MessageCard
          people={[{ enrolment, followUp: followed.state }]}
          renewed={screen.inner === 'new link'}
          send={send}
          onSent={onSent}
        />
      )}
    </Dialog>
  );
}

/** For a link that somebody else has: ends all of an enrolment, the family's own too, and leads to the message with another. Source: docs/ux.md §8.2, §8.5. */
export function LinksDialog({ opened, onClose }: Props) {
  const { enrolment, screen, show, change } = opened;
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
      <DoneBefore {...opened} />
      <p>{words.ask}</p>
      <p className="field__hint">{words.hint}</p>
      {screen.problem && <Alert title={screen.problem} />}
    </FormDialog>
  );
}

/** What was done before, which led here: the foot, that says it otherwise, is behind. */
const DoneBefore = ({ said }: OpenedEnrolment) => (
  <p className="unless-empty" role="status">
    {!said.failed && said.text}
  </p>
);
