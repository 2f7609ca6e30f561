import { useQuery } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import { leaving } from '../../../content/attendance.ts';
import { deciding as words } from '../../../content/deciding.ts';
import { desk } from '../../../content/desk.ts';
import { openEnrolment } from '../../../content/open-enrolment.ts';
import { printing } from '../../../content/print-export.ts';
import { signing, terms } from '../../../content/printed-terms.ts';
import { retention } from '../../../content/retention.ts';
import { todayInBrazil } from '../../../domain/dates.ts';
import { chatNumbersOf } from '../../../domain/desk/sheet.ts';
import { NEEDS_REASON, SITUATIONS, type Situation } from '../../../domain/desk/situations.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button, SecondaryButton } from '../../ui/Button.tsx';
import { classesQuery } from '../api/classes.ts';
import type { ListedEnrolment } from '../api/enrolments.ts';
import { Unanswered } from '../controls/FormDialog.tsx';
import { type Act, Menu } from '../controls/Menu.tsx';
import type { PrintOptions } from '../print/use-sheet.tsx';
import { isDecided, leaves, type Suggestion, suggestionOf } from './state/open-enrolment.ts';
import type { OpenedEnrolment } from './state/use-open-enrolment.ts';
import { TellFamily } from './TellFamily.tsx';
import './decision.css';

type Props = {
  opened: OpenedEnrolment;
  /** Undefined on the last. */
  onNext: (() => void) | undefined;
  /** Null while its sheet is being printed. */
  onPrint: ((how: PrintOptions) => unknown) | null;
};

/** The foot, one row: the menu, what was done last, and what is done next; what went wrong stands above. Source: docs/ux.md §8.5. */
export function DialogFoot({ opened, onNext, onPrint }: Props) {
  const { enrolment, followed, screen, busy, undo, firstInLine, readsLine, unanswered } = opened;
  const { data: classes } = useQuery(classesQuery);
  const suggestion = classes && !readsLine ? suggestionOf(classes, enrolment, firstInLine) : null;
  const isOver = isDecided(enrolment, suggestion);
  const { state } = followed ?? {};
  const tells = state && (enrolment.toNotify || state.answered);
  return (
    <div className="decision stack gap-2" onClickCapture={ignoreSecond}>
      {(unanswered || (screen.said && !screen.said.tone)) && (
        <div ref={inSight}>{unanswered ? <Unanswered /> : <Alert title={screen.said?.title ?? ''} />}</div>
      )}
      <fieldset className="decision__row row at-end gap-2">
        <legend className="vh">{words.legend}</legend>
        <MoreActs opened={opened} isOver={isOver} onPrint={onPrint} />
        <p className="decision__said small" role="status">
          {screen.said?.tone && screen.said.title}
        </p>
        {state?.undoUntil && (
          <SecondaryButton disabled={busy} onClick={() => undo(state.version)}>
            {words.undo}
          </SecondaryButton>
        )}
        {tells && !isOver && (
          <SecondaryButton onClick={() => opened.show({ inner: 'messages', said: null })}>
            {desk.notifyFamily}
          </SecondaryButton>
        )}
        {isOver ? (
          <div className="decision__likely line at-end gap-1">
            {onNext && !screen.message && <SecondaryButton onClick={onNext}>{words.goNext}</SecondaryButton>}
            {tells && <TellFamily key={enrolment.id} opened={opened} followUp={state} onNext={onNext} />}
          </div>
        ) : (
          <Decisions opened={opened} suggestion={suggestion} />
        )}
      </fieldset>
    </div>
  );
}

/** The second click of a double one is meant for nobody: by then another button, or the next enrolment, may be in its place. */
function ignoreSecond(event: MouseEvent) {
  if (event.detail < 2) return;
  event.preventDefault();
  event.stopPropagation();
}

/** With large text the foot scrolls away. */
const inSight = (message: HTMLElement | null) => message?.scrollIntoView({ block: 'nearest' });

type DecisionsProps = Pick<Props, 'opened'> & { suggestion: Suggestion | null };

