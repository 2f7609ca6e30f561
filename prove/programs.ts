/**
 * Of each line name, file, minutes on two quiet processors, what it does. The file stands in prove/ or bench/, exports
 * `run(args)` and returns its exit code; `given` stands before the args. `again` is a test of the suite, with more of it.
 */
const programsIn = (lines: string) =>
  (lines.match(/.+/g) ?? []).map((line) => {
    const [name = '', file = '', minutes, does = ''] = line.split(' | ');
    return { name, file, minutes: Number(minutes), does, given: file === 'again' ? [name] : [] };
  });

type Folder = 'prove' | 'bench';

export const PROGRAMS = {
  prove: programsIn(`
acknowledged | exam/kills | 4 | kills server and database at any moment; nothing acknowledged is lost; or KILLS=1000
retention | retention | 3 | killed runs of it: nothing too much, nothing twice
backup | backup | 4 | copies made while families enrol, each restored in the other kind of PostgreSQL
update | update/update | 7 | a site of the release before, its open tabs too, taken over, restored, taken back; or TAG
outage | again | 7 | the database away in the middle of work
same-time | same-time | 1 | a wrong birth date takes as long as a protocol that nobody has
stolen-session | stolen-session | 3 | a stolen session of the desk calls everything: what comes back, and nothing is gone
polled | again | 1 | a hundred addresses guess; thirty families read theirs within five seconds
networks | again | 2 | a whole IPv6 /48 beside families who enrol
attackers | again | 2 | each kind of attack for a minute beside families who enrol
to-do | desk/to-do | 4 | two people at the desk work 300 enrolments down to nothing; or NUMBER
fuzz | again | 10 | 100,000 malformed requests; MALFORMED=2000 fewer of each kind
oldest-postgres | again | 4 | the tests of API and database on PostgreSQL 15
exam | exam/exam | 120 | a thousand kills; as root, with faketime, a full disk, a wrong clock; or one of them
proxies | proxies | 1 | an enrolment through nginx and Caddy, with the files of deploy/
browsers | browsers/browsers | 12 | the journeys in Firefox, WebKit and old Chromium; or BROWSER, JOB
supabase | supabase/prove | 11 | rights, functions, contract and browser on its real parts; or one of them
supabase moving | moving/moving | 4 | a site moved there and back, cut and killed
supabase retention | owner/retention | 6 | the scheduled retention on pg_cron, pg_net and Vault
supabase update | update/on-supabase | 3 | pages of one release over the database of the other
pictures | pictures/pictures | 1 | makes the pictures of README and manual anew`),
  bench: programsIn(`
pages | pages | 10 | the pages with Lighthouse, as on a slow telephone
form | form | 5 | the enrolment on a weak telephone: first tap, keys, a photo
server | server | 5 | the server beside a minimal one
admin | admin | 5 | the desk’s list with NUMBER enrolments
backup | backup | 10 | a copy of NUMBER enrolments with documents of NUMBER kB
restore | restore | 3 | the processor’s seconds of a copy and of its restore
supabase | supabase | 15 | our server beside PostgREST and storage-api
bare-server | bare-server | 0 | by server alone`),
};

/** Those that run when none is named, in this order. */
const USUAL: Record<Folder, readonly string[]> = {
  prove: ['acknowledged', 'retention', 'backup', 'outage', 'same-time', 'oldest-postgres'],
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
    ({ name, minutes, does }) =>
      `  ${USUAL[folder].includes(name) ? '*' : ' '} ${name.padEnd(20)}${String(minutes).padStart(4)} min  ${does}`,
  );
  return `npm run ${folder} -- NAME, about so long on two quiet processors; * without a name:\n${lines.join('\n')}`;
}
