import { classes as words } from '../../content/classes.ts';
import { CLASS_COLUMNS } from '../../domain/desk/class-columns.ts';
import { classInWords, type DeskClass } from '../../domain/desk/classes.ts';
import { readClass, type TypedClass, typedClass } from '../../domain/desk/typed-class.ts';
import { weekdaysIn } from '../../domain/timetable.ts';
import type { Database } from '../core/database.ts';
import { isPgError } from '../core/errors.ts';
import { Refused } from '../core/refused.ts';
import type { Command } from './command.ts';

const USAGE = `Uso: npm run classes
     npm run classes -- add NOME [o que se sabe dela]
     npm run classes -- set TURMA [o que muda]

Mostra, cria e muda as turmas (a página «Turmas» da secretaria faz o mesmo, e também encerra uma):
  --name NOME           o nome novo
  --modality TEXTO      a modalidade
  --days DIAS           "Segunda a sexta", "Terça e quinta"
  --time HORA           a hora em que começa: 18:00
  --ages DE-ATÉ         as idades: 6-12; 13- sem fim
  --places VAGAS        quantas vagas
  --project sim|nao     se é do projeto social; sim, se nada se diz
"" tira o que havia. TURMA é o nome, ou, com duas do mesmo nome, a linha inteira como a lista mostra
("Muay Thai · 19:00 · Segunda a quinta").`;

const FLAGS = ['name', 'modality', 'days', 'time', 'ages', 'places', 'project'] as const;
const FLAGS_IN_WORDS = new Intl.ListFormat('pt-BR').format(FLAGS.map((flag) => `--${flag}`));
type FlagValues = Partial<Record<(typeof FLAGS)[number], string>>;
type Order =
  | { word: 'list' }
  | { word: 'add' | 'set'; name: string; given: FlagValues }
  | { problem: string };

/** Shows, makes and changes classes. */
export const classes: Command = {
  summary: 'as turmas: mostra, cria e muda',
  usage: USAGE,
  problem: (args) => {
    const order = orderOf(args);
    return 'problem' in order ? order.problem : null;
  },
  opens: 'existing or Supabase',
  run: async (args, { database, terminal }) => {
    const order = orderOf(args);
    if ('problem' in order) return 1; // refused before, by `problem`
    const all = await listClasses(database);
    if (order.word === 'list') {
      for (const one of all) terminal.print(inWords(one));
      return 0;
    }
    const existing = order.word === 'add' ? null : findClass(all, order.name);
    const given = order.word === 'add' ? { name: order.name, ...order.given } : order.given;
    const id = await save(database, existing, changed(typedClass(existing), given));
    const now = (await listClasses(database)).find((one) => one.id === id);
    terminal.print(order.word === 'add' ? words.added(now?.name ?? '') : words.changed(now?.name ?? ''));
    if (now) terminal.print(inWords(now));
    return 0;
  },
};

function orderOf([word = 'list', name, ...rest]: string[]): Order {
  if (word === 'list') return name === undefined ? { word } : { problem: 'list não leva mais nada.' };
  if (word !== 'add' && word !== 'set') return { problem: `Não entendi “${word}”: diga list, add ou set.` };
  if (!name?.trim() || name.startsWith('--')) return { problem: `Falta o nome da turma depois de ${word}.` };
  const given: FlagValues = {};
  const parts = rest.flatMap((arg) => /^(--\w+)=(.*)$/s.exec(arg)?.slice(1) ?? arg);
  for (let at = 0; at < parts.length; at += 2) {
    const [flag = '', value] = parts.slice(at, at + 2);
    const flagName = FLAGS.find((one) => flag === `--${one}`);
    if (!flagName) return { problem: `Não entendi “${flag}”: há ${FLAGS_IN_WORDS}.` };
    if (value === undefined) return { problem: `Falta um valor depois de ${flag}.` };
    if (given[flagName] !== undefined) return { problem: `${flag} está duas vezes.` };
    given[flagName] = value;
  }
  if (word === 'set' && Object.keys(given).length === 0) return { problem: 'Falta o que muda.' };
  const problem = readProblem(given);
  return problem ? { problem } : { word, name, given };
}

