/** Deepest nesting of a JSON body; writing a deeper one as text again could overflow the stack. */
const DEPTH_MAX = 20;

/** Whether valid JSON text nests arrays and objects too deeply; brackets inside strings do not count. */
export function isTooDeep(json: string): boolean {
  let depth = 0;
  for (const [bracket] of json.matchAll(/[[{\]}]|"(?:[^"\\]|\\.)*"/gs)) {
    if (bracket === '[' || bracket === '{') depth++;
    else if (bracket === ']' || bracket === '}') depth--;
    if (depth > DEPTH_MAX) return true;
  }
  return false;
}

/**
 * Whether the body says that it is something else than JSON. A page of another site can
 * send the other kinds without asking first. One that says nothing is read as JSON.
 */
export function isOtherType(headers: Headers): boolean {
  const type = headers.get('content-type');
  return type !== null && !/^application\/json\s*(;|$)/i.test(type.trim());
}
