import { auditPage } from '../../../content/audit.ts';
import { brazilianMoment } from '../../../domain/dates.ts';
import { writtenProtocol } from '../../../domain/enrolment/protocol.ts';
import type { AuditEntry } from '../api/audit.ts';
import { actionInWords, detailsInWords, whoInWords } from './audit-texts.ts';

/** A line of the page, in words. `protocols`: of the enrolments that it is about. */
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
      ...(entry.account && entry.account !== entry.by ? [entry.accountName ?? auditPage.missingAccount] : []),
      ...detailsInWords(entry),
    ],
    protocols: entry.protocol ? [writtenProtocol(entry.protocol)] : [],
  }));
}

/** The entries of one act follow each other within this time. */
const ACT_MS = 60_000;

/**
 * A line for each act: what one person did, one entry soon after the other, to one enrolment, account or the settings; or
 * the same to several enrolments. Each entry stands among `looks`' lines.
 */
export function actsOf(entries: readonly AuditEntry[]): AuditRow[] {
  const acts: { row: AuditRow; about: string; begun: number; did: string[] }[] = [];
  rowsOf(entries).forEach((row, at) => {
    const { protocol, account, action, by, at: moment } = entries[at] as AuditEntry;
    const about = protocol ?? account ?? action;
    const begun = Date.parse(moment);
    const act = acts.findLast(
      (one) =>
        one.row.who === row.who &&
        one.begun - begun <= ACT_MS &&
        (one.about === about ||
          (protocol &&
            by &&
            one.did.every((what) => what === row.what) &&
            String(one.row.details) === String(row.details))),
    );
    if (!act) {
      acts.push({ row, about, begun, did: [row.what] });
      return;
    }
    act.begun = begun;
    if (act.about !== about) act.about = '';
    act.row.protocols = [...new Set([...act.row.protocols, ...row.protocols])];
    act.row.details = [...new Set([...act.row.details, ...row.details])];
    if (act.about) act.did.push(row.what);
  });
  return acts.map(({ row, did }) => ({ ...row, what: timesInWords(did) }));
}

/** 'mudou critério (3×), mudou situação'; the first to be done stands first. */
function timesInWords(did: readonly string[]): string {
  const times = new Map<string, number>();
  for (const what of [...did].reverse()) times.set(what, (times.get(what) ?? 0) + 1);
  return [...times].map(([what, count]) => (count === 1 ? what : `${what} (${count}×)`)).join(', ');
}
