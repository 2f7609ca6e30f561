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
  return (
    <fieldset className="to-do flow may-shrink gap-1" aria-label={desk.toDo}>
      {CHIPS.map((chip) => {
        const filter: { label: string; rest?: string } = FILTERS[chip];
        const count = waiting?.[chip].toLocaleString('pt-BR');
        const name = chipInWords(chip);
        return (
          <button
            key={chip}
            type="button"
            className={count === '0' ? 'tool tool--toggle tool--none' : 'tool tool--toggle'}
            aria-label={count ? `${name} (${count})` : name}
            aria-pressed={pressed === chip}
            onClick={() => onPress(pressed === chip ? null : chip)}
          >
            <span>
              {filter.label}
              {filter.rest && <span className="to-do__rest">{filter.rest}</span>}
            </span>
            <span className="tool__number unless-empty">{count}</span>
          </button>
        );
      })}
      <button
        type="button"
        className="tool tool--toggle"
        aria-pressed={pressed === null}
        onClick={() => onPress(null)}
      >
        {desk.all}
      </button>
    </fieldset>
  );
}

/** The whole name of a chip. */
export function chipInWords(chip: Chip): string {
  const filter: { label: string; rest?: string } = FILTERS[chip];
  return filter.label + (filter.rest ?? '');
}
