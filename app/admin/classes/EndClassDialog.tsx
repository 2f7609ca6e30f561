import { type FormEvent, useId, useRef, useState } from 'react';
import { classes } from '../../../content/classes.ts';
import { classInWords, type DeskClass, placesLeft } from '../../../domain/desk/classes.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button, SecondaryButton } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { Field } from '../../ui/fields/TextField.tsx';
import { endClass } from '../api/classes.ts';
import { actionError } from '../api/failure-text.ts';

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
  const formId = useId();
  const [to, setTo] = useState('');
  const [missing, setMissing] = useState(false);
  const [failure, setFailure] = useState('');
  const [sending, setSending] = useState(false);
  const select = useRef<HTMLSelectElement>(null);
  const { name, pupils, waiting } = ended;
  const asks = pupils + waiting > 0;
  const others = all.filter(({ id, active }) => active && id !== ended.id);

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (sending) return;
    setFailure('');
    setMissing(asks && to === '');
    if (asks && to === '') return select.current?.focus();
    setSending(true);
    try {
      await endClass(ended.id, to === STAY ? null : to || null);
      onDone(words.done(name));
    } catch (error) {
      setFailure(actionError(error));
      setSending(false);
    }
  }

  return (
    <Dialog
      title={words.title}
      className="dialog--small dialog--low"
      onClose={() => sending || onClose()}
      footer={
        <>
          <SecondaryButton disabled={sending} onClick={onClose}>
            {classes.form.cancel}
          </SecondaryButton>
          <Button variant="destructive" type="submit" form={formId} busyText={sending && words.busy}>
            {words.submit}
          </Button>
        </>
      }
    >
      <form className="desk-form stack gap-5" id={formId} noValidate onSubmit={onSubmit}>
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
        {failure && <Alert title={failure} />}
      </form>
    </Dialog>
  );
}
