import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { classList as words } from '../../../content/class-list.ts';
import { todayInBrazil } from '../../../domain/dates.ts';
import { monthInWords, monthsFrom } from '../../../domain/desk/class-months.ts';
import { classInWords } from '../../../domain/desk/classes.ts';
import { useSession } from '../../api/session.tsx';
import { Alert } from '../../ui/Alert.tsx';
import { Choice } from '../../ui/fields/TextField.tsx';
import { queryOf } from '../api/calls.ts';
import { classList, type OwnClass } from '../api/classes.ts';
import { actionError, failureText } from '../api/failure-text.ts';
import { FormDialog } from '../controls/FormDialog.tsx';
import { Loading } from '../controls/Loading.tsx';
import { TickBox } from '../controls/TickBoxes.tsx';
import type { Said } from '../controls/use-form.ts';
import { useMay } from '../controls/use-may.ts';
import { type ClassList, PrintedClassList } from './PrintedClassList.tsx';
import { usePrintJob } from './use-print-job.ts';

/** Prints the list of one class for its teacher; health only when ticked. `chosen`: the id of the class that is shown first. Source: docs/ux.md §8.3. */
export function ClassListDialog({ chosen: first = '', onClose }: { chosen?: string; onClose: () => void }) {
  const { user } = useSession();
  const [months] = useState(() => monthsFrom(todayInBrazil(), 3));
  const [list, setList] = useState<ClassList | null>(null);
  const job = usePrintJob(list && titleOf(list));
  const [said, say] = useState<Said | null>(null);
  const ofDesk = useMay()('ler');
  const classes = useQuery(queryOf<OwnClass[]>(ofDesk ? 'lista_de_turmas' : 'turmas_do_professor'));
  const taught = classes.data?.filter(({ pupils, id }) => pupils > 0 || id === first) ?? [];
  const listedOf = (chosen: string) => taught.find(({ id }) => id === chosen) ?? taught[0];

  async function send({ chosen, month, health }: { chosen: string; month: string; health: boolean }) {
    const listed = listedOf(chosen);
    if (!listed) return;
    say(null);
    const people = await classList(listed.id, health);
    if (people.length === 0) return say({ title: words.emptied });
    const teacher = (!ofDesk && user?.email) || '';
    flushSync(() => setList({ listed, month, health, teacher, people }));
    const problem = await job.print();
    setList(null); // nobody's answers stay in the page
    say(problem === null ? { title: words.printed(people.length), tone: 'success' } : { title: problem });
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
      send={send}
      explain={actionError}
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
            {list && job.printedAt && <PrintedClassList list={list} printedAt={job.printedAt} />}
          </>
        );
      }}
    </FormDialog>
  );
}

const titleOf = ({ listed, month }: ClassList) =>
  `Lista ${listed.name} ${month}`.replace(/[^\p{L}\p{N}]+/gu, '_');
