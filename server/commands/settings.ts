import { type FamilyMessage, familyMessages } from '../../content/family-messages.ts';
import { SPARED_DAYS } from '../../content/retention.ts';
import { brazilianMoment } from '../../domain/dates.ts';
import { settingOf, usualMessage } from '../../domain/desk/own-message.ts';
import type { Setting } from '../../domain/rule-settings.ts';
import { problemOf } from '../../domain/setting-values.ts';
import { changeableSettings, type SettingName, type SettingValue } from '../../domain/settings.ts';
import type { Database } from '../core/database.ts';
import { isPgError } from '../core/errors.ts';
import { Refused } from '../core/refused.ts';
import type { Command } from './command.ts';
import { processingRecord } from './processing-record.ts';

/** For ever: no retention period. */
const NEVER = 'nunca';
const SWITCH = { sim: true, nao: false } as const;

const USAGE = `Uso: npm run settings
     npm run settings -- get AJUSTE
     npm run settings -- set AJUSTE VALOR
     npm run settings -- registro

Mostra e muda os ajustes do formulário e os prazos (a página «Ajustes» da secretaria faz o mesmo):
${changeableSettings.map(([name, setting]) => `  ${name.padEnd(29)} ${setting.words}: ${choices(setting)}`).join('\n')}
Abrir e fechar as inscrições: npm run form. O registro das operações de tratamento (LGPD) com os prazos
que valem: registro.
A mudança vale na hora, também com o site no ar, e fica no registro. Um prazo mais curto espera
${SPARED_DAYS} dias; até lá, o prazo de antes desfaz a mudança. Um prazo mais longo vale para quem se inscrever depois.`;

/** Shows and changes the settings of the form and the retention periods. */
export const settings: Command = {
  summary: 'os ajustes do formulário e os prazos: mostra e muda',
  usage: USAGE,
  problem: (args) => {
    const order = orderOf(args);
    return 'problem' in order ? order.problem : null;
  },
  opens: 'existing or Supabase',
  run: async (args, { database, terminal }) => {
    const order = orderOf(args);
    if ('problem' in order) return 1; // refused before, by `problem`
    if ('record' in order) terminal.print(processingRecord((await current(database)).values));
    else if ('value' in order) terminal.print(await change(database, order));
    else for (const line of await list(database, order.name)) terminal.print(line);
    return 0;
  },
};

type Change = { name: SettingName; setting: Setting; value: SettingValue };
/** `name`: the one to show; null for all. `problem`: what is wrong, as a sentence. */
type Order = Change | { name: SettingName | null } | { record: true } | { problem: string };

/** What is to be done. Without `get` and `set` as in 1.1: nothing, or a name and a value. */
function orderOf(args: string[]): Order {
  const [word = 'list'] = args;
  if (word === 'list' || word === 'registro') {
    if (args.length > 1) return { problem: `${word} não leva mais nada.` };
    return word === 'list' ? { name: null } : { record: true };
  }
  const [name = '', typed, ...rest] = word === 'get' || word === 'set' ? args.slice(1) : args;
  const [known, setting] = changeableSettings.find(([each]) => each === name) ?? [];
  if (name === 'inscricoes') return { problem: 'inscricoes: mostre e mude com npm run form.' };
  if (!known || !setting)
    return { problem: name === '' ? `Falta o ajuste depois de ${word}.` : `Não há o ajuste “${name}”.` };
  if (word === 'get')
    return typed === undefined ? { name: known } : { problem: 'get leva só o nome do ajuste.' };
  const value = typed === undefined || rest.length > 0 ? undefined : read(setting, typed);
  if (value === undefined) return { problem: `${name}: diga ${choices(setting)}.` };
  const problem = problemOf(known, value);
  return problem ? { problem: `${name}: ${problem}` } : { name: known, setting, value };
}

/** Undefined when `typed` is of another kind than the setting's values. */
function read(setting: Setting, typed: string): SettingValue | undefined {
  if (setting.kind === 'switch')
    return Object.hasOwn(SWITCH, typed) ? SWITCH[typed as keyof typeof SWITCH] : undefined;
  if (setting.kind === 'choice') return setting.choices.includes(typed) ? typed : undefined;
  if (setting.kind !== 'retention') return typed;
  if (typed === NEVER) return null;
  return /^\d{1,5}$/.test(typed) ? Number(typed) : undefined;
}

function choices(setting: Setting): string {
  if (setting.kind === 'choice') return setting.choices.join(' ou ');
  if (setting.kind === 'retention') return `um número de ${setting.unit}, ou ${NEVER}`;
  return setting.kind === 'text' || setting.kind === 'message'
    ? 'um texto entre aspas'
    : Object.keys(SWITCH).join(' ou ');
}

