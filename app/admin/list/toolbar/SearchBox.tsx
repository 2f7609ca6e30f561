import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { desk } from '../../../../content/desk.ts';
import { FILTERS } from '../../../../domain/desk/filter.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { focusRow } from './list-focus.ts';

/** How long typing must pause before the search runs. */
const PAUSE_MS = 300;

/** `onSearch` with `isEntered` searches at once, and opens the result when it is the only one. */
type Props = { value: string; onSearch: (text: string, isEntered: boolean) => void };

/** Searches when typing pauses; Escape clears it at once, arrow down leads into the list. The typed text stays, whatever the list answers. */
export function SearchBox({ value, onSearch }: Props) {
  const id = useId();
  const [text, setText] = useState(value);
  const asked = useRef(value);

  function ask(next: string, isEntered = false) {
    asked.current = next.trim();
    onSearch(asked.current, isEntered);
  }

  const askOnce = useEffectEvent((typed: string) => {
    if (typed.trim() !== asked.current) ask(typed);
  });
  useEffect(() => {
    const timer = setTimeout(() => askOnce(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  useEffect(() => {
    if (value === asked.current) return;
    asked.current = value; // changed from elsewhere: what was typed before is over
    setText(value);
  }, [value]);

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
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && text !== '') {
            event.preventDefault();
            setText('');
            ask('');
          }
          if (event.key === 'Enter') ask(text, true);
          if (event.key === 'ArrowDown') {
            event.preventDefault();
            focusRow(1);
          }
        }}
      />
      <p className="vh" id={`${id}-dica`}>
        {desk.searchHint}
      </p>
    </div>
  );
}
