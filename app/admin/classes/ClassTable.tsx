import { classes as words } from '../../../content/classes.ts';
import { type DeskClass, hasRoom } from '../../../domain/desk/classes.ts';
import { Button, SecondaryButton } from '../../ui/Button.tsx';
import { DeskTable } from '../controls/DeskTable.tsx';

/**
 * What may be done with a class; null where the role may not. `calling`: the class whose next waiting person
 * is being fetched.
 */
export type ClassActions = {
  calling: string | null;
  onCall: ((one: DeskClass) => void) | null;
  onList: (one: DeskClass) => void;
  onEdit: ((one: DeskClass) => void) | null;
  onEnd: ((one: DeskClass) => void) | null;
};

type Props = { classes: readonly DeskClass[]; caption: string; actions: ClassActions };

/** Classes with places and waiting lines; on a phone each is a card. */
export function ClassTable({ classes, caption, actions }: Props) {
  return (
    <DeskTable className="classes__table" caption={caption} columns={words.columns}>
      {classes.map((one) => (
        <Row key={one.id} one={one} {...actions} />
      ))}
    </DeskTable>
  );
}

function Row({ one, calling, onCall, onList, onEdit, onEnd }: ClassActions & { one: DeskClass }) {
  const [, places, waiting] = words.columns;
  const [people, line] = words.places(one).split(/ (?=\()/); // who waits on a line of its own
  return (
    <tr>
      <td>
        <span className="strong">{one.name}</span>
        <span className="hint block">{words.when(one)}</span>
        <span className="hint block">
          {words.ages(one.ageFrom, one.ageTo)}
          {!one.ofProject && ` · ${words.notOfProject}`}
        </span>
      </td>
      <td className="desk-table__word" data-label={places}>
        {people} {line && <span className="hint block">{line}</span>}
      </td>
      <td className="desk-table__word" data-label={waiting}>
        {words.waiting(one.waiting)}
      </td>
      <td>
        <div className="desk-table__actions flow gap-2">
          {onCall && one.active && one.waiting > 0 && hasRoom(one) && (
            <Button busyText={calling === one.id && words.calling} onClick={() => onCall(one)}>
              {words.callNext}
              <span className="vh">: {one.name}</span>
            </Button>
          )}
          <SecondaryButton aria-label={words.listOf(one.name)} onClick={() => onList(one)}>
            {words.list}
          </SecondaryButton>
          {onEdit && (
            <SecondaryButton aria-label={words.editOf(one.name)} onClick={() => onEdit(one)}>
              {words.edit}
            </SecondaryButton>
          )}
          {onEnd && one.active && (
            <SecondaryButton aria-label={words.endOf(one.name)} onClick={() => onEnd(one)}>
              {words.end}
            </SecondaryButton>
          )}
        </div>
      </td>
    </tr>
  );
}
