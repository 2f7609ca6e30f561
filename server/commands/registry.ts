import { admin } from './admin.ts';
import { audit } from './audit.ts';
import { backup } from './backup.ts';
import type { Command } from './command.ts';
import { data } from './data.ts';
import { demoData } from './demo-data.ts';
import { desk } from './desk.ts';
import { doctor } from './doctor.ts';
import { incident } from './incident.ts';
import { keys } from './keys.ts';
import { restore } from './restore.ts';
import { retention } from './retention.ts';
import { supabase } from './supabase.ts';

/** Every command by the name of its npm script. */
export const COMMANDS = {
  admin,
  audit,
  data,
  keys,
  doctor,
  backup,
  restore,
  incident,
  retention,
  desk,
  supabase,
  'demo:data': demoData,
} satisfies Record<string, Command>;

export type CommandName = keyof typeof COMMANDS;

/** The commands and what each does, one a line. */
export function commandList(): string {
  const lines = Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`);
  return ['Uso: npm run <comando> -- <argumentos>', '', ...lines].join('\n');
}
