/** Source: docs/contract.md §6.2. S3 limits a key to 1024 bytes, a file system one segment to 255. */
const KEY = /^[A-Za-z0-9_/!.*'() &$@=;:+,?-]{1,1024}$/;
const SEGMENT_MAX = 255;

/** Segments of `/storage/v1/object/<bucket>` with the empty one before the first slash. */
const SEGMENTS_BEFORE = 5;

/**
 * The key of an object in an address below `/storage/v1/object`, after `words` more segments (`sign`) and
 * the bucket; null when it is not a valid one. Each segment is decoded once, by itself, so that
 * an encoded slash never separates segments. Source: docs/security.md T35.
 */
export function keyOf(address: string, words = 0): string | null {
  const segments = new URL(address).pathname
    .split('/')
    .slice(SEGMENTS_BEFORE + words)
    .map(decoded);
  const key = segments.join('/');
  return segments.every((segment) => segment !== null && isName(segment)) && KEY.test(key) ? key : null;
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
