/**
 * Whether `If-None-Match` names this ETag in its list, or any by `*`. Compared weakly (RFC 9110 §13.1.2), because
 * proxies make a tag weak when they compress.
 */
export function matchesEtag(condition: string | undefined, etag: string): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  const given = (condition ?? '').split(',').map(opaque);
  return given.includes(opaque(etag)) || given.join() === '*';
}
