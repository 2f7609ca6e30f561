import { Button, SecondaryButton } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';

type Props = {
  words: Readonly<Record<'title' | 'text' | 'stay' | 'leave', string>>;
  onStay: () => void;
  onLeave: () => void;
};

/** Asks whether somebody leaves the desk. */
export const Question = ({ words, onStay, onLeave }: Props) => (
  <Dialog
    title={words.title}
    className="dialog--small"
    onClose={onStay}
    footer={
      <>
        <SecondaryButton onClick={onLeave}>{words.leave}</SecondaryButton>
        <Button onClick={onStay}>{words.stay}</Button>
      </>
    }
  >
    <p>{words.text}</p>
  </Dialog>
);
