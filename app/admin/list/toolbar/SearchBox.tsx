import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { desk } from '../../../../content/desk.ts';
import { FILTERS } from '../../../../domain/desk/filter.ts';
import { Icon } from '../../../ui/Icon.tsx';

/** How long typing must pause before the search runs. */
const PAUSE_MS = 300;

type Props = {
  value: string;
  input: RefObject<HTMLInputElement | null>;
  /** With `entered` searches at once, and opens the result when it is the only one. */
  onSearch: (text: string, entered: boolean) => void;
  /** Arrow down: into the list. */
  onDown: () => void;
};

/** Searches when typing pauses; Escape clears it at once. The typed text stays, whatever the list answers. */
export function SearchBox({ value, input, onSearch, onDown }: Props) {
  const id = useId();
  const [text, setText] = useState(value);
  const timer = useRef(0);
  const lastValue = useRef(value);
  const latest = useRef(onSearch);

  useEffect(() => {
    latest.current = onSearch; // the filter may have changed when the pause is over
  });
  useEffect(() => {
    if (value === lastValue.current) return;
    lastValue.current = value;
    clearTimeout(timer.current); // changed from elsewhere: what was typed before is over
    setText(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function ask(next: string, entered = false) {
    clearTimeout(timer.current);
    lastValue.current = next.trim();
    latest.current(next.trim(), entered);
  }

  return (
    <div className="search">
      <label className="vh" htmlFor={id}>
        {FILTERS.search.label}
      </label>
      <Icon name="search" />
      <input
        className="field__input search__input"
        id={id}
        type="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        placeholder={desk.searchShort}
        value={text}
        aria-describedby={`${id}-dica`}
        ref={input}
        onChange={({ target }) => {
          setText(target.value);
          clearTimeout(timer.current);
          timer.current = window.setTimeout(ask, PAUSE_MS, target.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && text !== '') {
            event.preventDefault();
            setText('');
            ask('');
          }
          if (event.key === 'Enter') ask(text, true);
          if (event.key === 'ArrowDown') {
            event.preventDefault();
            onDown();
          }
        }}
      />
      <p className="vh" id={`${id}-dica`}>
        {desk.searchHint}
      </p>
    </div>
  );
}
