import { Fragment, useEffect } from 'react';
import { hero, timetable } from '../../content/home.ts';
import { BETWEEN, linesOfTheWeek } from '../../domain/timetable.ts';
import { weekdayAtCentre } from '../../domain/weekday-at-centre.ts';

const LINES = linesOfTheWeek(timetable.classes, hero.today);

/**
 * Today's classes. It renders a line for each weekday; hero.css shows the one of the document's `data-day`,
 * which app/start-script.ts sets before the first paint, and this component after a navigation from another
 * page.
 */
export function Today() {
  useEffect(() => {
    document.documentElement.dataset.day = `${weekdayAtCentre(Date.now())}`;
  }, []);

  return (
    <div className="today scripted">
      {LINES.map((line, day) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the days never change places
        <p key={day}>
          {line.split(BETWEEN).map((part, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a class may stand twice
            <Fragment key={at + part}>
              {at > 0 && BETWEEN}
              <span>{part}</span>
            </Fragment>
          ))}
        </p>
      ))}
    </div>
  );
}
