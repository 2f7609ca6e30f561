import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { isUuid } from '../../server/core/tokens.ts';
import { check } from '../kill.ts';

/** What a data folder holds while no server runs over it. */
const USUAL =
  /^(documents|postgresql|soquete|keys\.json|instalacao\.json|avisos\.json|apagamentos\.jsonl|lastro|postgresql\.log(\.\d)?)$/;

/** Throws when a stopped site left a process, or a file that nobody needs. */
export function checkNothingLeft(folder: string): void {
  const processes = processesOf(folder);
  check(processes.length === 0, `no process is left behind (${processes.join('; ')})`);
  const odd = readdirSync(folder).filter((name) => !USUAL.test(name));
  check(odd.length === 0, `no file is left behind in the data folder (${odd.join(', ')})`);
  const documents = join(folder, 'documents');
  const strange = existsSync(documents)
    ? readdirSync(documents).filter((name) => !isUuid(name) && !/^(instalacao|orfaos)$|\.part$/.test(name))
    : [];
  check(strange.length === 0, `no file is left behind among the documents (${strange.join(', ')})`);
}

/** Commands of the processes that work in the folder or were started for it. */
function processesOf(folder: string): string[] {
  const real = realpathSync(folder);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
        const cwd = readlinkSync(`/proc/${pid}/cwd`);
        const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
        const ours =
          cwd.startsWith(real) || environment.split('\0').some((setting) => setting.endsWith(`=${folder}`));
        return ours && command !== '' ? [command] : []; // without a command it has ended
      } catch {
        return [];
      }
    });
}
