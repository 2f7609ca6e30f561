import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { desk } from '../../../content/desk.ts';
import type { PageCursor } from '../../../domain/desk/filter.ts';
import { Icon } from '../../ui/Icon.tsx';
import { cursorsAround, type ShownPage, shownRange } from './ListPaging.tsx';

type Props = {
  shown: ShownPage;
  line: RefObject<HTMLDivElement | null>;
  onGo: (cursor: PageCursor) => void;
  children: ReactNode;
};

/**
 * Which rows are shown, or `children` when there are none; beside it, where there is
 * room, the page before and after. Always rendered, so that screen readers announce every
 * change. Takes the focus when another page arrives; the caller gives it the focus when
 * a pressed button disappears.
 */
export function ListRange({ shown, line, onGo, children }: Props) {
  const seen = useRef(shown.cursor.page);
  const { before, after } = cursorsAround(shown);
  const any = shown.ids.length > 0;

  useEffect(() => {
    if (seen.current !== shown.cursor.page) line.current?.focus({ preventScroll: true }); // the layout scrolls
    seen.current = shown.cursor.page;
  }, [shown.cursor.page, line]);

  const turn = (words: string, icon: 'back' | 'forward', cursor: PageCursor | null) => (
    <button
      type="button"
      className="tool tool--icon"
      aria-label={words}
      disabled={!cursor}
      onClick={() => cursor && onGo(cursor)}
    >
      <Icon name={icon} />
    </button>
  );
  return (
    <div className={any ? 'range line between small gap-2' : 'range line between small gap-2 range--empty'}>
      <div className="range__words" tabIndex={-1} ref={line} role="status">
        {any ? <Words text={shownRange(shown)} /> : children}
      </div>
      {any && (
        <div className="range__turns no-print">
          {turn(desk.pageBefore, 'back', before)}
          {turn(desk.pageAfter, 'forward', after)}
        </div>
      )}
    </div>
  );
}

/** In the head of the table the first word, 'Mostrando', is for screen readers alone. */
function Words({ text }: { text: string }) {
  const end = text.indexOf(' ') + 1;
  return (
    <>
      <span className="range__word">{text.slice(0, end)}</span>
      {text.slice(end)}
    </>
  );
}
