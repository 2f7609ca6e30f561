import { useState } from 'react';
import { EnrolmentDialog } from '../../../app/admin/enrolment/EnrolmentDialog.tsx';
import type { DeskClass } from '../../../domain/desk/classes.ts';
import { DEFAULT_RULES } from '../../../domain/enrolment/rules.ts';
import { live } from './live.tsx';
import { listed, oneClass, wholeFollowUp } from './open-enrolment.ts';

/** What `openLive` opens, besides the state of it. */
type Around = {
  answers?: Record<string, unknown>;
  /** Of the row of the list. */
  row?: object;
  classes?: DeskClass[];
  role?: string;
  last?: boolean;
  dates?: object[];
};

/** What happened around an open enrolment: which were opened, and what its list was told. */
export const around: string[] = [];

function Host({ rows }: { rows: ReturnType<typeof listed>[] }) {
  const [now, open] = useState(rows[0] as ReturnType<typeof listed>);
  const select = (row: typeof now) => {
    around.push(row.id);
    open(row);
  };
  const note = (what: string) => () => void around.push(what);
  return (
    <EnrolmentDialog
      enrolment={now}
      rows={rows}
      onSelect={select}
      onClose={note('closed')}
      onErased={note('erased')}
    />
  );
}

/** Ana, a child, is open before Bia, in this state; what is changed answers the state with `then`, stored. */
export async function openLive(
  state: object = {},
  { answers = {}, row = {}, classes, role = 'direcao', last = false, dates = [] }: Around = {},
) {
  around.splice(0);
  const known = wholeFollowUp(state);
  const rows = [listed('Ana', row), ...(last ? [] : [listed('Bia')])];
  return live(
    <Host rows={rows} />,
    [
      [['role'], role],
      [['follow-up', 'Ana'], known],
      [['follow-up', 'Bia'], wholeFollowUp()],
      [['lista_de_turmas', {}], classes ?? [oneClass('Infantil')]],
      [['retention dates', ['Ana']], dates],
      [['retention dates', ['Bia']], []],
      [['form rules'], DEFAULT_RULES],
      [['siblings', 'Ana'], []],
      [['siblings', 'Bia'], []],
    ],
    { ficha: known, dias_de_guarda: dates, mensagens: {}, ...answers },
  );
}

/** What the back end answers to a change that it stored. */
export const changed = (changes: object = {}) => wholeFollowUp({ version: 4, applied: true, ...changes });

const REQUEST = {
  ...{ id: 'p', number: 3, phone: null, changes: null, atDesk: false },
  ...{ askedAt: '2026-12-10T12:00:00Z', until: '2026-12-25' },
};

/** Of an enrolment whose family asked for something on the 10th. */
export const asked = (kind: string, more: object = {}) => ({
  requests: [{ ...REQUEST, kind, ...more }],
  hasRequest: true,
});

/** A refusal, in the database's words. */
export const refused =
  (message: string, status = 400, hint?: string) =>
  () =>
    Response.json({ code: 'P0001', message, hint }, { status });
