import type { ComponentProps } from 'react';
import { desk } from '../../../../content/desk.ts';
import { SecondaryButton } from '../../../ui/Button.tsx';
import { TextArea } from '../../../ui/fields/TextField.tsx';
import { actionError } from '../../api/failure-text.ts';
import { useForm } from '../../controls/use-form.ts';

type Props = Pick<ComponentProps<typeof TextArea>, 'label' | 'hint' | 'maxLength' | 'autoFocus'> & {
  /** Said where there is nothing in it. */
  missing: string;
  submit: string;
  /** What is stored already. */
  stored?: string;
  /** What is typed instead, kept in the tab until it was sent; undefined while it is as stored. */
  kept: [string | undefined, (update: (now: string | undefined) => string | undefined) => void];
  busy: boolean;
  onType?: () => void;
  /** Resolves to whether it was stored. */
  send: (text: string) => Promise<boolean>;
  /** Called once it was sent or cancelled; without it there is nothing to cancel. */
  onClose?: () => void;
  /** The classes of the row of buttons. */
  actions?: string;
};

/** A form of one text: a note, its correction, the answer to a request. */
export function TextForm({
  missing,
  submit,
  stored = '',
  kept: [typed, keep],
  busy,
  onType,
  send,
  onClose,
  actions = 'row gap-3',
  ...area
}: Props) {
  const form = useForm<{ text: string }>({
    initial: { text: typed ?? stored },
    check: ({ text }) => (text.trim() === '' ? { text: missing } : {}),
    send: async ({ text }) => {
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
  return null;
}
