import type { ComponentProps } from 'react';
import { desk } from '../../../../content/desk.ts';
import { SecondaryButton } from '../../../ui/Button.tsx';
import { TextArea } from '../../../ui/fields/TextField.tsx';
import { actionError } from '../../api/failure-text.ts';
import { useForm } from '../../controls/use-form.ts';

type Props = Pick<ComponentProps<typeof TextArea>, 'label' | 'hint' | 'maxLength' | 'autoFocus'> & {
  /** Said where nothing is written. */
  missing: string;
  submit: string;
  /** What is stored already. */
  stored?: string;
  /** What is typed and not stored yet, undefined for nothing: `useUnsavedValue<string>(…)`. */
  unsaved: readonly [
    typed: string | undefined,
    keep: (update: (now: string | undefined) => string | undefined) => void,
  ];
  busy: boolean;
  onType?: () => void;
  /** Resolves to whether it was stored. */
  send: (text: string) => Promise<boolean>;
  /** Called when it was stored or cancelled; without it there is nothing to cancel. */
  onClose?: () => void;
  /** The classes of the row of buttons. */
  buttons?: string;
};

/** One text about an enrolment that is written and stored: a note, its correction, why a request is refused. */
export function TextForm({
  missing,
  submit,
  stored = '',
  unsaved: [typed, keep],
  busy,
  onType,
  send,
  onClose,
  buttons = 'row gap-3',
  ...area
}: Props) {
  const form = useForm({
    initial: { text: stored },
    unsaved: [
      typed === undefined ? undefined : { text: typed },
      (update) =>
        keep((now) => {
          const text = update({ text: now ?? stored })?.text;
          return text === stored ? undefined : text;
        }),
    ],
    check: ({ text }) => (text.trim() === '' ? { text: missing } : {}),
    async send({ text }) {
      if (!(await send(text))) return;
      let typedOn = false;
      keep((now) => {
        typedOn = now !== undefined && now !== text;
        return typedOn ? now : undefined;
      });
      if (!typedOn) onClose?.();
    },
    explain: actionError,
  });
  return (
    <form {...form.form} className="follow-up__part stack gap-4" onChange={onType}>
      <TextArea {...area} {...form.text('text')} />
      <div className={buttons}>
        <SecondaryButton type="submit" disabled={busy}>
          {submit}
        </SecondaryButton>
        {onClose && (
          <SecondaryButton
            disabled={busy}
            onClick={() => {
              form.reset();
              onClose();
            }}
          >
            {desk.cancel}
          </SecondaryButton>
        )}
      </div>
    </form>
  );
}
