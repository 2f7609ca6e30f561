import type { ReactNode, Ref } from 'react';
import './desk-pages.css';

type Props = {
  caption: string;
  columns: readonly string[];
  className?: string;
  body?: Ref<HTMLTableSectionElement>;
  /** The rows. */
  children: ReactNode;
};

/** The table of one of the desk's pages; on a phone each row is a card, where a cell says its column by `data-label`. */
export function DeskTable({ caption, columns, className = '', body, children }: Props) {
  return (
    <table className={`desk-table ${className}`}>
      <caption className="vh">{caption}</caption>
      <thead className="desk-table__head">
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body}>{children}</tbody>
    </table>
  );
}
