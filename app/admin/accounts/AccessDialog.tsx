import { accounts } from '../../../content/accounts.ts';
import { type Administrator, setAccess } from '../api/accounts.ts';
import { ConfirmDialog } from '../controls/ConfirmDialog.tsx';

/** Disables an account, or enables it again. `onDone` gets the text of the success message. */
export function AccessDialog({
  person,
  onDone,
  onClose,
}: {
  person: Administrator;
  onDone: (message: string) => void;
  onClose: () => void;
}) {
  const { account, email, disabledAt } = person;
  const words = disabledAt
    ? {
        title: accounts.giveBackTitle,
        text: accounts.giveBackText,
        act: accounts.giveBack,
        done: accounts.givenBack,
      }
    : {
        title: accounts.takeAwayTitle,
        text: accounts.takeAwayText,
        act: accounts.takeAway,
        done: accounts.takenAway,
      };
  return (
    <ConfirmDialog
      title={words.title}
      submit={words.act}
      busy={accounts.saving}
      destructive={!disabledAt}
      confirm={async (password) => {
        await setAccess(account, disabledAt !== null, password);
        onDone(words.done(email));
      }}
      onClose={onClose}
    >
      <p>{words.text(email)}</p>
    </ConfirmDialog>
  );
}
