/** Last month in which each major version of Node.js gets corrections, as the project announced it (ISO). */
const LAST_MONTH: Record<number, string> = {
  20: '2026-04',
  21: '2024-06',
  22: '2027-04',
  23: '2025-06',
  24: '2028-04',
};

/** What the owner is told about this Node.js; null while it gets corrections. `day` is ISO. */
export function nodeNotice(version: string, day: string): string | null {
  const last = LAST_MONTH[Number.parseInt(version.replace(/^v/, ''), 10)];
  if (last === undefined || day.slice(0, 7) <= last) return null;
  const [year, month] = last.split('-');
  return `O Node.js ${version.replace(/^v/, '')} não recebe correções de segurança desde ${month}/${year}: instale o 24 (nodejs.org).`;
}
