import { useState } from 'react';
import { flushSync } from 'react-dom';
import { classList as words } from '../../../content/class-list.ts';
import { todayInBrazil } from '../../../domain/dates.ts';
import { listedMonth } from '../../../domain/desk/class-months.ts';
import { useSession } from '../../api/session.tsx';
import { classList, type OwnClass } from '../api/classes.ts';
import { actionError } from '../api/failure-text.ts';
import type { Said } from '../controls/use-form.ts';
import { useMay } from '../controls/use-may.ts';
import { type ClassList, PrintedClassList } from './PrintedClassList.tsx';
import { usePrintJob } from './use-print-job.ts';

/**
 * Prints the list of a class for its teacher, never with health, of the month of an ISO day or the next that is listed; `say` is told what became of it. `busyOf`: the
 * words on a class's button while its people are asked for; `paper` is what is on it. Source: docs/ux.md §8.3.
 */
export function useClassList(say: (said: Said | null) => void) {
  const { user } = useSession();
  const teacher = (!useMay()('ler') && user?.email) || '';
  const [preparing, setPreparing] = useState('');
  const [list, setList] = useState<ClassList | null>(null);
  const job = usePrintJob(list && titleOf(list));

  async function print(listed: OwnClass, day?: string) {
    const month = day?.slice(0, 7) ?? listedMonth(todayInBrazil());
    if (preparing) return;
    say(null);
    setPreparing(listed.id);
    try {
      const people = await classList(listed.id, `${month}-01`);
      if (people.length === 0) return say({ title: words.emptied });
      flushSync(() => setList({ listed, month, teacher, people }));
      const problem = await job.print();
      say(problem === null ? { title: words.printed(people.length), tone: 'success' } : { title: problem });
    } catch (error) {
      say({ title: actionError(error) });
    } finally {
      setList(null); // nobody's answers stay in the page
      setPreparing('');
    }
  }

  const paper = list && job.printedAt && <PrintedClassList list={list} printedAt={job.printedAt} />;
  return { print, busyOf: (id: string) => preparing === id && words.preparing, paper };
}

const titleOf = ({ listed, month }: ClassList) =>
  `Lista ${listed.name} ${month}`.replace(/[^\p{L}\p{N}]+/gu, '_');