/** What is wrong with the flags of days, ages or project; `readClass` checks the others. */
function readProblem({ days, ages, project }: FlagValues): string | null {
  if (days && weekdaysIn(days).length === 0)
    return `Não entendi os dias “${days}”: escreva como “Segunda a sexta” ou “Terça e quinta”.`;
  if (ages && !AGES.test(ages)) return `Não entendi as idades “${ages}”: escreva como 6-12, 13- ou -12.`;
  if (project !== undefined && !/^(sim|nao)$/.test(project)) return '--project: diga sim ou nao.';
  return null;
}

const AGES = /^(\d*)-(\d*)$/;

/** A class as typed, with the values of the flags in place of the former ones. */
function changed(before: TypedClass, { days, ages, project, ...texts }: FlagValues): TypedClass {
  const [, ageFrom = '', ageTo = ''] = AGES.exec(ages ?? '') ?? [];
  return {
    ...before,
    ...texts,
    ...(days !== undefined && { days: weekdaysIn(days) }),
    ...(ages !== undefined && { ageFrom, ageTo }),
    ...(project !== undefined && { ofProject: project === 'sim' }),
  };
}

/** The only active class of a name, or of a line of the list. Throws Refused. */
function findClass(all: readonly DeskClass[], name: string): DeskClass {
  const same = (one: string) => one.localeCompare(name.trim(), 'pt-BR', { sensitivity: 'base' }) === 0;
  const active = all.filter((one) => one.active);
  const named = active.filter((one) => same(one.name) || same(classInWords(one)));
  const [only] = named;
  if (only && named.length === 1) return only;
  const which = (named.length > 0 ? named : active).map((one) => `  ${classInWords(one)}`).join('\n');
  throw new Refused(
    named.length > 0
      ? `Há mais de uma turma “${name}”. Diga qual, entre aspas:\n${which}`
      : `Não há a turma “${name}”. Há:\n${which}`,
  );
}

/** Throws Refused with the sentences for what a class may not be. */
async function save(
  database: Pick<Database, 'query'>,
  existing: DeskClass | null,
  typed: TypedClass,
): Promise<string> {
  const read = readClass(typed);
  if ('problems' in read) throw new Refused(Object.values(read.problems).filter(Boolean).join('\n'));
  const { active: _active, teacher: _teacher, ...set } = read.values; // which the command leaves as they are
  const row = { ...set, ...(existing && { id: existing.id }) };
  try {
    const { rows } = await database.query<{ id: string }>('select private.gravar_turma($1) as id', [
      JSON.stringify(row),
    ]);
    return rows[0]?.id ?? '';
  } catch (error) {
    if (isPgError(error) && error.code === '23514' && !error.table) throw new Refused(error.message);
    throw error;
  }
}

function inWords(one: DeskClass): string {
  const more = [
    words.ages(one.ageFrom, one.ageTo),
    words.places(one),
    one.waiting > 0 && `espera: ${words.waiting(one.waiting)}`,
    !one.ofProject && words.notOfProject,
    !one.active && 'encerrada',
  ];
  return `${classInWords(one)}  – ${more.filter(Boolean).join('; ')}`;
}

async function listClasses(database: Pick<Database, 'query'>): Promise<DeskClass[]> {
  const columns = Object.entries(CLASS_COLUMNS).map(([name, column]) => `t.${column} as "${name}"`);
  const { rows } = await database.query<DeskClass>(
    `select ${columns.join(', ')}, l.alunos as pupils, l.espera as waiting, l.livres as free
     from private.turmas t cross join lateral private.lugares_da_turma(t) as l
     order by t.ativa desc, t.nome collate "pt-BR-x-icu", t.horario, t.dias, t.id`,
  );
  return rows;
}
