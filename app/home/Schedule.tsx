// biome-ignore-all lint/a11y/noRedundantRoles: on phones rows are displayed as cards, and a table without explicit roles would lose its semantics

import { scheduleHeading, timetable } from '../../content/home.ts';
import { classInWords } from '../../domain/timetable.ts';

/** The week's classes; nothing without one. Source: SPEC §9. */
export function Schedule() {
  const [lesson, time, days] = scheduleHeading.columns;
  if (timetable.classes.length === 0) return null;

  return (
    <div className="modalities__part stack gap-4">
      <h3 className="split__title">{scheduleHeading.title}</h3>
      <table className="schedule" role="table">
        <caption className="vh">{scheduleHeading.caption}</caption>
        <thead className="schedule__head" role="rowgroup">
          <tr role="row">
            <th scope="col" role="columnheader">
              {lesson}
            </th>
            <th scope="col" role="columnheader">
              {time}
            </th>
            <th scope="col" role="columnheader">
              {days}
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {timetable.classes.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: what is published may stand twice
            <tr className="schedule__row" key={at + classInWords(row)} role="row">
              <th scope="row" role="rowheader">
                {row.name}
              </th>
              <td className="schedule__time" role="cell">
                {row.time ?? scheduleHeading.byArrangement}
              </td>
              <td className={row.days ? 'schedule__days' : 'schedule__nothing'} role="cell">
                {row.days ?? '—'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
