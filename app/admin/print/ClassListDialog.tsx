import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { classList as words } from '../../../content/class-list.ts';
import { todayInBrazil } from '../../../domain/dates.ts';
import { monthInWords, monthsFrom } from '../../../domain/desk/class-months.ts';
import { classInWords } from '../../../domain/desk/classes.ts';
import { useSession } from '../../api/session.tsx';
import { Alert } from '../../ui/Alert.tsx';
import { Choice } from '../../ui/fields/TextField.tsx';
import { classesQuery, classList, ownClassesQuery } from '../api/classes.ts';
import { actionError, failureText } from '../api/failure-text.ts';
import { FormDialog } from '../controls/FormDialog.tsx';
import { Loading } from '../controls/Loading.tsx';
import { TickBox } from '../controls/TickBoxes.tsx';
import type { Said } from '../controls/use-form.ts';
import { useMay } from '../controls/use-may.ts';
import { ClassListJob } from './ClassListJob.tsx';
import type { ClassList } from './PrintedClassList.tsx';
import './class-list.css';

type Job = ClassList & { onEnd: (problem: string | null) => void };

/** Prints the list of one class for its teacher; health only when ticked. `chosen`: the id of the class that is shown first. Source: docs/ux.md §8.3. */
export function ClassListDialog({ chosen: first = '', onClose }: { chosen?: string; onClose: () => void }) {
  const { user } = useSession();
  const [months] = useState(() => monthsFrom(todayInBrazil(), 3));
  const [job, setJob] = useState<Job | null>(null);
  const [said, say] = useState<Said | null>(null);
  const ofDesk = useMay()('ler');
  const all = useQuery({ ...classesQuery, enabled: ofDesk });
  const own = useQuery({ ...ownClassesQuery, enabled: !ofDesk });
  const classes = ofDesk ? all : own;
  const taught = classes.data?.filter(({ pupils, id }) => pupils > 0 || id === first) ?? [];
  const listedOf = (chosen: string) => taught.find(({ id }) => id === chosen) ?? taught[0];

  async function print({ chosen, month, health }: { chosen: string; month: string; health: boolean }) {
    const listed = listedOf(chosen);
    if (!listed) return;
    say(null);
    try {
      const people = await classList(listed.id, health);
      if (people.length === 0) return say({ title: words.emptied });
      const teacher = (!ofDesk && user?.email) || '';
      const problem = await new Promise<string | null>((onEnd) =>
        setJob({ listed, month, health, teacher, people, onEnd }),
      );
      setJob(null); // nobody's answers stay in the page
      say(problem === null ? { title: words.printed(people.length), tone: 'success' } : { title: problem });
    } catch (error) {
      say({ title: actionError(error) });
    }
  }

  return (
    <FormDialog
      title={words.title}
      className="dialog--small"
      formClass="stack gap-4"
      submit={words.print}
      busy={words.preparing}
      disabled={taught.length === 0}
      initial={{ chosen: first, month: months[0] ?? '', health: false }}
      send={print}
      cancel={words.close}
      stop={{ words: words.close, press: onClose }}
      onClose={onClose}
    >
      {({ values, text, tick, busy }) => {
        const listed = listedOf(values.chosen);
        return (
          <>
            {classes.isPending && <Loading>{words.loading}</Loading>}
            {classes.isError && <Alert title={failureText(classes.error)} />}
            {classes.data && !listed && <p>{words.none}</p>}
            {said && <Alert {...said} />}
            {listed && (
              <>
                <Choice
                  label={words.class}
                  disabled={busy}
                  options={taught.map((one) => [one.id, words.option(classInWords(one), one.pupils)])}
                  {...text('chosen')}
                  value={listed.id}
                />
                <Choice
                  label={words.month}
                  disabled={busy}
                  options={months.map((one) => [one, monthInWords(one)])}
                  {...text('month')}
                />
                <TickBox label={words.health} hint={words.healthHint} disabled={busy} {...tick('health')} />
                <p className="notice notice--warning">{words.warning}</p>
              </>
            )}
            {job && <ClassListJob {...job} />}
          </>
        );
      }}
    </FormDialog>
  );
}
