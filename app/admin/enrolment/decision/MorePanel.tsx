import { useState } from 'react';
import { desk, deciding as words } from '../../../../content/desk.ts';
import { isMinor, lacksGuardianPhone } from '../../../../domain/desk/sheet.ts';
import {
  CRITERIA,
  type Criterion,
  OF_GUARDIAN,
  SITUATIONS,
  type Situation,
} from '../../../../domain/desk/situations.ts';
import { SecondaryButton } from '../../../ui/Button.tsx';
import { tickCriterion } from '../../api/decisions.ts';
import { setKeysOn, useKeysOn } from '../../controls/desk-keys.ts';
import type { Followed } from '../state/use-open-enrolment.ts';
import { LIKELY } from './DecisionBar.tsx';

/** Situations with something that can be changed while they stand: a reason, a class. */
const CHANGEABLE: readonly Situation[] = ['nao-aprovada', 'aprovada'];

type MorePanelProps = Followed & { onDecide: (situation: Situation) => void };

/** The less frequent decisions, what was checked, and the switch of the keys. */
export function MorePanel({ onDecide, ...followed }: MorePanelProps) {
  const { state, busy } = followed;
  const keys = useKeysOn();
  const inBar: (Situation | null)[] = ['falta-documento', 'lista-de-espera', LIKELY[state.situation]];
  const others = (Object.keys(SITUATIONS) as Situation[]).filter((code) => !inBar.includes(code));
  return (
    <section className="decide" aria-label={words.more}>
      <div className="decide__buttons decide__buttons--start">
        {others.map((code) => (
          <SecondaryButton
            key={code}
            disabled={busy || (code === state.situation && !CHANGEABLE.includes(code))}
            onClick={() => onDecide(code)}
          >
            {code === 'aprovada' && code === state.situation ? words.giveClass : SITUATIONS[code]}
          </SecondaryButton>
        ))}
      </div>
      <Criteria {...followed} />
      <label className="decide__switch">
        <input type="checkbox" checked={keys} onChange={(event) => setKeysOn(event.target.checked)} />
        {words.keys}
      </label>
    </section>
  );
}

type Ticked = Criterion | keyof typeof OF_GUARDIAN;

const LABELS = { ...CRITERIA, ...OF_GUARDIAN };

function Criteria({ enrolment, state, busy, change }: Followed) {
  const { newPhone, guardianPhone } = state;
  const names: Ticked[] = (Object.keys(CRITERIA) as Criterion[]).filter(
    (name) => name !== 'responsavel' || isMinor(enrolment),
  );
  if (lacksGuardianPhone(enrolment) && (newPhone ?? guardianPhone) !== null) names.push('telefone');
  const isMet = { ...state.criteria, telefone: guardianPhone !== null };
  const [ticking, setTicking] = useState<{ name: Ticked; met: boolean } | null>(null); // shown until the answer arrives

  async function tick(name: Ticked, met: boolean) {
    setTicking({ name, met });
    await change(() => tickCriterion(enrolment.id, state.version, name, met));
    setTicking(null);
  }

  return (
    <fieldset className="decide__criteria">
      <legend className="vh">{desk.criteria}</legend>
      {names.map((name) => (
        <label className="decide__switch" key={name}>
          <input
            type="checkbox"
            checked={ticking?.name === name ? ticking.met : isMet[name]}
            onChange={(event) => !busy && tick(name, event.target.checked)}
          />
          {LABELS[name]}
        </label>
      ))}
    </fieldset>
  );
}
