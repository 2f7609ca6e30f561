/** The applicant's document: what is accepted, under which name it is stored, and how its address is read. Source: SPEC §7, §9. */

export const DOCUMENT_BUCKET = 'cadastro_unico_uploads';
export const DOCUMENT_MAX_BYTES = 5 * 1024 * 1024;
export const DOCUMENT_ACCEPT = '.pdf,.jpg,.jpeg,.png';
/** Lifetime of a signed link, in seconds. */
export const SIGNED_LINK_SECONDS = 60;

/** Longest name part of a stored file, extension included. */
export const DOCUMENT_NAME_MAX = 80;

/** Kind by extension as stored → media type. `jpeg` is accepted as a name and is the same kind. */
export const DOCUMENT_TYPES = { pdf: 'application/pdf', jpg: 'image/jpeg', png: 'image/png' } as const;
export type DocumentKind = keyof typeof DOCUMENT_TYPES;

const SIGNATURES: readonly [DocumentKind, readonly number[]][] = [
  ['jpg', [0xff, 0xd8, 0xff]],
  ['png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
];

/** How many leading bytes `kindOf` needs: in the first kilobyte readers look for the beginning of a PDF. */
export const SIGNATURE_BYTES = 1024;

/** Another kind of file, or a page of the web: what stands in it is no PDF. */
const OTHER = /^(?:MZ|PK|GIF8|RIFF|BM|II|MM|#!|.ELF|.{4}ftyp)|</s;

/** The kind that the first bytes of a file show, or null. The name and the declared type are ignored. */
export function kindOf(firstBytes: Uint8Array): DocumentKind | null {
  const found = SIGNATURES.find(([, signature]) => signature.every((byte, at) => firstBytes[at] === byte));
  if (found) return found[0];
  return pdfStart(firstBytes) === null ? null : 'pdf';
}

/** Where a PDF begins: at its first byte, or behind a byte order mark, blank lines or the like. Null when it is none. */
export function pdfStart(firstBytes: Uint8Array): number | null {
  const head = String.fromCharCode(...firstBytes.subarray(0, SIGNATURE_BYTES));
  const start = head.indexOf('%PDF-');
  return start < 0 || OTHER.test(head.slice(0, start)) ? null : start;
}

/**
 * A storage-safe form of the person's file name: accents and invisible marks
 * dropped, other characters as `_`, the one extension that the bytes ask for, at
 * most DOCUMENT_NAME_MAX long; `documento` when nothing is left. `copy` above 1
 * distinguishes a second file of the same name. Supabase refuses anything outside ASCII.
 */
export function safeFileName(original: string, kind: DocumentKind, copy = 1): string {
  const end = `${copy > 1 ? `-${copy}` : ''}.${kind}`;
  const last = original.split(/[/\\]/).at(-1) ?? '';
  const stem = last
    .replace(/\p{Cf}/gu, '')
    .replace(/\.[A-Za-z0-9]{0,5}$/, '')
    .replace(/(?:\.(?:pdf|jpe?g|jpe|jfif|png|hei[cf]|webp))+$/i, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9.-]+/g, '_')
    .replace(/\.{2,}/g, '.')
    .replace(/_{2,}/g, '_')
    .slice(0, DOCUMENT_NAME_MAX - end.length)
    .replace(/^[._-]+|[._-]+$/g, '');
  return `${stem || 'documento'}${end}`;
}

/** Path inside the bucket. `id` is the enrolment's uuid, made once per filled form. Source: SPEC §7, call 1. */
export function documentPath(id: string, safeName: string): string {
  return `public/${id}_${safeName}`;
}

/**
 * The path inside the bucket that a stored address points to: its path with the
 * first six segments dropped, decoded. Null when there is no such path or it is
 * another bucket's. The host is ignored. Source: SPEC §7, call 9.
 */
export function documentPathOf(address: string): string | null {
  try {
    const segments = new URL(address).pathname.split('/');
    const path = segments.slice(6).map(decodeURIComponent).join('/');
    return segments[5] === DOCUMENT_BUCKET && path !== '' ? path : null;
  } catch {
    return null; // not an address at all, or one that does not decode
  }
}
