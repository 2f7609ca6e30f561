import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { classes } from '../../../content/classes.ts';
import { SecondaryButton } from '../../ui/Button.tsx';
import { type OwnClass as Class, classList, ownClassesQuery } from '../api/classes.ts';
import { QueryState } from '../controls/QueryState.tsx';
import { ClassListDialog } from '../print/ClassListDialog.tsx';
import { Pupil } from './Pupil.tsx';

const words = classes.people;

/** A teacher's own classes with their pupils, and their lists on paper; a list is asked for when its class is opened, and noted. */
export function OwnClasses() {
  const own = useQuery(ownClassesQuery);
  const [dialog, setDialog] = useState<ReactNode>(null);
  const onPrint = ({ id }: Class) =>
    setDialog(<ClassListDialog chosen={id} onClose={() => setDialog(null)} />);

  return (
    <section className="desk-page stack gap-5" aria-labelledby="desk-title">
      <p>{classes.introOfTeacher}</p>
      <QueryState query={own} loading={classes.loading} />
      {own.data?.length === 0 && (
        <p className="admin__empty panel" role="status">
          {classes.noneOfTeacher}
        </p>
      )}
      {own.data?.map((one) => (
        <OwnClass key={one.id} one={one} alone={own.data.length === 1} onPrint={onPrint} />
      ))}
      {dialog}
    </section>
  );
}

type Props = { one: Class; alone: boolean; onPrint: (one: Class) => void };

function OwnClass({ one, alone, onPrint }: Props) {
  const [open, setOpen] = useState(alone);
  const people = useQuery({
    queryKey: ['class people', one.id],
    queryFn: () => classList(one.id, true),
    enabled: open,
  });

  return (
    <details className="fold wide" open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <span>
          {one.name}
          <span className="hint block">
            {classes.when(one)} · {classes.pupils(one.pupils)}
          </span>
        </span>
      </summary>
      {open && <QueryState query={people} loading={words.loading} />}
      {people.data?.length === 0 && <p>{words.none}</p>}
      {people.data && people.data.length > 0 && (
        <div>
          <ol className="own-class__people">
            {people.data.map((person, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a pupil has no id here, and the list is read whole
              <Pupil key={at} person={person} />
            ))}
          </ol>
          <SecondaryButton onClick={() => onPrint(one)}>
            {words.print}
            <span className="vh">: {one.name}</span>
          </SecondaryButton>
        </div>
      )}
    </details>
  );
}
