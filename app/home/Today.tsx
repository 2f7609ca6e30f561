import { useEffect } from 'react';
import { hero, schedule } from '../../content/home.ts';
import { dayInFull } from '../../domain/day-in-full.ts';
import { linesOfTheWeek } from '../../domain/timetable.ts';

const LINES = linesOfTheWeek(schedule, hero.today);

/**
 * A line for each day of the week, of which hero.css shows the one of the document's `data-day`:
 * app/start-script.ts sets it before anything is painted, and this where another page came first.
 */
export function Today() {
  useEffect(() => {
    document.documentElement.dataset.day = dayInFull(new Date());
  }, []);

  return (
    <div className="today">
      {LINES.map((line, day) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the days never change places
        <p key={day}>{line}</p>
      ))}
    </div>
  );
}