/** Two frequent decisions, and the likely one with its class, once somebody knows that. */
function Decisions({ opened, suggestion }: DecisionsProps) {
  const { enrolment, followed, busy, choose } = opened;
  const { situation } = enrolment;
  const { kind, fitting } = suggestion ?? { fitting: null };
  const off = busy || !followed;
  const decides = (wanted: Situation, classId?: string, asks?: boolean) => () =>
    void choose(wanted, classId, asks);
  /** Approving with a class to choose and a first day. */
  const choosesClass = decides('aprovada', fitting?.id, true);
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
      {kind === 'wait' ? (
        <SecondaryButton disabled={off} onClick={choosesClass}>
          {words.approveFull}
        </SecondaryButton>
      ) : (
        <SecondaryButton
          disabled={off || !kind || (situation === 'lista-de-espera' && kind === 'none')}
          onClick={waits}
        >
          {actInWords('lista-de-espera', enrolment)}
        </SecondaryButton>
      )}
      <div className="decision__likely line at-end gap-1">
        <Button busyText={busy && words.saving} disabled={!kind || !followed} onClick={decidesLikely}>
          {likely}
        </Button>
        {kind !== 'wait' && (
          <Button aria-label={words.withClass} title={words.withClass} disabled={off} onClick={choosesClass}>
            <span>▾</span>
          </Button>
        )}
      </div>
    </>
  );
}

/** What a decision is called: of who waits or is approved already, or leaves, what it changes. */
function actInWords(code: Situation, enrolment: ListedEnrolment): string {
  if (code === 'aprovada' && code === enrolment.situation) return words.giveClass;
  if (code === 'lista-de-espera' && code === enrolment.situation) return words.changeWait;
  return code === 'desistiu' && leaves(enrolment) ? leaving.open : SITUATIONS[code];
}

/** What is changed while it stays: its reason, or the class that somebody waits for or has. */
const CHANGEABLE: readonly Situation[] = [...NEEDS_REASON, 'lista-de-espera', 'aprovada'];
/** What stands in the bar until somebody is decided. */
const IN_THE_BAR: readonly Situation[] = ['aprovada', 'falta-documento', 'lista-de-espera'];

type MoreProps = Pick<Props, 'opened' | 'onPrint'> & { isOver: boolean };

/** What is done less often: other situations, messages, ending links, printing in other ways, erasing. */
function MoreActs({ opened, isOver, onPrint }: MoreProps) {
  const { enrolment, busy, followed, show, choose } = opened;
  const { situation } = enrolment;
  const opens = (inner: 'messages' | 'links' | 'erase') => () => show({ inner, said: null });
  const offMeanwhile = busy || !followed ? 'off' : '';
  const isReached = chatNumbersOf(enrolment, todayInBrazil()).length > 0;
  const others = (Object.keys(SITUATIONS) as Situation[]).filter(
    (code) =>
      code !== 'em-analise' && // set only by what a family sends
      (code !== situation || CHANGEABLE.includes(code) || enrolment.leftOn) &&
      (isOver || !IN_THE_BAR.includes(code)),
  );
  const acts: Act[] = [
    ...others.map(
      (code): Act => [
        actInWords(code, enrolment),
        () => choose(code, '', code === 'aprovada' || code === 'lista-de-espera' || undefined),
        offMeanwhile,
      ],
    ),
    [desk.notifyFamily, opens('messages'), isReached ? offMeanwhile : 'off'],
    [openEnrolment.links.title, opens('links'), offMeanwhile],
    ...(['discreet', 'onRequest'] as const).map(
      (way): Act => [printing.ways[way], () => onPrint?.({ [way]: true }), onPrint ? '' : 'off'],
    ),
    ...(['termo', 'imagem'] as const)
      .filter((kind) => followed?.state.lines.some((line) => line.kind === kind))
      .map((term): Act => [signing.act(terms[term].title), () => onPrint?.({ term }), onPrint ? '' : 'off']),
    [retention.erase, opens('erase'), 'error'],
  ];
  return <Menu acts={acts} />;
}
