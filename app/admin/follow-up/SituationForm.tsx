import { type FormEvent, useId, useRef, useState } from 'react';
import { desk } from '../../../content/desk.ts';
import { NEEDS_REASON, REASON_MAX, SITUATIONS, type Situation } from '../../../domain/desk/situations.ts';
import { Button } from '../../ui/Button.tsx';
import { changeSituation, type FollowUp } from '../api/follow-up.ts';
import { TextArea } from '../parts/TextField.tsx';
import type { Change, Deciding, useFollowUp } from './use-follow-up.ts';

/** The situation and its reason, required where the family reads it. Typed text stays until it is saved. */
export function SituationForm({
  id,
  state,
  busy,
  change,
  deciding,
  setDeciding,
}: {
  id: string;
  state: FollowUp;
  busy: boolean;
  change: Change;
} & Pick<ReturnType<typeof useFollowUp>, 'deciding' | 'setDeciding'>) {
  const formId = useId();
  const [missing, setMissing] = useState(false);
  const [saved, setSaved] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const savedReason = state.motivo ?? '';
  const { versao, situacao: chosen } = deciding ?? state;
  const reason = deciding?.motivo ?? savedReason;
  const reasonNeeded = NEEDS_REASON.includes(chosen);

  function type(part: Partial<Deciding>) {
    const typed = { versao, situacao: chosen, ...deciding, ...part };
    const unchanged = typed.situacao === state.situacao && (typed.motivo ?? savedReason) === savedReason;
    setDeciding(unchanged ? undefined : typed);
    setMissing(false);
    setSaved(false);
  }

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    const empty = reasonNeeded && reason.trim() === '';
    setMissing(empty);
    setSaved(false);
    if (empty) return field.current?.focus();
    const now = await change(() =>
      changeSituation(id, versao, chosen, { motivo: reasonNeeded ? reason : '' }),
    );
    if (!now?.aplicada) return;
    setSaved(true);
    setDeciding((typed) =>
      typed?.situacao === chosen && (typed.motivo ?? reason) === reason ? undefined : typed,
    );
  }

  return (
    <form className="follow-up__part" noValidate onSubmit={onSubmit}>
      <div className="field">
        <label className="field__label" htmlFor={`${formId}-situacao`}>
          {desk.situation}
        </label>
        <select
          className="field__input"
          id={`${formId}-situacao`}
          value={chosen}
          onChange={(event) => type({ situacao: event.target.value as Situation })}
        >
          {Object.entries(SITUATIONS).map(([code, words]) => (
            <option key={code} value={code}>
              {words}
            </option>
          ))}
        </select>
      </div>
      {reasonNeeded && (
        <TextArea
          label={desk.reason}
          hint={desk.reasonHint}
          problem={missing ? desk.reasonMissing : undefined}
          maxLength={REASON_MAX}
          required
          value={reason}
          ref={field}
          onChange={(event) => type({ motivo: event.target.value })}
        />
      )}
      <div className="follow-up__row">
        <Button type="submit" busyText={busy && desk.saving}>
          {desk.save}
        </Button>
        <p role="status">{saved && desk.saved}</p>
      </div>
    </form>
  );
}
