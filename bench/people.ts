import { separateEnvironment } from '../kit/server.ts';
import { runCommand } from '../server/commands/run-command.ts';
import { TERMINAL } from '../server/commands/terminal.ts';

/** Adds artificial enrolments to the database of a data folder whose server runs. */
export async function addPeople(count: number, dataDir: string): Promise<void> {
  const terminal = { ...TERMINAL, print: (line: string) => console.error(line) };
  const code = await runCommand('demo:data', [String(count)], separateEnvironment(dataDir), terminal);
  if (code !== 0) throw new Error('the people could not be added');
}
