import { useState } from 'react';
import { openEnrolment } from '../../../content/open-enrolment.ts';
import { isMinor, lacksGuardianPhone } from '../../../domain/desk/sheet.ts';
import { CRITERIA, type Criterion, OF_GUARDIAN } from '../../../domain/desk/situations.ts';
import { Icon } from '../../ui/Icon.tsx';
import { tickCriterion } from '../api/decisions.ts';
import type { Followed } from './state/use-open-enrolment.ts';

/** What SPEC §1 evaluates by, beside the document that shows it; never required. */
export const CriteriaTicks = (followed: Followed) => (
  <fieldset className="row gap-4 no-row-gap full-row">
    <legend className="vh">{openEnrolment.criteria}</legend>
    <Tick {...followed} name="cadunico" words={CRITERIA.cadunico} />
    <Tick {...followed} name="socioeconomica" words={CRITERIA.socioeconomica} />
  </fieldset>
);

/** Beside a minor's guardian: that they confirmed, and whose a telephone is that came later. */
export function GuardianTicks(followed: Followed) {
  const { enrolment, state } = followed;
  if (!isMinor(enrolment)) return null;
  return (
    <div className="row gap-4 no-row-gap full-row no-print">
      <Pressed {...followed} name="responsavel" />
      {lacksGuardianPhone(enrolment) && (state.newPhone ?? state.guardianPhone) !== null && (
        <Tick {...followed} name="telefone" words={OF_GUARDIAN.telefone} />
      )}
    </div>
  );
}

/** Whether no link tells where the person is to be found. */
export const ProtectedTick = (followed: Followed) => (
  <Pressed {...followed} name="protegido" hint={openEnrolment.protectedHint} />
);

type Ticked = Criterion | 'protegido' | keyof typeof OF_GUARDIAN;

function Tick({ words, ...tickable }: Followed & { name: Ticked; words: string }) {
  const [isMet, tick] = useTick(tickable);
  return (
    <label className="tickable small gap-2">
      <input type="checkbox" checked={isMet} onChange={({ target }) => tick(target.checked)} />
      {words}
    </label>
  );
}

/** A criterion that one press sets and the next takes back. */
function Pressed({ hint, ...tickable }: Followed & { name: 'protegido' | 'responsavel'; hint?: string }) {
  const [isMet, tick] = useTick(tickable);
  return (
    <button
      type="button"
      className="tickable tick-button gap-2 no-print"
      title={hint}
      aria-pressed={isMet}
      onClick={() => tick(!isMet)}
    >
      {isMet && <Icon name="check" />}
      {openEnrolment.marks[tickable.name]}
    </button>
  );
}

/** Whether a criterion is met, as it was pressed until the answer arrives; and how to press it. */
function useTick({ enrolment, state, busy, change, name }: Followed & { name: Ticked }) {
  const [pressed, setPressed] = useState<boolean | null>(null);

  async function tick(isMet: boolean) {
    if (busy) return;
    setPressed(isMet);
    await change(() => tickCriterion(enrolment.id, state.version, name, isMet));
    setPressed(null);
  }

  const stored = name === 'telefone' ? state.guardianPhone !== null : state.criteria[name];
  return [pressed ?? stored, (isMet: boolean) => void tick(isMet)] as const;
}
