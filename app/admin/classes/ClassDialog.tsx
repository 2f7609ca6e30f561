import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { classes } from '../../../content/classes.ts';
import { modalities } from '../../../content/home.ts';
import type { DeskClass } from '../../../domain/desk/classes.ts';
import {
  type ClassProblems,
  readClass,
  type TypedClass,
  typedClass,
} from '../../../domain/desk/typed-class.ts';
import { ownContacts } from '../../../domain/setting-values.ts';
import { Choice, TextField } from '../../ui/fields/TextField.tsx';
import { listAdministrators } from '../api/accounts.ts';
import { saveClass } from '../api/settings.ts';
import { ConfirmDialog } from '../controls/ConfirmDialog.tsx';
import { DayChoices } from './DayChoices.tsx';

const words = classes.form;

type Props = { existing: DeskClass | null; onDone: (message: string) => void; onClose: () => void };
type TextName = 'name' | 'modality' | 'time' | 'ageFrom' | 'ageTo' | 'places';

/** Adds a class (`existing` null) or changes one; what is wrong is said beside its field, and what was typed stays. */
export function ClassDialog({ existing, onDone, onClose }: Props) {
  const formId = useId();
  const form = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState(() => typedClass(existing));
  const [problems, setProblems] = useState<ClassProblems>({});
  const people = useQuery({ queryKey: ['administrators'], queryFn: listAdministrators });

  const change = (part: Partial<TypedClass>) => setTyped((now) => ({ ...now, ...part }));

  const read = readClass(typed, ownContacts(location.host));

  function check(): boolean {
    const found = 'problems' in read ? read.problems : {};
    setProblems(found);
    const [first] = Object.keys(found);
    if (first) form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
    return !first;
  }

  async function save(password: string) {
    if (!('values' in read)) return;
    await saveClass({ ...(existing && { id: existing.id }), ...read.values }, password);
    onDone(existing ? classes.changed(read.values.name) : classes.added(read.values.name));
  }

  const text = (name: TextName, label: string, hint?: string) => (
    <TextField
      name={name}
      label={label}
      hint={hint}
      autoComplete="off"
      problem={problems[name]}
      onEdit={() => setProblems((now) => ({ ...now, [name]: undefined }))}
      value={typed[name]}
      onChange={({ target }) => change({ [name]: target.value })}
      required={name === 'name'}
      {...(name === 'modality' && { list: `${formId}-modalidades` })}
      {...(/age|places/.test(name) && { inputMode: 'numeric' as const })}
    />
  );
  const places = 'values' in read ? read.values.places : null;
  const isFewer = existing !== null && places !== null && places < existing.pupils;

  return (
    <ConfirmDialog
      title={existing ? words.editTitle : words.addTitle}
      submit={words.save}
      busy={words.saving}
      checkRest={check}
      confirm={save}
      onClose={onClose}
    >
      <div className="desk-form stack gap-5 wide" ref={form}>
        {text('name', words.name, words.nameHint)}
        {text('modality', words.modality)}
        <datalist id={`${formId}-modalidades`}>
          {modalities.map(({ title }) => (
            <option key={title} value={title} />
          ))}
        </datalist>
        <DayChoices days={typed.days} onChange={(days) => change({ days })} />
        {text('time', words.time, words.timeHint)}
        <div className="classes__pair wide gap-4">
          {text('ageFrom', words.ageFrom, words.ageHint)}
          {text('ageTo', words.ageTo, words.ageHint)}
        </div>
        {text('places', words.places, words.placesHint)}
        {isFewer && (
          <p className="field__note" role="status">
            {words.fewer(existing.pupils)}
          </p>
        )}
        <Tick
          label={words.ofProject}
          hint={words.ofProjectHint}
          checked={typed.ofProject}
          onChange={(ofProject) => change({ ofProject })}
        />
        <Choice
          label={words.teacher}
          none={words.noTeacher}
          value={typed.teacher}
          options={(people.data ?? [])
            .filter(({ account, disabledAt }) => !disabledAt || account === typed.teacher)
            .map(({ account, email }) => [account, email])}
          onChoose={(teacher) => change({ teacher })}
        />
        {existing && !existing.active && (
          <Tick label={words.active} checked={typed.active} onChange={(active) => change({ active })} />
        )}
      </div>
    </ConfirmDialog>
  );
}

type TickProps = { label: string; hint?: string; checked: boolean; onChange: (checked: boolean) => void };

function Tick({ label, hint, checked, onChange }: TickProps) {
  const id = useId();
  return (
    <div className="field">
      <label className="choice">
        <input
          type="checkbox"
          checked={checked}
          aria-describedby={hint && id}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span className="choice__text">{label}</span>
      </label>
      {hint && (
        <p className="field__hint" id={id}>
          {hint}
        </p>
      )}
    </div>
  );
}
