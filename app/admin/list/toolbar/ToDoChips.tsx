import { desk } from '../../../../content/desk.ts';
import { CHIPS, type Chip, FILTERS } from '../../../../domain/desk/filter.ts';
import type { EnrolmentCount } from '../../api/enrolments.ts';

type Props = {
  waiting: EnrolmentCount['waiting'] | undefined;
  /** Null: all enrolments. */
  pressed: Chip | null;
  onPress: (chip: Chip | null) => void;
};

/** `rest`: of the name, where there is room. */
type Words = { label: string; rest?: string };

/** 'Para fazer': what waits for the desk, each with its number, and all enrolments beside. One is pressed; pressed again it gives way to all. */
export function ToDoChips({ waiting, pressed, onPress }: Props) {
  return (
    <fieldset className="to-do flow may-shrink gap-1" aria-label={desk.toDo}>
      {[...CHIPS, null].map((chip) => {
        const { label, rest }: Words = chip ? FILTERS[chip] : { label: desk.all };
        const name = label + (rest ?? '');
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
            <span>
              {label}
              {rest && <span className="to-do__rest">{rest}</span>}
            </span>
            <span className="bold numbers unless-empty">{count}</span>
          </button>
        );
      })}
    </fieldset>
  );
}

/** The whole name of a chip. */
export function chipInWords(chip: Chip): string {
  const { label, rest = '' }: Words = FILTERS[chip];
  return label + rest;
}
