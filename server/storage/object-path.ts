/** What policies let anybody name below `public/`, and a little more. Source: docs/contract.md §6.2. */
const NAME = /^[A-Za-z0-9_!.*'() &$@=;:+,-]{1,200}$/;

/** Segments of `/storage/v1/object/<bucket>` with the empty one before the first slash. */
const SEGMENTS_BEFORE = 5;

/**
 * The key `public/<name>` of an object in an address below `/storage/v1/object`, after `words` more segments
 * (`sign`) and the bucket; null when it is not a valid one. The name is decoded once, by itself, so that an
 * encoded slash separates nothing. Source: docs/security.md T35.
 */
export function keyOf(address: string, words = 0): string | null {
  const path = new URL(address).pathname.split('/').slice(SEGMENTS_BEFORE + words);
  const [folder, encoded = '', ...more] = path;
  if (folder !== 'public' || more.length > 0) return null;
  try {
    const name = decodeURIComponent(encoded);
    return NAME.test(name) ? `public/${name}` : null;
  } catch {
    return null; // malformed percent-encoding
  }
}
