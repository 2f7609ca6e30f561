import type { Desk } from '../../kit/desk.ts';
import type { Message } from './volunteer.ts';
import { CLASS, FIRST_NAME, goalOf } from './waiting-people.ts';

type Entry = {
  number: number;
  byName: string;
  action: string;
  enrolment: string;
  details: { que?: string; para?: string };
};

/** What was done at the desk after the entry with the number `after`, as the record has it. */
export async function recordOf(desk: Desk, after = 0): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (let antes: number | undefined; ; antes = entries.at(-1)?.number) {
    const page = await desk.rpc<Entry[]>('registro_de_acessos', { tipo: 'feito', antes, quantas: 200 });
    entries.push(...page);
    if (page.length === 0) return entries.filter(({ number }) => number > after);
  }
}

/** What waits, by its chip. */
export async function waitingInWords(desk: Desk): Promise<string> {
  const counted = await desk.rpc<{ waiting: Record<string, number> }>('contagem_de_inscricoes');
  return Object.entries(counted.waiting)
    .map(([chip, count]) => `${chip} ${count}`)
    .join(', ');
}

type Seen = {
  entries: Entry[];
  /** By the e-mail of each at the desk, how many decisions the pages said were stored. */
  decided: Record<string, number>;
  messages: Message[];
  /** The text of each printed class list. */
  lists: string[];
};

/**
 * What pages, record, families and paper do not agree about: each enrolment is decided once, and rightly, by whose page said so; each
 * family, but of who withdrew, has one message that names its child; whoever is approved stands on the list of their
 * class and on no other; nothing waits.
 */
export async function disagreements(
  desk: Desk,
  { entries, decided, messages, lists }: Seen,
): Promise<string[]> {
  const rows = await desk.rows();
  const nameOf = new Map(rows.map(({ id, nome_completo }) => [id, nome_completo.split(' ')[0] ?? '']));
  const decisions = entries.filter(({ details }) => details.que?.startsWith('situacao'));
  const namesIn = (text: string) => text.match(FIRST_NAME) ?? [];
  const decidedAs = new Map(decisions.map(({ enrolment, details }) => [enrolment, details.para]));
  const wanted = [
    ...Object.entries(decided).flatMap(([email, times]) => Array(times).fill(`a decision by ${email}`)),
    ...rows.flatMap(({ id, telefone_responsavel, telefone_whatsapp }) => {
      const name = nameOf.get(id) ?? '';
      const { className, situations } = goalOf(name);
      const situation = situations.find((one) => one === decidedAs.get(id)) ?? situations[0];
      return [
        `${name} decided as ${situation}`,
        ...(situation === 'desistiu'
          ? []
          : [`${name} notified`, `a message about ${name} to ${telefone_responsavel ?? telefone_whatsapp}`]),
        ...(situation === 'aprovada' ? [`${name} on the list of ${className.toLowerCase()}`] : []),
      ];
    }),
  ];
  const found = [
    ...decisions.flatMap(({ byName, enrolment, details }) => [
      `a decision by ${byName}`,
      `${nameOf.get(enrolment)} decided as ${details.para}`,
    ]),
    ...entries.flatMap(({ action, enrolment }) =>
      action === 'preparou_mensagem' ? [`${nameOf.get(enrolment)} notified`] : [],
    ),
    ...messages.flatMap(({ number, text }) =>
      namesIn(text).map((name) => `a message about ${name} to ${number}`),
    ),
    ...lists.flatMap((text) =>
      namesIn(text).map((name) => `${name} on the list of ${CLASS.exec(text)?.[0].toLowerCase()}`),
    ),
  ];
  const times = (all: string[], fact: string) => all.filter((other) => other === fact).length;
  const waiting = await waitingInWords(desk);
  return [
    ...[...new Set([...wanted, ...found])]
      .filter((fact) => times(wanted, fact) !== times(found, fact))
      .map((fact) => `${fact}: ${times(found, fact)} times, not ${times(wanted, fact)}`),
    ...(/[1-9]/.test(waiting) ? [`something waits: ${waiting}`] : []),
  ];
}
