import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { leaving } from '../../../content/attendance.ts';
import { deciding as words } from '../../../content/deciding.ts';
import { desk } from '../../../content/desk.ts';
import { openEnrolment } from '../../../content/open-enrolment.ts';
import { retention } from '../../../content/retention.ts';
import { SITUATIONS, type Situation } from '../../../domain/desk/situations.ts';
import { Button, SecondaryButton } from '../../ui/Button.tsx';
import { classesQuery } from '../api/classes.ts';
import { type Act, Menu } from '../controls/Menu.tsx';
import { PrintChoices } from '../print/PrintOptions.tsx';
import { DecisionMessages } from './DecisionMessages.tsx';
import { isDecided, once, type Suggestion, suggestionOf } from './state/open-enrolment.ts';
import type { OpenedEnrolment } from './state/use-open-enrolment.ts';
import { TellFamily } from './TellFamily.tsx';
import type { useNeighbours } from './use-neighbours.ts';
import './decision.css';

type Props = {
  opened: OpenedEnrolment;
  neighbours: ReturnType<typeof useNeighbours>;
  onNext: () => void;
};

/** The foot: what was done last, and the decisions in one row. Source: docs/ux.md §8.5. */
export function DialogFoot({ opened, neighbours, onNext }: Props) {
  const { enrolment, followed, screen } = opened;
  const { data: classes } = useQuery(classesQuery);
  const suggestion = classes ? suggestionOf(classes, enrolment) : null;
  const isOver = isDecided(enrolment.situation, suggestion);
  const next = neighbours.isLast ? null : onNext;
  const toTell =
    followed && (screen.answered || enrolment.toNotify)
      ? { enrolment, followUp: followed.state, answered: screen.answered ?? undefined }
      : null;
  const tell = toTell && (
    <TellFamily key={enrolment.id} toTell={toTell} opened={opened} isMain={isOver} onNext={next} />
  );
  return (
    <div className="decision stack gap-2">
      <DecisionMessages opened={opened} walk={neighbours.said}>
        {!isOver && tell}
      </DecisionMessages>
      <fieldset className="decision__row row">
        <legend className="vh">{words.legend}</legend>
        <MoreActs opened={opened} isOver={isOver} />
        <Decisions opened={opened} suggestion={suggestion}>
          {isOver && (
            <>
              {next && !screen.message && (
                <SecondaryButton onClick={once(next)}>{words.goNext}</SecondaryButton>
              )}
              {tell}
            </>
          )}
        </Decisions>
      </fieldset>
    </div>
  );
}

type DecisionsProps = {
  opened: OpenedEnrolment;
  /** Null while nobody knows yet. */
  suggestion: Suggestion | null;
  /** In the place of the likely decision, once that is made. */
  children: ReactNode;
};

/** Two frequent decisions, and the likely one with its class. */
function Decisions({ opened, suggestion, children }: DecisionsProps) {
  const { enrolment, followed, busy, choose } = opened;
  const { situation } = enrolment;
  const { kind, fitting } = suggestion ?? { fitting: null };
  const off = busy || !followed;
  const decides = (wanted: Situation, classId?: string, asks?: boolean) =>
    once(() => void choose(wanted, classId, asks));
  /** Approving with a class to choose and a first day. */
  const choosesClass = decides('aprovada', kind === 'into' ? fitting?.id : '', true);
  /** Nobody waits in no line, unless there is none: who has no line yet is asked for it. */
  const waits = decides('lista-de-espera', fitting?.id, (!fitting && kind !== 'none') || undefined);
  /** The one decision that nearly everybody gets: into the class that fits, or its line where it is full. */
  const [likely, decidesLikely] =
    kind === 'choose'
      ? [words.chooseClass, choosesClass]
      : kind === 'wait'
        ? [fitting ? words.waitFor(fitting.name) : SITUATIONS['lista-de-espera'], waits]
        : [fitting ? words.approveIn(fitting.name) : words.approve, decides('aprovada', fitting?.id)];

  return (
    <>
      <SecondaryButton disabled={off} onClick={decides('falta-documento')}>
        {SITUATIONS['falta-documento']}
      </SecondaryButton>
      <SecondaryButton
        disabled={off || !kind || (situation === 'lista-de-espera' && kind === 'none')}
        onClick={waits}
      >
        {SITUATIONS['lista-de-espera']}
      </SecondaryButton>
      <div className="decision__likely line">
        {children || (
          <>
            {typeof fitting?.places === 'number' && (
              <span className="decision__places hint numbers">{desk.free(fitting.free)}</span>
            )}
            <Button busyText={busy && words.saving} disabled={!kind || !followed} onClick={decidesLikely}>
              {likely}
            </Button>
            <Button
              aria-label={words.withClass}
              title={words.withClass}
              disabled={off}
              onClick={choosesClass}
            >
              <span className="chevron chevron--up" />
            </Button>
          </>
        )}
      </div>
    </>
  );
}

/** What stands in the bar already, or is set only by what a family sends. */
const ELSEWHERE: readonly Situation[] = ['falta-documento', 'lista-de-espera', 'em-analise'];
/** Situations whose details (reason, class) can be changed while they stay. */
const CHANGEABLE: readonly Situation[] = ['nao-aprovada', 'aprovada'];

/** What is done less often: other situations, messages, ending links, erasing, options of printing. */
function MoreActs({ opened, isOver }: { opened: OpenedEnrolment; isOver: boolean }) {
  const { enrolment, screen, busy, followed, show, choose } = opened;
  const { situation } = enrolment;
  const opens = (inner: 'messages' | 'links' | 'erase') => () => show({ inner, said: null });
  const offMeanwhile = busy || !followed ? 'off' : '';
  const others = (Object.keys(SITUATIONS) as Situation[]).filter(
    (code) => !ELSEWHERE.includes(code) && (code !== 'aprovada' || isOver),
  );
  const wordsOf = (code: Situation) =>
    code === 'desistiu' && situation === 'aprovada' ? leaving.open : SITUATIONS[code];
  const acts: Act[] = [
    ...others.map(
      (code): Act => [
        code === situation && code === 'aprovada' ? words.giveClass : wordsOf(code),
        () => choose(code, '', code === 'aprovada' || undefined),
        code === situation && !CHANGEABLE.includes(code) ? 'off' : offMeanwhile,
      ],
    ),
    [desk.notifyFamily, opens('messages'), offMeanwhile],
    [openEnrolment.links.title, opens('links'), offMeanwhile],
    [retention.erase, opens('erase'), 'error'],
  ];
  return (
    <Menu acts={acts} count={Number(screen.paper.discreet) + Number(screen.paper.onRequest)}>
      <PrintChoices options={screen.paper} onChange={(paper) => show({ paper })} />
    </Menu>
  );
}
