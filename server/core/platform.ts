import { type ChildProcess, execFileSync, type StdioOptions, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmdirSync,
  statSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import paths from 'node:path';

// What Windows has not, or does otherwise; tests/guards/architecture.test.ts keeps it out of other files. Accounts
// and modes are what Windows has no word for: there nobody is root, and no file is open to others.

const WINDOWS = process.platform === 'win32';

/** An account of the system, by its numbers. */
export type Account = { uid: number; gid: number };

export const isRoot = (): boolean => process.getuid?.() === 0;

/** True when a file or folder is of this account, or of `account`. */
export const isOurs = (path: string, account: Account | null = null): boolean =>
  WINDOWS || [process.getuid?.(), account?.uid].includes(statSync(path).uid);

/** True when root's `file` is read by the group that `folder` is of, and by nobody else. */
export function isReadByGroupOf(folder: string, file: string): boolean {
  const { uid, gid, mode } = statSync(file);
  return uid === 0 && gid === statSync(folder).gid && (mode & 0o037) === 0;
}

/** Gives it to the account; without one it stays ours. */
export function give(path: string, account: Account | null): void {
  if (account) chownSync(path, account.uid, account.gid);
}

export function setMode(path: string, mode: number): void {
  if (!WINDOWS) chmodSync(path, mode);
}

/** True when others than its owner may do something with it. */
export const isOpenToOthers = (path: string): boolean => !WINDOWS && (statSync(path).mode & 0o077) !== 0;

/** The system's account of this name, made with `options` of useradd where it is not there. */
export function systemAccount(name: string, options: string): Account {
  const found = () =>
    readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((entry) => entry.startsWith(`${name}:`))
      ?.split(':');
  if (!found()) execFileSync('useradd', [...options.split(' '), name], { stdio: 'ignore' });
  const [, , uid, gid] = found() ?? [];
  if (!uid || !gid) throw new Error(`the account ${name} could not be made`);
  return { uid: Number(uid), gid: Number(gid) };
}

/** True when `account` may enter every folder of the path. */
export function mayReach(path: string, account: Account): boolean {
  for (let folder = path; ; folder = paths.dirname(folder)) {
    const { mode, uid, gid } = statSync(folder);
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (folder === paths.dirname(folder)) return true;
  }
}

/** True when `path` is the folder itself or below it; both are absolute. On Windows it may be of another drive. */
export function isInside(folder: string, path: string, { relative, isAbsolute } = paths): boolean {
  const way = relative(folder, path);
  return !isAbsolute(way) && !/^\.\.(\/|\\|$)/.test(way);
}

/** Folders that a system or its people have before any program of ours comes, of Linux, macOS and Windows. */
const SYSTEM = [
  /^\/(bin|boot|dev|etc|home|lib\w*|media|mnt|opt|private|proc|root|run|sbin|srv|sys|tmp|usr|var|Applications|Library|System|Users|Volumes)?$/,
  /^\/(etc|home|private|run|usr|var|Users)\/[^/]+$/,
  /^[a-z]:\\((Users|Windows)(\\[^\\]+)?|Program Files( \(x86\))?|ProgramData)?$/i,
];
export const isOfSystem = (folder: string): boolean => SYSTEM.some((each) => each.test(folder));

/** What a disk of this system is, as a path. */
export const isRootFolder = (folder: string): boolean => folder === paths.parse(folder).root;

/** Names made, renamed or removed in `folder` outlast a power cut when it returns; Windows keeps them by itself. */
export function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } catch (error) {
    ignoreUnsynced(error);
  } finally {
    closeSync(handle);
  }
}

/** `syncFolder`, with other work meanwhile. */
export async function syncFolderAsync(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync().catch(ignoreUnsynced);
  } finally {
    await handle.close();
  }
}

/** Some disks sync no folders, and Windows none (EPERM). */
function ignoreUnsynced(error: unknown): void {
  if (!/EINVAL|ENOTSUP|EPERM/.test((error as NodeJS.ErrnoException).code ?? '')) throw error;
}

/** Puts a folder in the place of an empty one, or of none. */
export function putInPlace(made: string, folder: string): void {
  if (WINDOWS) rmdirSync(folder); // its rename goes over no folder
  renameSync(made, folder);
}

/** Starts a program of PostgreSQL's as `account`, in a session of its own, so that Ctrl-C reaches only us. */
export function startApart(
  program: string,
  args: readonly string[],
  account: Account | null,
  stdio: StdioOptions,
  cwd = '/',
): ChildProcess {
  const ours = { LC_ALL: 'C', TZ: 'UTC' };
  if (WINDOWS) return spawn(program, args, { windowsHide: true, stdio, env: { ...process.env, ...ours } });
  const env = { ...ours, PATH: '/usr/bin:/bin' };
  return spawn(program, args, { ...account, detached: true, stdio, env, cwd });
}

/** A signal to a process, or with `all` to everything that one of `startApart` started; one that has ended needs none. */
export function signalTo(pid: number | undefined, signal: NodeJS.Signals, { all = false } = {}): void {
  try {
    if (pid) process.kill(all && !WINDOWS ? -pid : pid, signal);
  } catch {
    // ended by itself meanwhile
  }
}

/** True when a process of this number exists, of any user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Start of a process in kernel ticks since boot, with the boot's id; `-` without /proc. */
export function beganAt(pid: number): string {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return `${fields[19]}@${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}`;
  } catch {
    return '-';
  }
}

/** The processes whose working directory is the folder; null without /proc. */
export function processesIn(folder: string): number[] | null {
  if (process.platform !== 'linux') return null;
  const real = realpathSync(folder);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === real;
      } catch {
        return false; // ended meanwhile, or not ours to look at
      }
    })
    .map(Number);
}
