import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { centrePage, type FieldWords } from '../../../content/centre.ts';
import type { Field, Fields, Typed, TypedRecord } from '../../../domain/centre/kinds.ts';
import { typedOf } from '../../../domain/centre/kinds.ts';
import { SecondaryButton } from '../../ui/Button.tsx';
import { DayField, TextArea, TextField } from '../../ui/fields/TextField.tsx';
import { TickBox } from '../controls/TickBoxes.tsx';

const { list: words } = centrePage;

/** Where a record stands in the form: its path, what is typed, what is wrong by path, and how a value of it is changed. */
type Place = {
  path: string;
  values: TypedRecord;
  problems: Readonly<Record<string, string | undefined>>;
  set: (name: string, value: Typed, solved: string) => void;
};

/** The fields of a record, each drawn by its kind. */
export const CentreFields = ({
  fields,
  labels,
  ...place
}: Place & { fields: Fields; labels: FieldWords['fields'] }) =>
  Object.entries(fields).map(([name, field]) => (
    <CentreField key={name} name={name} field={field} words={labels?.[name] ?? {}} place={place} />
  ));

type FieldProps = { name: string; field: Field; words: FieldWords; place: Place };

/** For the keys of a phone. */
const KEYS: Readonly<Record<string, 'tel' | 'email'>> = { phone: 'tel', email: 'email' };

function CentreField(props: FieldProps) {
  const { name, field, words: of, place } = props;
  const path = place.path + name;
  const typed = place.values[name];
  const around = { label: of.label ?? '', hint: of.hint, problem: place.problems[path], name: path };
  const input = {
    ...around,
    value: String(typed),
    onChange: ({ target }: { target: { value: string } }) => place.set(name, target.value, path),
  };
  switch (field.control) {
    case 'list':
      return <List {...props} />;
    case 'text':
    case 'lines':
      return <TextArea rows={field.least ?? 3} {...input} />;
    case 'day':
      return <DayField {...input} />;
    case 'tick':
      return (
        <TickBox
          {...{ label: of.label, name: path, problem: around.problem }}
          checked={typed === true}
          onChange={({ target }) => place.set(name, target.checked, path)}
        />
      );
    case 'number':
      return <TextField autoComplete="off" inputMode="numeric" {...input} />;
    default:
      return <TextField autoComplete="off" required={!field.optional} inputMode={KEYS[name]} {...input} />;
  }
}

/** The entries of a list, each folded behind its first text; one that was just added stands open. */
function List({ name, field, words: of, place }: FieldProps) {
  const { of: fields = {}, least = 0, most } = field;
  const ref = useRef<HTMLFieldSetElement>(null);
  const entries = place.values[name] as readonly TypedRecord[];
  const path = place.path + name;

  /** Changes the entries, and then takes the focus to the first of these that is there. */
  function change(next: readonly TypedRecord[], ...focus: string[]) {
    flushSync(() => place.set(name, next, path));
    const found = focus.map((selector) => ref.current?.querySelector<HTMLElement>(selector));
    found.find(Boolean)?.focus();
  }
  function add() {
    const key = `${Math.min(0, ...entries.map((entry) => Number(entry.key))) - 1}`; // below 0: of no entry that was stored
    change([...entries, { ...typedOf(fields), key }], `[data-entry="${key}"] :is(input, textarea)`);
  }
  function move(at: number, by: 1 | -1) {
    const next = entries.filter((_, other) => other !== at);
    next.splice(at + by, 0, entries[at] as TypedRecord);
    const mine = `[data-entry="${entries[at]?.key}"] [data-by`;
    change(next, `${mine}="${by}"]:not([disabled])`, `${mine}]:not([disabled])`);
  }
  function remove(at: number) {
    const after = entries[at + 1] ?? entries[at - 1];
    const next = entries.filter((_, other) => other !== at);
    change(next, `[data-entry="${after?.key}"] > summary`, '[data-add]');
  }

  const act = (word: string, about: string | undefined, does: object) => (
    <SecondaryButton aria-label={`${word}: ${about}`} {...does}>
      {word}
    </SecondaryButton>
  );

  return (
    <fieldset className="field stack gap-2" ref={ref}>
      <legend className="field__label">{of.label}</legend>
      {of.hint && <p className="field__hint">{of.hint}</p>}
      <div>
        {entries.map((entry, at) => {
          const key = String(entry.key);
          const called = `${of.entry} ${at + 1}`;
          const [first = ''] = Object.values(entry);
          const here = `${path}.${at}`;
          return (
            <details className="fold" key={key} data-entry={key} open={key < '0' || undefined}>
              <summary>{String(first) || called}</summary>
              <div className="stack gap-4 above-2">
                <CentreFields
                  fields={fields}
                  labels={of.fields}
                  path={`${here}.`}
                  values={entry}
                  problems={place.problems}
                  set={(changed, value, solved) =>
                    place.set(
                      name,
                      entries.map((one, other) => (other === at ? { ...one, [changed]: value } : one)),
                      solved,
                    )
                  }
                />
                {least < most && (
                  <div className="row gap-2">
                    {entries.length > 1 &&
                      act(words.up, called, {
                        'data-by': -1,
                        disabled: at === 0,
                        onClick: () => move(at, -1),
                      })}
                    {entries.length > 1 &&
                      act(words.down, called, {
                        'data-by': 1,
                        disabled: !entries[at + 1],
                        onClick: () => move(at, 1),
                      })}
                    {act(words.remove, called, { onClick: () => remove(at) })}
                  </div>
                )}
              </div>
            </details>
          );
        })}
      </div>
      {entries.length < most && <div>{act(words.add, of.entry, { 'data-add': true, onClick: add })}</div>}
    </fieldset>
  );
}
