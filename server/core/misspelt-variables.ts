/** Every environment variable that the server and its commands read; .env.example explains the usual ones. */
export const KNOWN_NAMES: readonly string[] = [
  ...['PORT', 'HOST', 'SITE_URL', 'DATA_DIR', 'DATABASE_URL', 'POSTGRES_BIN', 'ADMIN_EMAIL'],
  ...[
    'ADMIN_PASSWORD',
    'SIGNUP',
    'TRUSTED_PROXIES',
    'LIMITS',
    'JWT_SECRET',
    'ANON_KEY',
    'ALERT_URL',
    'LOG_LEVEL',
  ],
  ...['BACKUP_DIR', 'BACKUP_KEY', 'BACKUP_KEEP', 'UPLOAD_DAY_MB'],
  ...['SUPABASE_URL', 'SUPABASE_KEY', 'SUPABASE_SERVICE_KEY'],
];

/** Names of other programs that look like one of ours. */
const OF_OTHERS = new Set(['LOGLEVEL', 'LIMIT']);

/**
 * Shortest name in which one wrong letter is a misspelling; in `PORT` and `HOST` (POST, PORTS) it is another
 * name.
 */
const ONE_SLIP = 6;
/** Shortest names in which two and three wrong letters are (TRUSTED_PROXY). */
const TWO_SLIPS = 11;
const THREE_SLIPS = 15;

/**
 * The first environment variable that is a misspelling of one of ours, and the one that was `meant`; null
 * when there is none.
 */
export function findMisspelt(
  environment: Record<string, string | undefined>,
): { name: string; meant: string } | null {
  for (const [name, value] of Object.entries(environment)) {
    if (!value?.trim() || KNOWN_NAMES.includes(name) || OF_OTHERS.has(name)) continue;
    const meant = KNOWN_NAMES.find((each) => resembles(name, each));
    if (meant) return { name, meant };
  }
  return null;
}

function resembles(name: string, known: string): boolean {
  const slips = [ONE_SLIP, TWO_SLIPS, THREE_SLIPS].filter((letters) => known.length >= letters).length;
  if (slips === 0) return sorted(name) === sorted(known) || name === `${known}A`; // letters in another order, or in Portuguese
  if (Math.abs(name.length - known.length) > slips) return false;
  return distance(name.toUpperCase(), known) <= slips;
}

const sorted = (text: string) => [...text].sort().join('');

/** How many letters are wrong, missing, too many or swapped with their neighbour. */
function distance(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const above = rows[i - 1] ?? [];
      const same = one[i - 1] === other[j - 1];
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row[j] = Math.min(
        (above[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (above[j - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (rows[i - 2]?.[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    rows.push(row);
  }
  return rows[one.length]?.[other.length] ?? 0;
}
