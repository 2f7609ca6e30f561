import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { classes as words } from '../../../content/classes.ts';
import { type DeskClass, hasRoom, lackAges } from '../../../domain/desk/classes.ts';
import { SecondaryButton } from '../../ui/Button.tsx';
import { classesQuery, nextWaiting } from '../api/classes.ts';
import { actionError } from '../api/failure-text.ts';
import { DeskPage } from '../controls/DeskPage.tsx';
import { Line, Lines } from '../controls/Lines.tsx';
import { Menu } from '../controls/Menu.tsx';
import { useUnsavedValue } from '../controls/unsaved.ts';
import { useDialog } from '../controls/use-dialog.tsx';
import { useMay } from '../controls/use-may.ts';
import { useClassList } from '../print/use-class-list.tsx';
import { ClassDialog, EndClassDialog } from './ClassDialogs.tsx';
import { OwnClasses } from './OwnClasses.tsx';
import './classes.css';

/** All classes for the desk, a professor's own ones for a professor. Source: docs/ux.md §8.10. */
export function ClassesPage() {
  return useMay()('ler') ? <AllClasses /> : <OwnClasses />;
}

/** Every class with its places and its waiting line, and what may be done with each. */
function AllClasses() {
  const may = useMay();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [, setOpened] = useUnsavedValue('open');
  const { open, say, ...page } = useDialog();
  const list = useClassList(say);

  async function callNext({ id }: DeskClass) {
    say(null);
    try {
      const first = await nextWaiting(id);
      if (first) {
        setOpened(first);
        return navigate({ search: '' });
      }
      say({ title: words.nobodyWaits });
      void client.invalidateQueries(classesQuery);
    } catch (error) {
      say({ title: actionError(error) });
    }
  }

  const changes = may('mudar_turmas');
  const buttons = (one: DeskClass) => (
    <>
      {may('decidir') && one.active && one.waiting > 0 && hasRoom(one) && (
        <SecondaryButton onClick={() => callNext(one)}>
          {words.callNext(one.waiting)}
          <span className="vh">: {one.name}</span>
        </SecondaryButton>
      )}
      <SecondaryButton
        aria-label={words.listOf(one.name)}
        busyText={list.busyOf(one.id)}
        onClick={() => list.print(one)}
      >
        {words.list}
      </SecondaryButton>
      {changes && one.active && (
        <Menu
          about={one.name}
          acts={[
            [words.edit, () => open(<ClassDialog existing={one} />)],
            [words.end, () => open(<EndClassDialog ended={one} />)],
          ]}
        />
      )}
    </>
  );
  const lines = (of: readonly DeskClass[], label: string) => (
    <Lines label={label}>
      {of.map((one) => (
        <Line
          key={one.id}
          title={one.name}
          hint={
            <>
              {words.when(one)} · {words.ages(one.ageFrom, one.ageTo)}
              {!one.ofProject && ` · ${words.notOfProject}`}
            </>
          }
          acts={buttons(one)}
        >
          {words.places(one)}
        </Line>
      ))}
    </Lines>
  );
  const isActive = ({ active }: DeskClass) => active;

  return (
    <DeskPage
      {...page}
      dialog={
        <>
          {page.dialog}
          {list.paper}
        </>
      }
      head={
        <div className="desk-page__head row between gap-3">
          <p>{words.intro}</p>
          {changes && (
            <SecondaryButton onClick={() => open(<ClassDialog existing={null} />)}>
              {words.add}
            </SecondaryButton>
          )}
        </div>
      }
      query={useQuery(classesQuery)}
      loading={words.loading}
      empty={(all) => !all.some(isActive) && words.none}
    >
      {(all) => {
        const [active, ended] = [all.filter(isActive), all.filter((one) => !one.active)];
        return (
          <>
            {changes && lackAges(active) && <p className="notice notice--info">{words.withoutAges}</p>}
            {active.length > 0 && lines(active, words.caption)}
            {ended.length > 0 && (
              <details className="fold wide">
                <summary>{words.ended(ended.length)}</summary>
                {lines(ended, words.ended(ended.length))}
              </details>
            )}
          </>
        );
      }}
    </DeskPage>
  );
}
