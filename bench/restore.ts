import { readFileSync } from 'node:fs';
import { newFolder } from '../kit/folder.ts';
import { runToItsEnd } from '../prove/command.ts';
import { table } from './measure.ts';

// `npm run bench -- restore 100000`: what a backup of that many demonstration enrolments and its
// restore into an empty folder compute, the embedded PostgreSQL included. Linux only.

const MOST_SECONDS = 30;
const OF_ENROLMENTS = 100_000;

/** Seconds of CPU, user and system, of the children that have ended, and of theirs. */
function childrenComputed(): number {
  const times = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(times[13]) + Number(times[14])) / 100; // of 10 ms each
}

export async function run([count = String(OF_ENROLMENTS)]: string[]): Promise<number> {
  const [site, home, copies] = [newFolder(), newFolder(), newFolder()];
  const measure = async (...command: Parameters<typeof runToItsEnd>) => {
    const [began, before] = [performance.now(), childrenComputed()];
    const last = await runToItsEnd(...command);
    return { seconds: (performance.now() - began) / 1000, computed: childrenComputed() - before, last };
  };
  await runToItsEnd('demo:data', [count], site);
  const backup = await measure('backup', ['--to', copies], site);
  const restore = await measure('restore', [backup.last], home);
  const row = (name: string, { seconds, computed }: typeof backup) => [
    name,
    seconds.toFixed(1),
    computed.toFixed(1),
  ];
  console.log(`${count} enrolments\n`);
  console.log(table(['', 'seconds', 'computed'], [row('backup', backup), row('restore', restore)]));
  const holds = restore.computed <= MOST_SECONDS * Math.max(1, Number(count) / OF_ENROLMENTS);
  console.log(
    `\n${holds ? 'holds' : 'FAILS'}  a restore computes ${restore.computed.toFixed(1)} s (at most ${MOST_SECONDS} for ${OF_ENROLMENTS})`,
  );
  return holds ? 0 : 1;
}
