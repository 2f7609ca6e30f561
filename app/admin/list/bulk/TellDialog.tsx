import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { admin } from '../../../../content/desk-screens.ts';
import type { OtherMessage } from '../../../../content/family-messages.ts';
import { toDo as words } from '../../../../content/to-do.ts';
import { brazilianDay, todayInBrazil, writtenDay } from '../../../../domain/dates.ts';
import { SecondaryButton } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import type { ListedEnrolment } from '../../api/enrolments.ts';
import { type FollowUp, followUpOf } from '../../api/follow-up.ts';
import { QueryState } from '../../controls/QueryState.tsx';
import { MessageCard } from '../../enrolment/state/MessageCard.tsx';
import { familiesToTell } from './families.ts';

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
        <TellFamily
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

type FamilyProps = {
  people: readonly ListedEnrolment[];
  about?: OtherMessage | undefined;
  onNext: (notified: boolean) => void;
};

/** The card of one family: of these people those who still wait to be told. */
export function TellFamily({ people, about, onNext }: FamilyProps) {
  const known = useQuery({
    queryKey: ['to tell', people.map(({ id }) => id)],
    queryFn: async ({ signal }) => {
      const states = await Promise.all(people.map(({ id }) => followUpOf(id, signal)));
      return people.map((enrolment, at) => ({ enrolment, followUp: states[at] ?? null }));
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!known.data) return <QueryState query={known} loading={admin.loading} />;
  const untold = known.data.flatMap(
    ({ enrolment, followUp }) =>
      followUp && (about ? !heardToday(followUp, about) : followUp.toNotify)
        ? [{ enrolment, followUp, about }]
        : [], // told meanwhile, decided anew, or erased
  );
  return <MessageCard people={untold} onSent={() => onNext(true)} onSkip={() => onNext(false)} />;
}

const heardToday = ({ history }: FollowUp, about: OtherMessage) =>
  history.some(({ from, at }) => from === about && brazilianDay(at) === writtenDay(todayInBrazil()));
