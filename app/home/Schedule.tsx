import { schedule, scheduleHeading } from '../../content/home.ts';

/** The week's classes. Source: SPEC §9. */
export function Schedule() {
  const [lesson, time, days] = scheduleHeading.columns;

  return (
    <div className="schedule">
      <h3 className="schedule__title" id="horarios-titulo">
        {scheduleHeading.title}
      </h3>
      <table className="schedule__table">
        <caption className="vh">{scheduleHeading.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{lesson}</th>
            <th scope="col">{time}</th>
            <th scope="col">{days}</th>
          </tr>
        </thead>
        <tbody>
          {schedule.map((row) => (
            <tr key={row.name}>
              <th scope="row">{row.name}</th>
              <td className="schedule__time">{row.time ?? scheduleHeading.byArrangement}</td>
              <td>{row.days ?? '—'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
