import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type MouseEvent, useEffect } from 'react';
import { deciding as words } from '../../../content/deciding.ts';
import { desk } from '../../../content/desk.ts';
import { openEnrolment } from '../../../content/open-enrolment.ts';
import { retention } from '../../../content/retention.ts';
import { SITUATIONS, type Situation } from '../../../domain/desk/situations.ts';
import { Button, SecondaryButton } from '../../ui/Button.tsx';
import { classesQuery } from '../api/classes.ts';
import { focusTitle } from '../controls/focus-target.ts';
import { type Act, Menu } from '../controls/Menu.tsx';
import { PrintChoices } from '../print/PrintOptions.tsx';
import { DecisionForm } from './DecisionForm.tsx';
import { DecisionMessages, TellFamily } from './DecisionMessages.tsx';
import { isDecided, type Suggestion, shownDraft, suggestionOf } from './state/open-enrolment.ts';
import type { Addressee } from './state/use-messages.ts';
import type { OpenedEnrolment } from './state/use-open-enrolment.ts';
import type { useNeighbours } from './use-neighbours.ts';
import './decision.css';

type Props = {
  opened: OpenedEnrolment;
  neighbours: ReturnType<typeof useNeighbours>;
  onNext: () => void;
};

/** The foot: what was done last, what is asked, and the decisions in one row. Source: docs/ux.md §8.5. */
export function DialogFoot({ opened, neighbours, onNext }: Props) {
  const { enrolment, screen, followed, tell } = opened;
  const draft = shownDraft(screen, opened.draft);
  const asks = Boolean(draft);
  const { data: classes } = useQuery(classesQuery);
  const suggestion = classes ? suggestionOf(classes, enrolment) : null;
  const isOver = isDecided(enrolment.situation, suggestion);
  const { toTell } = tell;
  const isOwn = toTell?.enrolment.id === enrolment.id;
  const isAsked = tell.telling?.enrolment.id === enrolment.id;
  // also when it was opened again later
  const untold = followed && enrolment.toNotify && !isAsked ? { enrolment, followUp: followed.state } : null;
  const now = isOwn && followed ? { ...toTell, enrolment, followUp: followed.state } : toTell; // its telephone may have changed
  const own = isOver ? (isOwn ? now : untold) : null;
  useEffect(() => {
    if (!asks) focusTitle(); // what was focused may just have disappeared
  }, [asks]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only refuses a held key
    <div className="decision stack gap-2" onKeyDown={refuseHeldKey}>
      <DecisionMessages opened={opened} walk={neighbours.said} toTell={own && isOwn ? null : toTell} />
      {draft && <DecisionForm key={`${enrolment.id} ${draft.situation}`} draft={draft} opened={opened} />}
      <DecisionBar
        opened={opened}
        suggestion={suggestion}
        toTell={own}
        hidden={asks}
        onNext={neighbours.isLast ? null : onNext}
      />
    </div>
  );
}

type BarProps = {
  opened: OpenedEnrolment;
  /** Null while nobody knows yet. */
  suggestion: Suggestion | null;
  /** The enrolment's own family, once it is to be told. */
  toTell: Addressee | null;
  /** Something is asked above, with buttons of its own: these wait. */
  hidden: boolean;
  /** Null on the last. */
  onNext: (() => void) | null;
};

