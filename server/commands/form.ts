import { period as page } from '../../content/period.ts';
import { closedTimes, stateInWords, untilWhen } from '../../domain/closing.ts';
import { brazilianDay, brazilianMoment, laterDay, readDate, writtenDay } from '../../domain/dates.ts';
import { lastMinuteBefore } from '../../domain/spoken-moment.ts';
import type { Database } from '../core/database.ts';
import type { Command } from './command.ts';
import { saveSetting } from './settings.ts';

const USAGE = `Uso: npm run form
     npm run form -- close [--from DIA] [--until DIA]
     npm run form -- open [--from DIA] [--until DIA]

Fecha e abre as inscrições; sem mais nada, diz como estão. DIA é dd/mm/aaaa.
  close                        fecha já, até alguém abrir
  close --from DIA             fecha no começo desse dia
  close --until DIA            fecha já, até o fim desse dia
  open                         abre já, sem dia para fechar
  open --from DIA              abre no começo desse dia; até lá, fechadas
  open --until DIA             abre já; fecha no fim desse dia
  open --from DIA --until DIA  abre de um dia a outro; antes e depois, fechadas
Cada ordem vale no lugar da anterior. Quem já tinha começado ainda envia por 30 minutos.
Os dias são os de Brasília.`;

/** ISO days as they were given; `from` is null for today, which is now. */
type Days = { from: string | null; until: string | null };
type Order = Days & { word: 'status' | 'open' | 'close' };

/** Closes and opens the enrolment. */
export const form: Command = {
  summary: 'abre e fecha as inscrições',
  usage: USAGE,
  problem: (args, today) => {
    const order = orderOf(args, today);
    return typeof order === 'string' ? order : null;
  },
  opens: 'existing or Supabase',
  run: async (args, { database, terminal, today }) => {
    const order = orderOf(args, today);
    if (typeof order === 'string') return 1; // refused before, by `problem`
    const before = await closedTime(database);
    const wanted = order.word === 'status' ? null : closedTimes({ ...order, word: order.word }, before);
    if (wanted === 'closed already') {
      terminal.print(
        `Nada mudou: já estão fechadas, ${untilWhen(before)}. Para abrir até lá: npm run form -- open --until ${writtenDay(laterDay(order.from ?? today, -1))}. ${seenByFamilies(before)}`,
      );
      return 3;
    }
    const changed = wanted && (await saveSetting(database, 'inscricoes', wanted)) === 'mudou';
    const now = await closedTime(database);
    terminal.print(
      `${wanted && !changed ? 'Já era assim. ' : ''}${stateInWords(now)} ${seenByFamilies(now)}`,
    );
    return 0;
  },
};

/** What is wrong with the arguments, as a sentence, when something is. */
function orderOf(args: string[], today: string): Order | string {
  const [word = 'status', ...rest] = args.flatMap((arg) => /^(--\w+)=(.*)$/.exec(arg)?.slice(1) ?? arg);
  if (word !== 'status' && word !== 'open' && word !== 'close')
    return `Não entendi “${word}”: diga open, close ou status.`;
  if (word === 'status' && rest.length > 0) return 'status não leva mais nada.';
  const days: Days = { from: null, until: null };
  for (let at = 0; at < rest.length; at += 2) {
    const [flag = '', typed = ''] = rest.slice(at, at + 2);
    const name = /^--(from|until)$/.exec(flag)?.[1] as keyof Days | undefined;
    if (!name) return `Não entendi “${flag}”: os dias vêm depois de --from e --until.`;
    if (days[name] !== null) return `${flag} está duas vezes.`;
    const day = dayOf(flag, typed, today);
    if ('problem' in day) return day.problem;
    days[name] = day.iso;
  }
  const { from, until } = days;
  if (from && until && until < from)
    return `O dia de --until, ${writtenDay(until)}, vem antes do dia de --from, ${writtenDay(from)}.`;
  return { word, from: from === today ? null : from, until };
}

function dayOf(flag: string, typed: string, today: string): { iso: string } | { problem: string } {
  const iso = readDate(typed);
  if (iso === '') return { problem: `Falta o dia depois de ${flag}.` };
  if (typeof iso === 'string') {
    if (iso >= today) return { iso };
    return {
      problem: `O dia ${writtenDay(iso)} já passou: hoje é ${writtenDay(today)}. Para agora, tire ${flag}.`,
    };
  }
  if (iso.problem === 'impossible') return { problem: `O dia ${typed} não existe.` };
  return { problem: `Não entendi o dia “${typed}”: escreva dd/mm/aaaa, como ${writtenDay(today)}.` };
}

/** As `private.fechamento` has it: the closed time that holds now, or the next; null for none. */
type ClosedTime = {
  closed: boolean;
  from: Date;
  until: Date | null;
  again: Date | null;
  takenUntil: Date;
  taken: boolean;
  /** What families read besides while it is closed; '' for nothing. */
  sentence: string;
} | null;

async function closedTime(database: Pick<Database, 'query'>): Promise<ClosedTime> {
  const { rows } = await database.query<NonNullable<ClosedTime>>(
    `select de <= now() as closed, de as from, ate as until, depois as again,
       recebe_ate as "takenUntil", now() < recebe_ate as taken, frase_de_fechada as sentence
     from private.fechamento, private.configuracao`,
  );
  return rows[0] ?? null;
}

/** What the page shows from now on, in its own words. */
function seenByFamilies(time: ClosedTime): string {
  if (!time) return 'As famílias veem o formulário.';
  if (!time.closed)
    return `As famílias veem o formulário e leem: “${page.openUntil(lastMinuteBefore(time.from))}”`;
  const words = [
    page.since(brazilianDay(time.from.toISOString())),
    time.until ? page.opens(brazilianDay(time.until.toISOString())) : page.notKnown,
    time.sentence,
  ];
  return `As famílias leem: “${words.filter(Boolean).join(' ')}”${time.taken ? ` Quem já tinha começado envia até ${brazilianMoment(time.takenUntil).slice(-5)}.` : ''}`;
}
