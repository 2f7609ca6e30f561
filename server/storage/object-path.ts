/** Bucket and object of a request's path. `key` is null when it is not a valid key; `shown` is the key for a message. */
export type ObjectPath = { bucket: string; key: string | null; shown: string };

/** Source: docs/contract.md §6.2. S3 limits a key to 1024 bytes, a file system one segment to 255. */
const KEY = /^[A-Za-z0-9_/!.*'() &$@=;:+,?-]{1,1024}$/;
const SEGMENT_MAX = 255;

/** Segments of `/storage/v1/object` with the empty one before the first slash. */
const SEGMENTS_BEFORE = 4;

/**
 * Bucket and key in an address below `/storage/v1/object`, after `words` more
 * segments (`sign`, `public` …). Each segment is decoded once, by itself, so that
 * an encoded slash never separates segments. Source: docs/security.md T35.
 */
export function objectPathOf(address: string, words = 0): ObjectPath {
  const [bucket = '', ...rest] = new URL(address).pathname.split('/').slice(SEGMENTS_BEFORE + words);
  const segments = rest.map(decoded);
  const shown = segments.map((segment, at) => segment ?? rest[at] ?? '').join('/');
  return {
    bucket: decoded(bucket) ?? '',
    key: segments.every((segment) => segment !== null && isName(segment)) && KEY.test(shown) ? shown : null,
    shown: shown.slice(0, 200),
  };
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null; // malformed percent-encoding
  }
}

function isName(segment: string): boolean {
  return (
    segment !== '' &&
    segment !== '.' &&
    segment !== '..' &&
    segment.length <= SEGMENT_MAX &&
    !segment.includes('/')
  );
}
