import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { classList as words } from '../../../content/class-list.ts';
import { todayInBrazil } from '../../../domain/dates.ts';
import { monthInWords, monthsFrom } from '../../../domain/desk/class-months.ts';
import { classInWords } from '../../../domain/desk/classes.ts';
import { useSession } from '../../api/session.tsx';
import { Alert } from '../../ui/Alert.tsx';
import { Button, SecondaryButton } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { Choice } from '../../ui/fields/TextField.tsx';
import { classesQuery, classList, ownClassesQuery } from '../api/classes.ts';
import { actionError, failureText } from '../api/failure-text.ts';
import { Loading } from '../controls/Loading.tsx';
import { useMay } from '../controls/use-may.ts';
import { ClassListJob } from './ClassListJob.tsx';
import type { ClassList } from './PrintedClassList.tsx';
import './class-list.css';

/** Prints the list of one class for its teacher; health only when ticked. `chosen`: the id of the class that is shown first. Source: docs/ux.md §8.3. */
export function ClassListDialog({ chosen: first, onClose }: { chosen?: string; onClose: () => void }) {
  const { user } = useSession();
  const formId = useId();
  const [months] = useState(() => monthsFrom(todayInBrazil(), 3));
  const [month = '', setMonth] = useState(months[0]);
  const [chosen, setChosen] = useState(first);
  const [health, setHealth] = useState(false);
  const [fetching, setFetching] = useState(false);
  const [job, setJob] = useState<ClassList | null>(null);
  const [outcome, setOutcome] = useState<{ problem: string } | { printed: string } | null>(null);
  const ofDesk = useMay()('ler');
  const all = useQuery({ ...classesQuery, enabled: ofDesk });
  const own = useQuery({ ...ownClassesQuery, enabled: !ofDesk });
  const classes = ofDesk ? all : own;
  const taught = classes.data?.filter(({ pupils, id }) => pupils > 0 || id === first);
  const listed = taught?.find(({ id }) => id === chosen) ?? taught?.[0];
  const busy = fetching || job !== null;

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (busy || !listed) return;
    setOutcome(null);
    setFetching(true);
    try {
      const people = await classList(listed.id, health);
      const teacher = (!ofDesk && user?.email) || '';
      if (people.length > 0) setJob({ listed, month, health, teacher, people });
      else setOutcome({ problem: words.emptied });
    } catch (error) {
      setOutcome({ problem: actionError(error) });
    }
    setFetching(false);
  }

  return (
    <Dialog
      title={words.title}
      className="dialog--small"
      onClose={onClose}
      footer={
        <>
          <SecondaryButton onClick={onClose}>{words.close}</SecondaryButton>
          <Button type="submit" form={formId} busyText={busy && words.preparing} disabled={!listed}>
            {words.print}
          </Button>
        </>
      }
    >
      <form className="stack gap-4" id={formId} onSubmit={onSubmit}>
        {classes.isPending && <Loading>{words.loading}</Loading>}
        {classes.isError && <Alert title={failureText(classes.error)} />}
        {taught?.length === 0 && <p>{words.none}</p>}
        {outcome && 'problem' in outcome && <Alert title={outcome.problem} />}
        {outcome && 'printed' in outcome && <Alert tone="success" title={outcome.printed} />}
        {listed && (
          <>
            <Choice
              label={words.class}
              value={listed.id}
              disabled={busy}
              options={(taught ?? []).map((one) => [one.id, words.option(classInWords(one), one.pupils)])}
              onChoose={setChosen}
            />
            <Choice
              label={words.month}
              value={month}
              disabled={busy}
              options={months.map((one) => [one, monthInWords(one)])}
              onChoose={setMonth}
            />
            <label className="choice">
              <input
                type="checkbox"
                checked={health}
                disabled={busy}
                aria-describedby={`${formId}-saude`}
                onChange={(event) => setHealth(event.target.checked)}
              />
              <span className="choice__text">{words.health}</span>
            </label>
            <p className="field__hint" id={`${formId}-saude`}>
              {words.healthHint}
            </p>
            <p className="notice notice--warning">{words.warning}</p>
          </>
        )}
      </form>
      {job && (
        <ClassListJob
          {...job}
          onEnd={(problem) => {
            setOutcome(problem === null ? { printed: words.printed(job.people.length) } : { problem });
            setJob(null); // nobody's answers stay in the page
          }}
        />
      )}
    </Dialog>
  );
}
