import { useQuery } from '@tanstack/react-query';
import { renewal } from '../../../content/attendance.ts';
import { classes } from '../../../content/classes.ts';
import { type DeskClass, offeredClasses } from '../../../domain/desk/classes.ts';
import { readClass, type TypedClass, typedClass } from '../../../domain/desk/typed-class.ts';
import { classInWords, FROM_MONDAY, WEEKDAYS } from '../../../domain/timetable.ts';
import { Choice, TextField } from '../../ui/fields/TextField.tsx';
import { administratorsQuery, personName } from '../api/accounts.ts';
import { classesQuery } from '../api/classes.ts';
import { askWhoGoesOn, endClass, saveClass } from '../api/settings.ts';
import { FormDialog } from '../controls/FormDialog.tsx';
import { TickBox, TickBoxes } from '../controls/TickBoxes.tsx';

const words = classes.form;
const DAYS = FROM_MONDAY.map((day) => [day, WEEKDAYS[day] ?? ''] as const);

/**
 * Adds a class (`existing` null) or changes one; what is wrong is said beside its field, and what was typed stays. What is not
 * changed here is not sent: a colleague may have changed it meanwhile.
 */
export function ClassDialog({ existing }: { existing: DeskClass | null }) {
  const people = useQuery(administratorsQuery);

  async function save(typed: TypedClass, password: string) {
    const read = readClass(typed);
    if ('problems' in read) return;
    const before = typedClass(existing);
    const isChanged = (name: keyof TypedClass) => String(typed[name]) !== String(before[name]);
    const changes = Object.entries(read.values).filter(([name]) => isChanged(name as keyof TypedClass));
    await saveClass(existing ? { id: existing.id, ...Object.fromEntries(changes) } : read.values, password);
    return (existing ? classes.changed : classes.added)(read.values.name);
  }

  return (
    <FormDialog
      title={existing ? words.editTitle : words.addTitle}
      initial={typedClass(existing)}
      check={(typed) => {
        const read = readClass(typed);
        return 'problems' in read ? read.problems : {};
      }}
      password
      send={save}
    >
      {({ values, text, tick, choice }) => {
        const optional = { autoComplete: 'off', required: false } as const;
        const number = { ...optional, inputMode: 'numeric' } as const;
        return (
          <>
            <TextField autoComplete="off" label={words.name} hint={words.nameHint} {...text('name')} />
            <TickBox label={words.ofProject} hint={words.ofProjectHint} {...tick('ofProject')} />
            <TickBoxes
              legend={words.days}
              hint={values.ofProject ? undefined : words.daysHint}
              choices={DAYS}
              beside
              {...choice('days')}
            />
            <TextField
              {...optional}
              label={words.time}
              hint={words.timeHint(values.ofProject)}
              {...text('time')}
            />
            {values.ofProject && (
              <>
                <div className="classes__pair wide gap-4">
                  <TextField {...number} label={words.ageFrom} hint={words.ageHint} {...text('ageFrom')} />
                  <TextField {...number} label={words.ageTo} hint={words.ageHint} {...text('ageTo')} />
                </div>
                <TextField {...number} label={words.places} hint={words.placesHint} {...text('places')} />
                <Choice
                  label={words.teacher}
                  none={words.noTeacher}
                  options={(people.data ?? [])
                    .filter(({ account, disabledAt }) => !disabledAt || account === values.teacher)
                    .map((one) => [one.account, personName(one)])}
                  {...text('teacher')}
                />
              </>
            )}
          </>
        );
      }}
    </FormDialog>
  );
}

const { ending } = classes;
/** The choice that leaves the pupils where they are. */
const STAY = 'stay';

/** A class, its ages, and how many places it has left. */
const withRoom = (one: DeskClass) =>
  ending.room(`${classInWords(one)} · ${classes.ages(one.ageFrom, one.ageTo)}`, one.free);

/** Ends a class, and asks where its pupils go. */
export function EndClassDialog({ ended }: { ended: DeskClass }) {
  const { name, pupils, waiting } = ended;
  const { data: all = [] } = useQuery(classesQuery);
  const asks = pupils + waiting > 0;
  const others = offeredClasses(all).filter(({ id }) => id !== ended.id);

  return (
    <FormDialog
      title={ending.title}
      submit={ending.submit}
      busy={ending.busy}
      destructive
      initial={{ to: '' }}
      check={({ to }) => (asks && to === '' ? { to: ending.whereMissing } : {})}
      password
      send={async ({ to }, password) => {
        await endClass(ended.id, to === STAY ? null : to || null, password);
        return ending.done(name);
      }}
    >
      {({ text, values }) => (
        <>
          <p>
            {pupils > 0 ? ending.text(name, pupils) : ending.nobody(name)}{' '}
            {waiting > 0 && ending.waiting(waiting)}
          </p>
          {asks && (
            <Choice
              label={ending.where}
              none={ending.choose}
              options={[...others.map((one) => [one.id, withRoom(one)] as const), [STAY, ending.stay]]}
              {...text('to')}
            />
          )}
          <p className="unless-empty bold" role="status">
            {pupils > 0 && ending.move(pupils, others.find(({ id }) => id === values.to)?.free ?? null)}
          </p>
        </>
      )}
    </FormDialog>
  );
}

/** Asks whether the pupils of a class, or of all, go on; `onAsked` leads to where their families are told. */
export function RenewalDialog({ one, onAsked }: { one: DeskClass; onAsked: () => void }) {
  return (
    <FormDialog
      title={renewal.ask}
      submit={renewal.submit}
      initial={{ all: false }}
      password
      send={async ({ all }, password) => {
        const asked = await askWhoGoesOn(all ? null : one.id, password);
        if (asked !== 0) onAsked();
        return renewal.asked(asked);
      }}
    >
      {({ tick }) => (
        <>
          <p>{renewal.askText(one.name)}</p>
          <TickBox label={renewal.everybody} {...tick('all')} />
        </>
      )}
    </FormDialog>
  );
}
