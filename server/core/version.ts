const found = import.meta.glob<string>('../../package.json', { import: 'version', eager: true });

/** The product's version, as CHANGELOG and backups name it. */
export const VERSION = Object.values(found)[0] ?? '';

/** A version behind its words: its number and the command that brings it; '' where it is not known. Source: docs/operar.md. */
export function named(version: string | null): string {
  return version === null ? '' : ` (a ${version}: git fetch --tags && git checkout v${version})`;
}
