import { type ReactNode, useState } from 'react';
import { openEnrolment } from '../../../content/open-enrolment.ts';
import { isMinor, lacksGuardianPhone, type StoredEnrolment } from '../../../domain/desk/sheet.ts';
import { CRITERIA, type Criterion, OF_GUARDIAN } from '../../../domain/desk/situations.ts';
import { Icon } from '../../ui/Icon.tsx';
import { tickCriterion } from '../api/decisions.ts';
import type { FollowUp } from '../api/follow-up-shape.ts';
import type { Followed, OpenedEnrolment } from './state/use-open-enrolment.ts';

type Ticked = Criterion | 'protegido' | keyof typeof OF_GUARDIAN;

type Props = { enrolment: StoredEnrolment; opened: OpenedEnrolment };

/** What SPEC §1 evaluates by, beside the document that shows it; never required. */
export function CriteriaTicks(props: Props) {
  return <Loaded {...props}>{(followed) => <Criteria {...followed} />}</Loaded>;
}

/** Beside a minor's guardian: that they confirmed, and whose a telephone is that came later. */
export function GuardianTicks(props: Props) {
  if (!isMinor(props.enrolment)) return null;
  return <Loaded {...props}>{(followed) => <Guardian {...followed} />}</Loaded>;
}

/** Whether no link tells where the person is to be found. */
export function ProtectedTick(props: Props) {
  return <Loaded {...props}>{(followed) => <Pressed {...followed} name="protegido" />}</Loaded>;
}

/** A criterion that one press sets and the next takes back. */
function Pressed({ name, ...followed }: Followed & { name: 'protegido' | 'responsavel' }) {
  const { isTicked, tick } = useTicks(followed);
  const isPressed = isTicked(name);
  return (
    <button
      type="button"
      className="tickable tick-button gap-2 no-print"
      title={name === 'protegido' ? openEnrolment.protectedHint : undefined}
      aria-pressed={isPressed}
      onClick={() => tick(name, !isPressed)}
    >
      {isPressed && <Icon name="check" />}
      {openEnrolment.marks[name]}
    </button>
  );
}

function Loaded({
  enrolment,
  opened: { followUp, screen, change },
  children,
}: Props & { children: (followed: Followed) => ReactNode }) {
  if (!followUp.data) return null;
  return children({ enrolment, state: followUp.data, busy: screen.busy, change });
}

function Criteria(followed: Followed) {
  const { isTicked, tick } = useTicks(followed);
  return (
    <fieldset className="row gap-4 no-row-gap full-row">
      <legend className="vh">{openEnrolment.criteria}</legend>
      {(['cadunico', 'socioeconomica'] as const).map((name) => (
        <label className="tickable small gap-2" key={name}>
          <input
            type="checkbox"
            checked={isTicked(name)}
            onChange={({ target }) => tick(name, target.checked)}
          />
          {CRITERIA[name]}
        </label>
      ))}
    </fieldset>
  );
}

function Guardian(followed: Followed) {
  const { isTicked, tick } = useTicks(followed);
  const { enrolment, state } = followed;
  return (
    <div className="row gap-4 no-row-gap full-row no-print">
      <Pressed {...followed} name="responsavel" />
      {lacksGuardianPhone(enrolment) && (state.newPhone ?? state.guardianPhone) !== null && (
        <label className="tickable small gap-2">
          <input
            type="checkbox"
            checked={isTicked('telefone')}
            onChange={({ target }) => tick('telefone', target.checked)}
          />
          {OF_GUARDIAN.telefone}
        </label>
      )}
    </div>
  );
}

/** Whether a criterion is met, as it was pressed until the answer arrives. */
function useTicks({ enrolment, state, busy, change }: Followed) {
  const [ticking, setTicking] = useState<{ name: Ticked; met: boolean } | null>(null);

  async function tick(name: Ticked, met: boolean) {
    if (busy) return;
    setTicking({ name, met });
    await change(() => tickCriterion(enrolment.id, state.version, name, met));
    setTicking(null);
  }

  const stored = (name: Ticked, { criteria, guardianPhone }: FollowUp) =>
    name === 'telefone' ? guardianPhone !== null : criteria[name];
  return {
    isTicked: (name: Ticked) => (ticking?.name === name ? ticking.met : stored(name, state)),
    tick: (name: Ticked, met: boolean) => void tick(name, met),
  };
}
