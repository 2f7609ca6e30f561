import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { renewal, roll } from '../../../content/attendance.ts';
import { classes as words } from '../../../content/classes.ts';
import { todayInBrazil } from '../../../domain/dates.ts';
import { otherListedMonth } from '../../../domain/desk/class-months.ts';
import { type DeskClass, hasRoom, holdsPeople, lackAges } from '../../../domain/desk/classes.ts';
import { NO_FILTER, withChip } from '../../../domain/desk/filter.ts';
import { Button, SecondaryButton } from '../../ui/Button.tsx';
import { classesQuery, nextWaiting, type OwnClass, ownClassesQuery } from '../api/classes.ts';
import { findEnrolments } from '../api/enrolments.ts';
import { actionError } from '../api/failure-text.ts';
import { DeskPage } from '../controls/DeskPage.tsx';
import { goToScreen } from '../controls/desk-address.ts';
import { Line, Lines } from '../controls/Lines.tsx';
import { type Act, Menu } from '../controls/Menu.tsx';
import { useUnsavedValue } from '../controls/unsaved.ts';
import { useDialog } from '../controls/use-dialog.tsx';
import { useMay } from '../controls/use-may.ts';
import { TellDialog } from '../list/bulk/TellDialog.tsx';
import { useClassList } from '../print/use-class-list.tsx';
import { ClassDialog, EndClassDialog, RenewalDialog } from './ClassDialogs.tsx';
import { RollDialog } from './RollDialog.tsx';
import { Timetable } from './Timetable.tsx';
import './classes.css';

/** A class of the desk, or what a professor sees of an own one. */
type ShownClass = DeskClass | (OwnClass & { active?: undefined });

/** All classes for the desk, with their places, the waiting line and what may be done with each; a professor's own ones for a professor. Source: docs/ux.md §8.10. */
export function ClassesPage() {
  const may = useMay();
  const isTeacher = !may('ler');
  const client = useQueryClient();
  const [, setOpened] = useUnsavedValue('open');
  const [, setList] = useUnsavedValue('list');
  const { open, close, say, ...page } = useDialog();
  const list = useClassList(say);
  const {
    mutate: ask,
    isPending,
    variables,
  } = useMutation({
    mutationFn: ({ act }: { act: () => Promise<unknown>; id: string }) => act(),
    networkMode: 'always',
    onMutate: () => say(null),
    onError: (error) => say({ title: actionError(error) }),
  });

  async function callNext({ id }: DeskClass) {
    const first = await nextWaiting(id);
    if (first) {
      setOpened(first);
      return goToScreen('');
    }
    say({ title: words.nobodyWaits });
    void client.invalidateQueries(classesQuery);
  }

  /** The list of whose families are told that they are asked. */
  function showRenewals() {
    setList({ filter: withChip(NO_FILTER, 'renewal'), page: 1 });
    goToScreen('');
  }

  /** Whose families hear that there is no class today: who comes already. */
  async function tellNoClass({ id: classId }: DeskClass) {
    const { rows } = await findEnrolments({ ...NO_FILTER, classId, situation: 'aprovada' }, 1, { size: 100 });
    const come = rows.filter(({ firstDay }) => !firstDay || firstDay <= today);
    open(<TellDialog rows={come} about="sem-aula" onClose={close} />);
  }

  const changes = may('mudar_turmas');
  function actsOf(one: DeskClass): Act[] {
    const holds = holdsPeople(one);
    const acts: readonly (Act | false | '')[] = [
      holds && [roll.open, () => open(<RollDialog one={one} />)],
      holds && month && [words.listOfToday, () => list.print(one, today)],
      may('decidir') && one.pupils > 0 && [words.noClass, () => ask({ id: '', act: () => tellNoClass(one) })],
      changes && holds && [renewal.ask, () => open(<RenewalDialog one={one} onAsked={showRenewals} />)],
      changes && [words.edit, () => open(<ClassDialog existing={one} />)],
      changes && [words.end, () => open(<EndClassDialog ended={one} />)],
    ];
    return acts.flatMap((act) => (act ? [act] : []));
  }
  const buttons = (one: ShownClass) => (
    <>
      {isTeacher && (
        <Button aria-label={`${roll.open}: ${one.name}`} onClick={() => open(<RollDialog one={one} />)}>
          {roll.open}
        </Button>
      )}
      {may('decidir') && one.active && one.waiting > 0 && hasRoom(one) && (
        <SecondaryButton
          busyText={isPending && variables.id === one.id && words.calling}
          onClick={() => ask({ id: one.id, act: () => callNext(one) })}
        >
          {words.callNext(one.waiting)}
          <span className="vh">: {one.name}</span>
        </SecondaryButton>
      )}
      {holdsPeople(one) && (
        <SecondaryButton busyText={list.busyOf(one.id)} onClick={() => list.print(one)}>
          {words.listOf(month, one.name)[0]}
          <span className="vh">{words.listOf(month, one.name)[1]}</span>
        </SecondaryButton>
      )}
      {one.active && (changes || holdsPeople(one)) && <Menu about={one.name} acts={actsOf(one)} />}
    </>
  );
  const lines = (of: readonly ShownClass[], label: string) => (
    <Lines label={label}>
      {of.map((one) => (
        <Line
          key={one.id}
          title={one.name}
          hint={
            <>
              {words.when(one)}
              {one.active !== undefined &&
                ` · ${one.ofProject ? words.ages(one.ageFrom, one.ageTo) : words.notOfProject}`}
            </>
          }
          acts={buttons(one)}
        >
          {holdsPeople(one) && (one.active === undefined ? words.pupils(one.pupils) : words.places(one))}
        </Line>
      ))}
    </Lines>
  );
  const today = todayInBrazil();
  const month = otherListedMonth(today);
  const isActive = ({ active = true }: ShownClass) => active;
  const [everyClass, own] = [
    useQuery({ ...classesQuery, enabled: !isTeacher }),
    useQuery({ ...ownClassesQuery, enabled: isTeacher }),
  ];

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
          <p>{isTeacher ? words.introOfTeacher : words.intro}</p>
          {may('exportar') && (
            <SecondaryButton onClick={() => goToScreen('?tela=numeros')}>{words.numbers}</SecondaryButton>
          )}
          {changes && (
            <SecondaryButton onClick={() => open(<ClassDialog existing={null} />)}>
              {words.add}
            </SecondaryButton>
          )}
        </div>
      }
      query={isTeacher ? own : everyClass}
      loading={words.loading}
      empty={(all) => all.length === 0 && (isTeacher ? words.noneOfTeacher : words.none)}
    >
      {(all: readonly ShownClass[]) => {
        const [active, ended] = [all.filter(isActive), all.filter((one) => !isActive(one))];
        return (
          <>
            {changes && lackAges(everyClass.data?.filter(isActive) ?? []) && (
              <p className="notice notice--info">{words.withoutAges}</p>
            )}
            {changes && <Timetable active={everyClass.data?.filter(isActive) ?? []} open={open} />}
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
