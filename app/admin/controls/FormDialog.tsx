import { useMutationState, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { accounts, confirming } from '../../../content/accounts.ts';
import { deciding as words } from '../../../content/deciding.ts';
import { desk } from '../../../content/desk.ts';
import { useSession } from '../../api/session.tsx';
import { Alert } from '../../ui/Alert.tsx';
import { Button, SecondaryButton } from '../../ui/Button.tsx';
import { useConfirmLeaving } from '../../ui/browser/use-confirm-leaving.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { showToast } from '../../ui/toast/toast.ts';
import { mayRetry } from '../api/failure-text.ts';
import { accountFailure } from './account-failure.ts';
import { focusTitle } from './focus-target.ts';
import { PasswordField } from './PasswordField.tsx';
import { useClose } from './use-dialog.tsx';
import { type Form, type FormOptions, useForm } from './use-form.ts';
import './desk-pages.css';

type Props<Values extends object> = Omit<FormOptions<Values>, 'initial' | 'passwordMissing' | 'failed'> & {
  title: string;
  /** The name of whom it is about, below the title, and with it where the dialog has gone before it failed. */
  person?: string;
  submit?: ReactNode;
  /** The words on that button while it is sent. */
  busy?: string | undefined;
  destructive?: boolean;
  /** Whether there is nothing that could be sent. */
  disabled?: boolean | ((values: Values) => boolean);
  initial?: Values;
  /** Whether the signed-in person's password is asked for, too. */
  password?: boolean;
  /** Called when nothing is sent after all, in the place of closing what `useDialog` opened; while it is sent too, where that `mayClose`: the call goes on. */
  onClose?: () => void;
  mayClose?: boolean;
  cancel?: string;
  className?: string;
  formClass?: string;
  /** Before the buttons; a control in it has `formId` as its form. */
  foot?: (form: Form<Values>, formId: string) => ReactNode;
  /** The fields. What is typed goes when the dialog is closed; what is `unsaved` stays, unless it is cancelled. */
  children?: ReactNode | ((form: Form<Values>) => ReactNode);
};

/**
 * A dialog that asks for something and sends it, with the signed-in person's password where `password` says
 * so: before what cannot be taken back. Where `send` resolves to a sentence, that is what was done: the dialog closes,
 * a toast says it and everything on the page is read again; otherwise whoever draws it does. Source: docs/ux.md §8.6, §8.8.
 */
export function FormDialog<Values extends object>({
  title,
  person,
  submit = accounts.save,
  busy = accounts.saving,
  destructive = false,
  disabled = false,
  initial = {} as Values,
  password = false,
  explain = accountFailure,
  send,
  onClose: onCloseHere,
  cancel = confirming.cancel,
  mayClose = false,
  className = 'dialog--small dialog--low',
  formClass = 'desk-form stack gap-5',
  foot,
  children,
  ...options
}: Props<Values>) {
  const formId = useId();
  const passwordMissing = password ? confirming.missing : undefined;
  const client = useQueryClient();
  const close = useClose();
  const onClose = onCloseHere ?? close;
  const unanswered = useUnanswered();
  const form: Form<Values> = useForm({
    ...options,
    initial,
    explain,
    passwordMissing,
    failed: confirming.notDone([title, person].filter(Boolean).join(', ')),
    send: async (values, typed) => {
      const done = await send(values, typed).catch((error) => {
        if (!mayRetry(error) && error.code !== 'invalid_credentials') void client.invalidateQueries(); // it may be another by now
        throw error;
      });
      if (typeof done !== 'string') return;
      onClose();
      showToast({ title: done, tone: 'success' });
      await client.invalidateQueries();
      setTimeout(focusTitle); // what opened the dialog may have gone with what was done
    },
  });
  function giveUp() {
    options.unsaved?.[1](() => undefined);
    onClose();
  }
  useConfirmLeaving(form.busy);

  return (
    <Dialog
      title={title}
      className={className}
      head={person && <bdi className="bold">{person}</bdi>}
      onClose={() => (form.busy && !mayClose) || onClose()}
      footer={
        <>
          {foot?.(form, formId)}
          <SecondaryButton disabled={form.busy && !mayClose} onClick={form.busy ? onClose : giveUp}>
            {form.busy && mayClose ? desk.close : cancel}
          </SecondaryButton>
          <Button
            variant={destructive ? 'destructive' : 'primary'}
            type="submit"
            form={formId}
            disabled={typeof disabled === 'function' ? disabled(form.values) : disabled}
            busyText={form.busy && busy}
          >
            {submit}
          </Button>
        </>
      }
    >
      <form className={formClass} id={formId} {...form.form}>
        {typeof children === 'function' ? children(form) : children}
        {password && <OwnPassword {...form.ownPassword} />}
        {form.busy && mayClose && unanswered && <Unanswered />}
        {form.said && (
          <div ref={intoView}>
            <Alert {...form.said} />
          </div>
        )}
      </form>
    </Dialog>
  );
}

/** The signed-in person's own password. */
function OwnPassword(props: Form<object>['ownPassword']) {
  const { user } = useSession();
  return (
    <>
      {/* tells password managers whose password it is */}
      <input type="email" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
      <PasswordField
        label={confirming.label}
        hint={confirming.hint}
        autoComplete="current-password"
        {...props}
      />
    </>
  );
}

/** Below the fields, on a phone it may begin behind the buttons. */
const intoView = (failure: HTMLElement | null) =>
  failure?.firstElementChild?.scrollIntoView({ block: 'nearest' });

/** Whether a call had no answer, and is made again by itself; with a key, one of those. */
export const useUnanswered = (mutationKey?: string[]): boolean =>
  useMutationState({
    filters: { ...(mutationKey && { mutationKey }), status: 'pending' },
    select: ({ state }) => state.failureCount,
  }).some((failures) => failures > 0);

/** Says so. */
export const Unanswered = () => (
  <Alert title={words.noAnswer}>
    <p>{words.tryingAgain}</p>
  </Alert>
);
