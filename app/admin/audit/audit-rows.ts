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

/** A line for each act: what one person did in one minute to several enrolments, as printing them is one. */
export function actsOf(entries: readonly AuditEntry[]): AuditRow[] {
  const acts = new Map<string, AuditRow>();
  for (const row of rowsOf(entries)) {
    const { key, protocols, ...same } = row;
    const of = JSON.stringify(same);
    const act = acts.get(of);
    const [protocol] = protocols;
    if (protocol && act && !act.protocols.includes(protocol)) act.protocols.push(protocol);
    else acts.set(act ? key : of, row);
  }
  return [...acts.values()];
}
