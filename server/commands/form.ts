import { brazilianDay, brazilianMoment, laterDay, readDate } from '../../domain/dates.ts';
import type { Database } from '../core/database.ts';
import type { Command } from './command.ts';

const USAGE = `Uso: npm run form -- status
     npm run form -- close [--from AAAA-MM-DD] [--until AAAA-MM-DD]
     npm run form -- open [--from AAAA-MM-DD | --until AAAA-MM-DD]

Fecha e abre as inscrições. Sem dia, vale já. close: fecha no começo do dia --from e fica
fechado até o fim do dia --until, ou até alguém abrir. open: abre no começo do dia --from e
fica fechado até lá, ou abre agora e fecha no fim do dia --until. Quem já tinha começado
ainda envia por 30 minutos. Os dias são os de Brasília.`;

/** ISO days as they were given. */
type Days = { from: string | null; until: string | null };
type Order = Days & { word: string };

/** Closes and opens the enrolment. */
export const form: Command = {
  summary: 'abre e fecha as inscrições',
  usage: USAGE,
  problem: (args, today) => (orderOf(args, today) ? null : USAGE),
  opens: 'existing or Supabase',
  run: async (args, { database, terminal, today }) => {
    const order = orderOf(args, today);
    if (!order) return 1; // refused before, by `problem`
    if (order.word !== 'status') await setPeriod(database, order);
    terminal.print(await periodInWords(database));
    return 0;
  },
};

/** Null for wrong arguments: days that are over, or in the wrong order, among them. */
function orderOf([word = '', ...rest]: string[], today: string): Order | null {
  const order: Order = { word, from: null, until: null };
  for (let at = 0; at < rest.length; at += 2) {
    const name = /^--(from|until)$/.exec(rest[at] ?? '')?.[1] as keyof Days | undefined;
    const day = readDate(rest[at + 1] ?? '');
    if (!name || order[name] !== null || typeof day !== 'string' || day < today) return null;
    order[name] = day;
  }
  const { from, until } = order;
  if (word === 'status') return rest.length === 0 ? order : null;
  if (word === 'close') return from === null || until === null || until >= from ? order : null;
  return word === 'open' && (from === null || until === null) ? order : null;
}

/** Writes the closed time that an order means; days begin and end in Brasília. */
export async function setPeriod(database: Pick<Database, 'query'>, order: Order): Promise<void> {
  const { word, from, until } = order;
  const after = (day: string | null) => day && laterDay(day, 1);
  const [closes, opens, now] =
    word === 'close' ? [from, after(until), from === null] : [after(until), from, from !== null];
  await database.query(
    `update private.periodo set
       fecha_em = case when $3 then case when private.inscricoes_fechadas('0') then fecha_em else now() end
         else $1::date::timestamp at time zone 'America/Sao_Paulo' end,
       abre_em = $2::date::timestamp at time zone 'America/Sao_Paulo'
     where unica`,
    [closes, opens, now],
  );
}

async function periodInWords(database: Pick<Database, 'query'>): Promise<string> {
  const { rows } = await database.query<{ closed: boolean; from: Date | null; until: Date | null }>(
    `select private.inscricoes_fechadas('0') as closed, fecha_em as from, case when abre_em > now() then abre_em end as until,
       fecha_em > now() as later from private.periodo`,
  );
  const { closed = false, from = null, until = null } = rows[0] ?? {};
  const end = until ? `até ${brazilianDay(until.toISOString())} (nesse dia já abertas)` : 'até alguém abrir';
  if (closed && from) return `Fechadas desde ${brazilianMoment(from)}, ${end}.`;
  if (from && from.getTime() > Date.now()) return `Abertas; fecham em ${brazilianMoment(from)}, ${end}.`;
  return 'Abertas.';
}
