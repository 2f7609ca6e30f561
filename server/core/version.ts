const found = import.meta.glob<string>('../../package.json', { import: 'version', eager: true });

/** The product's version, as CHANGELOG and backups name it. */
export const VERSION = Object.values(found)[0] ?? '';
