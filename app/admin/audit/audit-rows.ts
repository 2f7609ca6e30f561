import { auditPage, LOOKS } from '../../../content/audit.ts';
import { brazilianMoment } from '../../../domain/dates.ts';
import { writtenProtocol } from '../../../domain/enrolment/protocol.ts';
import type { AuditEntry } from '../api/audit.ts';
import { actionInWords, detailsInWords, whoInWords } from './audit-texts.ts';

/** A line of the page, in words. `protocols`: of the enrolments that it is about, each once. */
export type AuditRow = {
  key: string;
  when: string;
  who: string;
  what: string;
  details: string[];
  protocols: string[];
};

/** A line for each entry; the account it was done to stands among its details. */
export function rowsOf(entries: readonly AuditEntry[]): AuditRow[] {
  return entries.map((entry) => ({
    key: String(entry.number),
    when: brazilianMoment(new Date(entry.at)),
    who: whoInWords(entry),
    what: actionInWords(entry),
    details: [
      ...(entry.account && entry.account !== entry.by
        ? [entry.accountEmail ?? auditPage.missingAccount]
        : []),
      ...detailsInWords(entry),
    ],
    protocols: entry.protocol ? [writtenProtocol(entry.protocol)] : [],
  }));
}

/** One line for each person and hour, in the order of the newest entry of each: how often they looked, and at whom. */
export function looksByHour(entries: readonly AuditEntry[]): AuditRow[] {
  const groups = new Map<string, AuditEntry[]>();
  for (const entry of entries) {
    const key = [hourOf(entry), entry.by, whoInWords(entry)].join(' ');
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  return [...groups].map(([key, ofHour]) => {
    const [newest] = ofHour as [AuditEntry];
    const counted = LOOKS.map((action) => ofHour.filter((entry) => entry.action === action)).filter(
      ([one]) => one,
    );
    const listed = ofHour.reduce((sum, { rows }) => sum + rows, 0);
    return {
      key,
      when: hourOf(newest),
      who: whoInWords(newest),
      what: counted
        .map((same) => auditPage.times(actionInWords(same[0] as AuditEntry), same.length))
        .join(', '),
      details: listed > 0 ? [auditPage.rows(listed.toLocaleString('pt-BR'))] : [],
      protocols: [...new Set(ofHour.flatMap(({ protocol }) => protocol ?? []))].map(writtenProtocol),
    };
  });
}

/** `20/11/2026 14h`, at the centre. */
const hourOf = ({ at }: AuditEntry) => `${brazilianMoment(new Date(at)).slice(0, -3)}h`;
