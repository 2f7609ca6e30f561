import type { ReactNode } from 'react';
import { classes as words } from '../../../content/classes.ts';
import type { DeskClass } from '../../../domain/desk/classes.ts';
import { DeskTable } from '../controls/DeskTable.tsx';

type Props = {
  classes: readonly DeskClass[];
  caption: string;
  /** What may be done with a class. */
  buttons: (one: DeskClass) => ReactNode;
};

/** Classes with places and waiting lines; on a phone each is a card. */
export function ClassTable({ classes, caption, buttons }: Props) {
  return (
    <DeskTable className="classes__table" caption={caption} columns={words.columns}>
      {classes.map((one) => (
        <Row key={one.id} one={one} buttons={buttons(one)} />
      ))}
    </DeskTable>
  );
}

function Row({ one, buttons }: { one: DeskClass; buttons: ReactNode }) {
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
        <div className="desk-table__actions flow gap-2">{buttons}</div>
      </td>
    </tr>
  );
}
