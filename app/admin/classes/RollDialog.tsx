import { useMutationState, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { roll as words } from '../../../content/attendance.ts';
import { brazilianMoment, todayInBrazil } from '../../../domain/dates.ts';
import { dayInWords, type Mark, newestDay } from '../../../domain/desk/attendance.ts';
import { useSession } from '../../api/session.tsx';
import { Button, SecondaryButton } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { DayField } from '../../ui/fields/TextField.tsx';
import { rollQuery } from '../api/attendance.ts';
import { type OwnClass, peopleQuery } from '../api/classes.ts';
import { FormDialog } from '../controls/FormDialog.tsx';
import { Menu } from '../controls/Menu.tsx';
import { QueryState } from '../controls/QueryState.tsx';
import { useClose, useDialog } from '../controls/use-dialog.tsx';
import { useClassList } from '../print/use-class-list.tsx';
import { RollPupil } from './RollPupil.tsx';
import { keepMarks, useUnsent } from './unsent.ts';

/** The list of a class on a day: everybody is there, a tap says who is not. What is marked is kept until it is sent. Source: docs/ux.md §8.11. */
export function RollDialog({ one }: { one: OwnClass }) {
  const close = useClose();
  const account = useSession().user?.id ?? '';
  const today = todayInBrazil();
  const [day, setDay] = useState(() => newestDay(one.days, today));
  const state = useRef<HTMLParagraphElement>(null);
  const { open, say, said, dialog } = useDialog();
  const { print, busyOf, paper } = useClassList(say);
  const people = useQuery(peopleQuery(one.id, day));
  const list = useQuery(rollQuery(one.id, day));
  const key = `${one.id} ${day}`;
  const unsent = useUnsent(account)[key];
  const pupils = new Map(list.data?.pupils.map((pupil) => [pupil.id, pupil]));
  const rows = (people.data ?? []).flatMap((person) => {
    const stored = pupils.get(person.id);
    if (!stored) return [];
    const { [person.id]: mark = stored.mark } = unsent?.marks ?? {};
    return [{ person, mark: mark ?? 'presente', before: stored.before }];
  });
  const keep = (marks: Record<string, Mark | null>, done?: boolean) =>
    keepMarks(account, key, { name: one.name, marks, done });
  const { mayChange = false, takenAt, takenBy } = list.data ?? {};
  const isRefused = useMutationState({ filters: { mutationKey: ['roll', key], status: 'error' } }).length > 0;
  const isDone = unsent && !isRefused ? unsent.done : takenAt;
  const present = rows.filter(({ mark }) => mark === 'presente').length;
  const failed = [list, people].find(({ isPending, isError }) => isPending || isError);

  return (
    <Dialog
      title={words.title(one.name, dayInWords(day))}
      className="dialog--small"
      onClose={close}
      footer={
        <>
          <p className="roll__state small" role="status" tabIndex={-1} ref={state}>
            {rows.length > 0 && words.present(present, rows.length)}{' '}
            {unsent
              ? isRefused
                ? words.refused(one.name, dayInWords(day))
                : words.sending
              : takenAt && words.taken(brazilianMoment(new Date(takenAt)), takenBy ?? '')}
          </p>
          <SecondaryButton onClick={close}>{words.close}</SecondaryButton>
          {mayChange && !isDone && rows.length > 0 && (
            <Button
              onClick={() => {
                state.current?.focus(); // this button goes
                keep({}, true);
              }}
            >
              {day === today ? words.done : words.doneOf(dayInWords(day))}
            </Button>
          )}
        </>
      }
    >
      <div className="stack gap-4">
        <div className="row between gap-3">
          <DayField
            label={words.day}
            max={today}
            value={day}
            onChange={({ target }) => target.value > '2020' && target.value <= today && setDay(target.value)}
          />
          <Menu
            acts={[
              [words.print, () => print(one, day), busyOf(one.id) ? 'off' : ''],
              [
                words.takeBack,
                () =>
                  open(<TakeBackDialog day={day} onYes={() => keep(allTo(pupils.keys(), null), false)} />),
                mayChange && (takenAt || unsent) ? 'error' : 'off',
              ],
            ]}
          />
        </div>
        {said}
        {failed && <QueryState query={failed} loading={words.loading} />}
        {!failed && <p>{rows.length === 0 ? words.none : mayChange ? words.hint : words.locked}</p>}
        <ol className="roll">
          {rows.map(({ person, ...row }) => (
            <RollPupil
              key={person.id}
              person={person}
              {...row}
              onMark={mayChange ? (mark) => keep({ [person.id]: mark }) : undefined}
            />
          ))}
        </ol>
        {dialog}
        {paper}
      </div>
    </Dialog>
  );
}

const allTo = (ids: Iterable<string>, mark: null) => Object.fromEntries([...ids].map((id) => [id, mark]));

/** Asks before every mark of a day goes, as of another day or class. */
const TakeBackDialog = ({ day, onYes }: { day: string; onYes: () => void }) => (
  <FormDialog
    title={words.takeBack}
    submit={words.takeBackYes}
    destructive
    send={async () => {
      onYes();
      return words.takenBack;
    }}
  >
    <p>{words.takeBackText(dayInWords(day))}</p>
  </FormDialog>
);
