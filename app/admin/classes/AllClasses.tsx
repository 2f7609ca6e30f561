import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { classes as words } from '../../../content/classes.ts';
import { type DeskClass, hasRoom, lackAges } from '../../../domain/desk/classes.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button, SecondaryButton } from '../../ui/Button.tsx';
import { classesQuery, nextWaiting } from '../api/classes.ts';
import { actionError } from '../api/failure-text.ts';
import { QueryState } from '../controls/QueryState.tsx';
import { useUnsavedValue } from '../controls/unsaved.ts';
import type { Said } from '../controls/use-form.ts';
import { useMay } from '../controls/use-may.ts';
import { ClassListDialog } from '../print/ClassListDialog.tsx';
import { ClassDialog } from './ClassDialog.tsx';
import { ClassTable } from './ClassTable.tsx';
import { EndClassDialog } from './EndClassDialog.tsx';

/** Every class with its places and its waiting line, and what may be done with each. */
export function AllClasses() {
  const may = useMay();
  const client = useQueryClient();
  const navigate = useNavigate();
  const classes = useQuery(classesQuery);
  const [, setOpened] = useUnsavedValue('open');
  const [dialog, setDialog] = useState<ReactNode>(null);
  const [said, say] = useState<Said | null>(null);
  const [calling, setCalling] = useState<string | null>(null);

  const close = () => setDialog(null);
  const done = (text: string) => {
    close();
    say({ title: text, tone: 'success' });
    void client.invalidateQueries({ queryKey: classesQuery.queryKey });
  };
  const ask = (question: ReactNode) => {
    say(null);
    setDialog(question);
  };
  const edit = (one: DeskClass | null) => ask(<ClassDialog existing={one} onDone={done} onClose={close} />);

  async function callNext({ id }: DeskClass) {
    say(null);
    setCalling(id);
    try {
      const first = await nextWaiting(id);
      if (first) {
        setOpened(first);
        return navigate({ search: '' });
      }
      say({ title: words.nobodyWaits });
      void client.invalidateQueries({ queryKey: classesQuery.queryKey });
    } catch (error) {
      say({ title: actionError(error) });
    }
    setCalling(null);
  }

  const changes = may('mudar_turmas');
  const buttons = (one: DeskClass) => (
    <>
      {may('decidir') && one.active && one.waiting > 0 && hasRoom(one) && (
        <Button busyText={calling === one.id && words.calling} onClick={() => callNext(one)}>
          {words.callNext}
          <span className="vh">: {one.name}</span>
        </Button>
      )}
      <SecondaryButton
        aria-label={words.listOf(one.name)}
        onClick={() => setDialog(<ClassListDialog chosen={one.id} onClose={close} />)}
      >
        {words.list}
      </SecondaryButton>
      {changes && (
        <SecondaryButton aria-label={words.editOf(one.name)} onClick={() => edit(one)}>
          {words.edit}
        </SecondaryButton>
      )}
      {changes && one.active && (
        <SecondaryButton
          aria-label={words.endOf(one.name)}
          onClick={() =>
            ask(<EndClassDialog ended={one} all={classes.data ?? []} onDone={done} onClose={close} />)
          }
        >
          {words.end}
        </SecondaryButton>
      )}
    </>
  );
  const active = classes.data?.filter((one) => one.active) ?? [];
  const ended = classes.data?.filter((one) => !one.active) ?? [];

  return (
    <section className="desk-page stack gap-5" aria-labelledby="desk-title">
      <div className="desk-page__head row between gap-3">
        <p>{words.intro}</p>
        {changes && <SecondaryButton onClick={() => edit(null)}>{words.add}</SecondaryButton>}
      </div>
      {said && <Alert {...said} />}
      <QueryState query={classes} loading={words.loading} />
      {classes.data && active.length === 0 && (
        <p className="admin__empty panel" role="status">
          {words.none}
        </p>
      )}
      {changes && lackAges(active) && <p className="notice notice--info">{words.withoutAges}</p>}
      {active.length > 0 && <ClassTable classes={active} caption={words.caption} buttons={buttons} />}
      {ended.length > 0 && (
        <details className="fold wide">
          <summary>{words.ended(ended.length)}</summary>
          <ClassTable classes={ended} caption={words.ended(ended.length)} buttons={buttons} />
        </details>
      )}
      {dialog}
    </section>
  );
}
