import { useRef, useState } from 'react';
import { classes } from '../../../content/classes.ts';
import { classInWords, type DeskClass, placesLeft } from '../../../domain/desk/classes.ts';
import { Field } from '../../ui/fields/TextField.tsx';
import { endClass } from '../api/settings.ts';
import { ConfirmDialog } from '../controls/ConfirmDialog.tsx';

const words = classes.ending;
/** The choice that leaves the pupils where they are. */
const STAY = 'stay';

type Props = {
  ended: DeskClass;
  all: readonly DeskClass[];
  onDone: (message: string) => void;
  onClose: () => void;
};

/** Ends a class, and asks where its pupils go. */
export function EndClassDialog({ ended, all, onDone, onClose }: Props) {
  const [to, setTo] = useState('');
  const [missing, setMissing] = useState(false);
  const select = useRef<HTMLSelectElement>(null);
  const { name, pupils, waiting } = ended;
  const asks = pupils + waiting > 0;
  const others = all.filter(({ id, active }) => active && id !== ended.id);

  function check(): boolean {
    const isMissing = asks && to === '';
    setMissing(isMissing);
    if (isMissing) select.current?.focus();
    return !isMissing;
  }

  return (
    <ConfirmDialog
      title={words.title}
      submit={words.submit}
      busy={words.busy}
      destructive
      checkRest={check}
      confirm={async (password) => {
        await endClass(ended.id, to === STAY ? null : to || null, password);
        onDone(words.done(name));
      }}
      onClose={onClose}
    >
      <p>
        {pupils > 0 ? words.text(name, pupils) : words.nobody(name)} {waiting > 0 && words.waiting(waiting)}
      </p>
      {asks && (
        <Field label={words.where} problem={missing ? words.whereMissing : undefined}>
          {(attributes) => (
            <select
              {...attributes}
              className="field__input"
              value={to}
              ref={select}
              onChange={({ target }) => {
                setTo(target.value);
                setMissing(false);
              }}
            >
              <option value="">{words.choose}</option>
              {others.map((one) => (
                <option key={one.id} value={one.id}>
                  {words.room(classInWords(one), one.places === null ? null : placesLeft(one))}
                </option>
              ))}
              <option value={STAY}>{words.stay}</option>
            </select>
          )}
        </Field>
      )}
    </ConfirmDialog>
  );
}
