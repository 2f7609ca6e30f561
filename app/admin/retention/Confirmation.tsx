import type { ComponentProps } from 'react';
import { erasing } from '../../../content/erasing.ts';
import { writtenProtocol } from '../../../domain/enrolment/protocol.ts';
import { TextField } from '../../ui/fields/TextField.tsx';

type Props = Omit<ComponentProps<typeof TextField>, 'label'> & { protocol: string | null };

/** What is typed before something is erased: the digits of `protocol`, or APAGAR where there is none. Source: docs/ux.md §8.6. */
export const Confirmation = ({ protocol, ...input }: Props) => (
  <TextField
    label={erasing.confirm(protocol && writtenProtocol(protocol))}
    inputMode={protocol ? 'numeric' : 'text'}
    autoComplete="off"
    spellCheck={false}
    {...input}
  />
);

/** What is wrong with it; the database checks the same. */
export function confirmationProblem(protocol: string | null, typed: string): string | undefined {
  if (protocol) return typed.replace(/\D/g, '') === protocol ? undefined : erasing.mismatch;
  return typed.trim().toUpperCase() === 'APAGAR' ? undefined : erasing.mismatchWord;
}
