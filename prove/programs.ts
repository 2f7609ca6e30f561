/** `file` stands in prove/ or bench/, exports `run(args)` and returns its exit code; `given` stands before the args. */
type Program = { name: string; file: string; minutes: number; given: readonly string[] };

const program = (name: string, minutes: number, file = name): Program => ({ name, file, minutes, given: [] });

/** A test of the suite, with more of it. */
const again = (name: string, minutes: number): Program => ({ name, file: 'again', minutes, given: [name] });

type Folder = 'prove' | 'bench';

/** The minutes are about those of two quiet processors. */
export const PROGRAMS: Record<Folder, readonly Program[]> = {
  prove: [
    program('acknowledged', 2, 'exam/acknowledged'),
    program('retention', 3),
    program('backup', 8),
    program('update', 7, 'update/update'),
    again('outage', 7),
    program('same-time', 1),
    program('stolen-session', 12, 'stolen/stolen-session'),
    again('polled', 1),
    again('networks', 2),
    again('attackers', 2),
    program('to-do', 4, 'desk/to-do'),
    program('fuzz', 10),
    program('exam', 120, 'exam/exam'),
    program('memory', 3, 'pdf/memory'),
    program('proxies', 1),
    program('browsers', 25, 'browsers/browsers'),
    program('spreadsheets', 1),
    program('supabase', 11, 'supabase/prove'),
    program('supabase moving', 4, 'moving/moving'),
    program('supabase retention', 6, 'owner/retention'),
    program('supabase update', 3, 'update/on-supabase'),
    program('supabase open', 0, 'owner/open'), // until Ctrl+C
    program('pictures', 1, 'pictures/pictures'),
    program('guides', 6, 'guides/guides'),
  ],
  bench: [
    program('pages', 10),
    program('form', 5),
    program('server', 5),
    program('admin', 5),
    program('backup', 10),
    program('restore', 3),
    program('profile', 4),
    program('supabase', 15),
    program('bare-server', 0), // by `server` alone
  ],
};

/** Those that run when none is named, in this order. */
const USUAL: Record<Folder, readonly string[]> = {
  prove: ['acknowledged', 'retention', 'backup', 'outage', 'same-time'],
  bench: ['pages', 'form', 'server', 'admin'],
};

/** The files that `words` name, a name of one word or two, each with what is behind it; null for a name that is none. */
export function programsOf(folder: Folder, words: string[]): { file: string; args: string[] }[] | null {
  const named = words.length > 0 ? [words] : USUAL[folder].map((name) => name.split(' '));
  const found = named.flatMap((each) => {
    for (const length of [2, 1]) {
      const program = PROGRAMS[folder].find(({ name }) => name === each.slice(0, length).join(' '));
      if (program)
        return { file: `${folder}/${program.file}.ts`, args: [...program.given, ...each.slice(length)] };
    }
    return [];
  });
  return found.length === named.length ? found : null;
}

/** The programs of a folder, a line each. */
export function listOf(folder: Folder): string {
  const lines = PROGRAMS[folder].map(
    ({ name, minutes }) =>
      `  ${USUAL[folder].includes(name) ? '*' : ' '} ${name.padEnd(22)}${String(minutes).padStart(4)} min`,
  );
  return `npm run ${folder} -- NAME, about so long on two quiet processors; * without a name:\n${lines.join('\n')}`;
}