function inWords(setting: Setting, value: SettingValue): string {
  if (setting.kind === 'switch') return value ? 'sim' : 'nao';
  if (setting.kind === 'message' && value === '') return 'texto do site';
  if (setting.kind === 'text' && value === '') return 'nada';
  if (setting.kind === 'text' || setting.kind === 'message') return `“${value}”`;
  if (setting.kind !== 'retention') return String(value);
  return value === null ? NEVER : `${value} ${setting.unit}`;
}

async function list(database: Pick<Database, 'query'>, only: SettingName | null): Promise<string[]> {
  const { values, waiting } = await current(database);
  return changeableSettings.flatMap(([name, setting]) => {
    if (only !== null && name !== only) return [];
    const value = values[name] ?? null;
    const usual = value === setting.default ? '' : ` (de fábrica: ${inWords(setting, setting.default)})`;
    const pending = waiting.get(name);
    const next = pending
      ? ` (a partir de ${brazilianMoment(pending.from)}: ${inWords(setting, pending.value)})`
      : '';
    const line = `${name.padEnd(29)} ${inWords(setting, value)}${usual}${next}  – ${setting.words}`;
    return only === null ? line : [line, ...aboutMessage(name, setting)];
  });
}

/** What somebody who writes a message has to know; nothing of another setting. */
function aboutMessage(name: SettingName, setting: Setting): string[] {
  const model = MODELS.find((one) => settingOf(one) === name);
  if (!model || setting.kind !== 'message') return [];
  const inBraces = (places: readonly string[]) => places.map((place) => `{${place}}`).join(', ');
  return [
    `Texto do site: “${usualMessage(model)}”`,
    `Entre chaves: ${inBraces(setting.places)}. Não pode faltar: ${inBraces(setting.needs)}.`,
  ];
}

const MODELS = Object.keys(familyMessages) as FamilyMessage[];

async function change(database: Pick<Database, 'query'>, { name, setting, value }: Change): Promise<string> {
  const before = (await current(database)).values[name] ?? null;
  const saved = await saveSetting(database, name, value);
  const pending = (await current(database)).waiting.get(name);
  const [was, now] = [inWords(setting, before), inWords(setting, value)];
  if (saved === 'espera' || pending)
    return `${name}: continua ${was}; ${now} vale na primeira limpeza depois de ${pending ? brazilianMoment(pending.from) : `${SPARED_DAYS} dias`}. Para desfazer: npm run settings -- set ${name} ${before ?? NEVER}.`;
  if (saved === 'desfeito') return `${name}: continua ${now}; o prazo mais curto foi desfeito.`;
  if (saved === 'igual') return `Já era assim: ${name} = ${now}.`;
  const done = `${name}: era ${was}, agora ${now}.`;
  if (setting.kind === 'message') return `${done} A secretaria usa o texto na próxima mensagem.`;
  if (setting.kind !== 'retention') return `${done} O formulário obedece em até dez segundos.`;
  if (!setting.erases) return done;
  return `${done} Vale para quem se inscrever de agora em diante; quem se inscreveu antes fica com o prazo que leu. O aviso de privacidade e a ficha em papel dizem este prazo em até dez segundos; fichas já impressas, não.`;
}

type Current = {
  values: Record<string, SettingValue>;
  waiting: Map<string, { value: number; from: Date }>;
};

async function current(database: Pick<Database, 'query'>): Promise<Current> {
  const { rows } = await database.query<Record<string, SettingValue>>('select * from private.configuracao');
  const { rows: waiting } = await database.query<{ name: string; value: number; from: Date }>(
    'select nome as name, valor as value, vale_em as from from private.prazos_a_encurtar',
  );
  return { values: rows[0] ?? {}, waiting: new Map(waiting.map((one) => [one.name, one])) };
}

/** What became of a setting: changed, as it was, waiting for its day, or no longer waiting. */
export type Saved = 'mudou' | 'igual' | 'espera' | 'desfeito';

/** Changes a setting as the owner. Throws Refused with the database's sentence for what it may not hold. */
export async function saveSetting(
  database: Pick<Database, 'query'>,
  name: SettingName,
  value: unknown,
): Promise<Saved> {
  try {
    const { rows } = await database.query<{ saved: Saved }>('select private.gravar_ajuste($1, $2) as saved', [
      name,
      JSON.stringify(value),
    ]);
    return rows[0]?.saved ?? 'igual';
  } catch (error) {
    if (isPgError(error) && error.code === 'P0001') throw new Refused(error.message);
    throw error;
  }
}
