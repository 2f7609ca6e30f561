import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { classes } from '../../../content/classes.ts';
import { schedule, timetable } from '../../../content/home.ts';
import type { DeskClass } from '../../../domain/desk/classes.ts';
import { classInWords, sameClasses } from '../../../domain/timetable.ts';
import { SecondaryButton } from '../../ui/Button.tsx';
import { ourServerQuery, storedQuery } from '../api/centre.ts';
import { showClasses } from '../api/settings.ts';
import { FormDialog } from '../controls/FormDialog.tsx';

const words = classes.timetable;

type Props = { active: readonly DeskClass[]; open: (dialog: ReactNode) => void };

/** Before the home page says the classes, what makes it say them; on a static host whether it says those of before. Source: decision 203. */
export function Timetable({ active, open }: Props) {
  const { data: shown } = useQuery(storedQuery);
  const { data: isOurs } = useQuery(ourServerQuery);
  if (!shown) return null;
  if (!shown.turmas)
    return (
      <div className="notice notice--info row between gap-3">
        <p>{words.file}</p>
        <SecondaryButton onClick={() => open(<ShowDialog active={active} />)}>{words.show}</SecondaryButton>
      </div>
    );
  const isOld = isOurs === false && !sameClasses(shown.turmas.classes, timetable.classes);
  return isOld && <p className="notice notice--info">{words.old}</p>;
}

/** Says which classes the home page will say, those of content/home.ts alone among them, and makes it say them. */
function ShowDialog({ active }: Pick<Props, 'active'>) {
  const { data: isOurs } = useQuery(ourServerQuery);
  const added = schedule.filter(({ name }) =>
    active.every((one) => one.name.localeCompare(name, 'pt-BR', { sensitivity: 'base' }) !== 0),
  );
  const said = [...active.map(classInWords), ...added.map((one) => words.added(classInWords(one)))];
  return (
    <FormDialog
      title={words.show}
      password
      send={async (_, password) => {
        await showClasses(schedule, password);
        return isOurs === false ? words.old : words.done;
      }}
    >
      <p>{words.says}</p>
      <ul className="stack gap-2">
        {said.sort().map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </FormDialog>
  );
}
