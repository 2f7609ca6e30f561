import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { classList as words } from '../../../content/class-list.ts';
import { classInWords } from '../../../domain/desk/classes.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button, SecondaryButton } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { classesQuery, classList } from '../api/classes.ts';
import { actionError, failureText } from '../api/failure-text.ts';
import { Loading } from '../controls/Loading.tsx';
import { Choice } from '../controls/TextField.tsx';
import { type ClassList, ClassListJob } from './ClassListJob.tsx';
import './class-list.css';

/** Prints the list of one class for its teacher; health only when ticked. Source: docs/ux.md §8.3. */
export function ClassListDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const [chosen, setChosen] = useState<string | null>(null);
  const [health, setHealth] = useState(false);
  const [fetching, setFetching] = useState(false);
  const [job, setJob] = useState<ClassList | null>(null);
  const [outcome, setOutcome] = useState<{ problem: string } | { printed: string } | null>(null);
  const classes = useQuery({ ...classesQuery, gcTime: 0 });
  const taught = classes.data?.filter(({ pupils }) => pupils > 0);
  const one = taught?.find(({ id }) => id === chosen) ?? taught?.[0];
  const busy = fetching || job !== null;

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (busy || !one) return;
    setOutcome(null);
    setFetching(true);
    try {
      const people = await classList(one.id, health);
      if (people.length > 0) setJob({ className: classInWords(one), health, people });
      else setOutcome({ problem: words.emptied }); // the last one left the class meanwhile
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
          <Button type="submit" form={formId} busyText={busy && words.preparing} disabled={!one}>
            {words.print}
          </Button>
        </>
      }
    >
      <form className="class-list__form" id={formId} onSubmit={onSubmit}>
        {classes.isPending && <Loading>{words.loading}</Loading>}
        {classes.isError && <Alert title={failureText(classes.error)} />}
        {taught?.length === 0 && <p>{words.none}</p>}
        {outcome && 'problem' in outcome && <Alert title={outcome.problem} />}
        {outcome && 'printed' in outcome && <Alert tone="success" title={outcome.printed} />}
        {one && (
          <>
            <Choice
              label={words.className}
              value={one.id}
              disabled={busy}
              options={(taught ?? []).map((each) => [each.id, words.option(classInWords(each), each.pupils)])}
              onChoose={setChosen}
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
