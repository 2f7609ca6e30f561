const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether a page of another site makes this writing call, as its browser says itself:
 * by Sec-Fetch-Site, and where that is not sent (older browsers, plain http) by Origin.
 * Callers without either are no browsers. No page can make a browser send another Host
 * or an X-Forwarded-Host to a site that is not its own. Source: docs/contract.md §7; docs/security.md T48.
 */
export function isCrossSite(method: string, headers: Headers, siteUrl: string | null): boolean {
  if (READING.has(method)) return false;
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site !== 'same-origin' && site !== 'none';
  const origin = headers.get('origin');
  if (origin === null || origin === siteUrl) return false;
  const hosts = `${headers.get('host') ?? ''},${headers.get('x-forwarded-host') ?? ''}`.split(',');
  const host = URL.canParse(origin) ? new URL(origin).host : '';
  return !hosts.some((own) => own.trim() !== '' && own.trim().toLowerCase() === host);
}
