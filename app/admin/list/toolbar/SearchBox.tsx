import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { desk } from '../../../../content/desk.ts';
import { FILTERS } from '../../../../domain/desk/filter.ts';
import { focusRow } from './list-focus.ts';

type Props = { value: string; onSearch: (text: string) => void };

/** Enter searches, Escape or an empty box ends the search, arrow down leads into the list. */
export function SearchBox({ value, onSearch }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (input.current) input.current.value = value; // changed from elsewhere, too
  }, [value]);

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const { key, currentTarget: box } = event;
    if (key === 'Enter') onSearch(box.value.trim());
    if (key === 'ArrowDown') {
      event.preventDefault();
      focusRow(1);
    }
    if (key === 'Escape' && box.value !== '') {
      event.preventDefault();
      box.value = '';
      onSearch('');
    }
  }

  return (
    <div className="search">
      <label className="vh" htmlFor={id}>
        {FILTERS.search.label}
      </label>
      <input
        className="field__input search__input"
        id={id}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        placeholder={desk.searchShort}
        defaultValue={value}
        ref={input}
        aria-describedby={`${id}-dica`}
        onChange={({ target }) => target.value === '' && onSearch('')}
        onKeyDown={onKeyDown}
        onBlur={({ target }) => {
          // what was not searched is not what the list shows; it stays while another window has the focus
          if (document.activeElement !== target) target.value = value;
        }}
      />
      <p className="vh" id={`${id}-dica`}>
        {desk.searchHint}
      </p>
    </div>
  );
}
