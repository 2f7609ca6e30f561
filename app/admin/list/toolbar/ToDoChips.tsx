import { desk } from '../../../../content/desk.ts';
import { CHIPS, type Chip, FILTERS } from '../../../../domain/desk/filter.ts';
import type { EnrolmentCount } from '../../api/enrolments.ts';

type Props = {
  waiting: EnrolmentCount['waiting'] | undefined;
  /** Null: all enrolments. */
  pressed: Chip | null;
  onPress: (chip: Chip | null) => void;
};

/** 'Para fazer': what waits for the desk, each with its number, and all enrolments beside. One is pressed; pressed again it gives way to all. */
export function ToDoChips({ waiting, pressed, onPress }: Props) {
  const shown = CHIPS.filter((chip) => chip !== 'absent' || waiting?.absent || pressed === chip); // most days nobody is
  return (
    <fieldset className="to-do flow may-shrink gap-1" aria-label={desk.toDo}>
      {[...shown, null].map((chip) => {
        const name = chip ? FILTERS[chip].label : desk.all;
        const count = chip && waiting?.[chip].toLocaleString('pt-BR');
        return (
          <button
            key={name}
            type="button"
            className={count === '0' ? 'tool tool--toggle tool--none' : 'tool tool--toggle'}
            aria-label={count ? `${name} (${count})` : name}
            aria-pressed={pressed === chip}
            onClick={() => onPress(pressed === chip ? null : chip)}
          >
            {name}
            <span className="bold numbers unless-empty">{count}</span>
          </button>
        );
      })}
    </fieldset>
  );
}