/** What is done about an enrolment, in one row: 'Mais', two frequent decisions, and the likely one with its class. */
function DecisionBar({ opened, suggestion, toTell, hidden, onNext }: BarProps) {
  const { enrolment, screen, choose, tell } = opened;
  const { busy } = screen;
  const { situation } = enrolment;
  const { kind, fitting } = suggestion ?? { fitting: null };
  const isOver = isDecided(situation, suggestion);

  /** The title takes the focus: the next press has to be meant for the next enrolment. */
  const decides = (wanted: Situation, classId?: string, asks?: boolean) =>
    once((button) => {
      button.blur();
      focusTitle();
      void choose(wanted, classId, asks);
    });
  /** Approving with a class to choose and a first day. */
  const choosesClass = decides('aprovada', kind === 'into' ? fitting?.id : '', true);
  /** Nobody waits in no line, unless there is none: who has no line yet is asked for it. */
  const waits = decides('lista-de-espera', fitting?.id, !fitting && kind !== 'none');
  /** The one decision that nearly everybody gets: into the class that fits, or its line where it is full. */
  const [likely, decidesLikely] =
    kind === 'choose'
      ? [words.chooseClass, choosesClass]
      : kind === 'wait'
        ? [fitting ? words.waitFor(fitting.name) : SITUATIONS['lista-de-espera'], waits]
        : [fitting ? words.approveIn(fitting.name) : words.approve, decides('aprovada', fitting?.id)];

  return (
    <fieldset className="decision__row row" hidden={hidden}>
      <legend className="vh">{words.legend}</legend>
      <MoreActs opened={opened} isOver={isOver} />
      <SecondaryButton disabled={busy} onClick={decides('falta-documento')}>
        {SITUATIONS['falta-documento']}
      </SecondaryButton>
      <SecondaryButton
        disabled={busy || !kind || (situation === 'lista-de-espera' && kind === 'none')}
        onClick={waits}
      >
        {SITUATIONS['lista-de-espera']}
      </SecondaryButton>
      <div className="decision__likely line">
        {isOver ? (
          <>
            {onNext && <SecondaryButton onClick={once(onNext)}>{words.goNext}</SecondaryButton>}
            {toTell && <TellFamily toTell={toTell} tell={tell} variant="primary" />}
          </>
        ) : (
          <>
            {typeof fitting?.places === 'number' && (
              <span className="decision__places hint numbers">{desk.free(fitting.free)}</span>
            )}
            <Button busyText={busy && words.saving} disabled={!kind} onClick={decidesLikely}>
              {likely}
            </Button>
            <Button
              aria-label={words.withClass}
              title={words.withClass}
              disabled={busy}
              onClick={choosesClass}
            >
              <span className="chevron chevron--up" />
            </Button>
          </>
        )}
      </div>
    </fieldset>
  );
}

/** What stands in the bar already, or is set only by what a family sends. */
const ELSEWHERE: readonly Situation[] = ['falta-documento', 'lista-de-espera', 'em-analise'];
/** Situations whose details (reason, class) can be changed while they stay. */
const CHANGEABLE: readonly Situation[] = ['nao-aprovada', 'aprovada'];

/** What is done less often: other situations, messages, ending links, erasing, options of printing. */
function MoreActs({ opened, isOver }: { opened: OpenedEnrolment; isOver: boolean }) {
  const { enrolment, screen, followed, show, say, choose } = opened;
  const { situation } = enrolment;
  const opens = (inner: 'messages' | 'links' | 'erase') => () => {
    say('');
    show({ inner });
  };
  const offMeanwhile = screen.busy || !followed ? 'off' : '';
  const others = (Object.keys(SITUATIONS) as Situation[]).filter(
    (code) => !ELSEWHERE.includes(code) && (code !== 'aprovada' || isOver),
  );
  const acts: Act[] = [
    ...others.map(
      (code): Act => [
        code === 'aprovada' && code === situation ? words.giveClass : SITUATIONS[code],
        () => choose(code, '', code === 'aprovada'),
        screen.busy || (code === situation && !CHANGEABLE.includes(code)) ? 'off' : '',
      ],
    ),
    [desk.notifyFamily, opens('messages'), offMeanwhile],
    [openEnrolment.links.title, opens('links'), offMeanwhile],
    [retention.erase, opens('erase'), 'error'],
  ];
  return (
    <Menu acts={acts}>
      <PrintChoices options={screen.paper} onChange={(paper) => show({ paper })} />
    </Menu>
  );
}

/** The second click of a double one is meant for nobody: by then the next enrolment is on the screen. */
const once = (act: (button: HTMLElement) => void) => (event: MouseEvent<HTMLButtonElement>) => {
  if (event.detail < 2) act(event.currentTarget);
};

/** Enter that is held down presses a button again and again: the next enrolments would be decided unread. */
function refuseHeldKey(event: KeyboardEvent) {
  const presses =
    (event.key === 'Enter' || event.key === ' ') && (event.target as Element).matches('button, a');
  if (event.repeat && presses) event.preventDefault();
}
