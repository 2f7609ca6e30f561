import { classes } from '../../../content/classes.ts';
import { classInWords, type DeskClass, placesLeft } from '../../../domain/desk/classes.ts';
import { Choice } from '../../ui/fields/TextField.tsx';
import { endClass } from '../api/settings.ts';
import { FormDialog } from '../controls/FormDialog.tsx';

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
  const { name, pupils, waiting } = ended;
  const asks = pupils + waiting > 0;
  const others = all.filter(({ id, active }) => active && id !== ended.id);

  return (
    <FormDialog
      title={words.title}
      submit={words.submit}
      busy={words.busy}
      destructive
      initial={{ to: '' }}
      check={({ to }) => (asks && to === '' ? { to: words.whereMissing } : {})}
      password
      send={async ({ to }, password) => {
        await endClass(ended.id, to === STAY ? null : to || null, password);
        onDone(words.done(name));
      }}
      onClose={onClose}
    >
      {({ text }) => (
        <>
          <p>
            {pupils > 0 ? words.text(name, pupils) : words.nobody(name)}{' '}
            {waiting > 0 && words.waiting(waiting)}
          </p>
          {asks && (
            <Choice
              label={words.where}
              none={words.choose}
              options={[
                ...others.map(
                  (one) =>
                    [
                      one.id,
                      words.room(classInWords(one), one.places === null ? null : placesLeft(one)),
                    ] as const,
                ),
                [STAY, words.stay],
              ]}
              {...text('to')}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}
