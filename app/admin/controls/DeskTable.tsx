import type { ReactNode, Ref } from 'react';
import './desk-pages.css';

/** Of each column what stands in its cells, and how they look. */
export type Cells<Row> = readonly (readonly [cell: (row: Row) => ReactNode, className?: string])[];

type Props<Row> = {
  caption: string;
  columns: readonly string[];
  className?: string;
  body?: Ref<HTMLTableSectionElement>;
  rows: readonly Row[];
  rowId: (row: Row) => string;
  cells: Cells<Row>;
  /** The buttons in a row's last cell, after `cells`. */
  actions?: (row: Row) => ReactNode;
};

/** The table of one of the desk's pages; on a phone each row is a card, where a cell says its column by `data-label`. */
export function DeskTable<Row>(props: Props<Row>) {
  const { caption, columns, className = '', body, rows, rowId, cells, actions } = props;
  return (
    <table className={`desk-table wide ${className}`}>
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
      <tbody ref={body}>
        {rows.map((row) => (
          <tr key={rowId(row)} tabIndex={body ? -1 : undefined}>
            {cells.map(([cell, look], at) => (
              <td key={columns[at]} className={look} data-label={columns[at]}>
                {cell(row)}
              </td>
            ))}
            {actions && <td>{wrapped(actions(row))}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const wrapped = (buttons: ReactNode) =>
  buttons && <div className="desk-table__actions flow gap-2">{buttons}</div>;
