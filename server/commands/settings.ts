import { type Setting, settingEntries } from '../../domain/settings.ts';
import type { Database } from '../core/database.ts';
import type { Command } from './command.ts';

/** For ever: no retention period. */
const NEVER = 'nunca';
const SWITCH = { sim: true, nao: false } as const;

/** `versao_declaracao` belongs to the words that families agree to, and changes with them. */
const CHANGEABLE = settingEntries.filter(([, setting]) => setting.kind !== 'text');

const USAGE = `Uso: npm run settings
     npm run settings -- REGRA VALOR

Diz as regras do formulário e por quanto tempo se guarda o quê; com REGRA e VALOR, muda uma:
${CHANGEABLE.map(([name, setting]) => `  ${name.padEnd(29)} ${setting.words}: ${choices(setting)}`).join('\n')}
A mudança vale na hora, também com o site no ar, e fica no registro.`;

type Value = string | number | boolean | null;

/** Shows and changes the settings of the form and the retention periods. */
export const settings: Command = {
  summary: 'as regras do formulário e os prazos: mostra e muda',
  usage: USAGE,
  problem: (args) => {
    const order = orderOf(args);
    return typeof order === 'string' ? `${USAGE}\n\n${order}` : null;
  },
  opens: 'existing or Supabase',
  run: async (args, { database, terminal }) => {
    const order = orderOf(args);
    if (typeof order === 'string') return 1; // refused before, by `problem`
    if (order) terminal.print(await change(database, order));
    else for (const line of await list(database)) terminal.print(line);
    return 0;
  },
};

type Order = { name: string; setting: Setting; value: Value };

/** Null: nothing is to be changed; else what is wrong, as a sentence, when something is. */
function orderOf(args: string[]): Order | null | string {
  const [name, typed = '', ...rest] = args;
  if (name === undefined) return null;
  const [, setting] = CHANGEABLE.find(([known]) => known === name) ?? [];
  if (!setting) return `Não há a regra “${name}”.`;
  const value = rest.length > 0 ? undefined : read(setting, typed);
  return value === undefined ? `${name}: diga ${choices(setting)}.` : { name, setting, value };
}

/** Undefined when `typed` is none of the setting's values. */
function read(setting: Setting, typed: string): Value | undefined {
  if (setting.kind === 'switch')
    return Object.hasOwn(SWITCH, typed) ? SWITCH[typed as keyof typeof SWITCH] : undefined;
  if (setting.kind === 'choice') return setting.choices.includes(typed) ? typed : undefined;
  if (setting.kind === 'text') return undefined;
  if (typed === NEVER) return null;
  return /^\d{1,5}$/.test(typed) && Number(typed) >= setting.min ? Number(typed) : undefined;
}

function choices(setting: Setting): string {
  if (setting.kind === 'choice') return setting.choices.join(' ou ');
  if (setting.kind === 'retention') return `${setting.unit}, ou ${NEVER}`;
  return Object.keys(SWITCH).join(' ou ');
}

function inWords(setting: Setting, value: Value): string {
  if (setting.kind === 'switch') return value ? 'sim' : 'nao';
  if (setting.kind !== 'retention') return String(value);
  return value === null ? NEVER : `${value} ${setting.unit}`;
}

async function list(database: Pick<Database, 'query'>): Promise<string[]> {
  const now = await current(database);
  return CHANGEABLE.map(([name, setting]) => {
    const usual = now[name] === setting.default ? '' : ` (de fábrica: ${inWords(setting, setting.default)})`;
    return `${name.padEnd(29)} ${inWords(setting, now[name] ?? null)}${usual}  – ${setting.words}`;
  });
}

/** `name` is one of SETTINGS, so it needs no quoting. */
async function change(database: Pick<Database, 'query'>, { name, setting, value }: Order): Promise<string> {
  const before = (await current(database))[name] ?? null;
  if (before === value) return `Já era assim: ${name} = ${inWords(setting, value)}.`;
  await database.query(`update private.configuracao set ${name} = $1 where unica`, [value]);
  const done = `${name}: era ${inWords(setting, before)}, agora ${inWords(setting, value)}.`;
  if (setting.kind !== 'retention') return `${done} O formulário obedece em até dez segundos.`;
  return `${done} A próxima limpeza obedece. O aviso de privacidade promete um prazo: mude-o também (docs/operar.md, «Prazos e apagar»).`;
}

async function current(database: Pick<Database, 'query'>): Promise<Record<string, Value>> {
  const { rows } = await database.query<Record<string, Value>>('select * from private.configuracao');
  return rows[0] ?? {};
}
