import { describe, expect, test } from 'vitest';
import { qrCode } from './qr-code.ts';

// The encoded address was read back once with zbarimg; these tests check what every
// reader needs to find the code. Source: ISO/IEC 18004.

const QUIET_ZONE = 4;
const ADDRESS = 'https://www.example.com/projeto-social';

/** The picture as rows of dark (true) and light cells, without the quiet zone. */
function cellsOf(svg: string): boolean[][] {
  const size = Number(/viewBox="0 0 (\d+) \1"/.exec(svg)?.[1]);
  const dark = new Set([...svg.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x} ${y}`));
  const count = size - 2 * QUIET_ZONE;
  return Array.from({ length: count }, (_, row) =>
    Array.from({ length: count }, (_, column) => dark.has(`${column + QUIET_ZONE} ${row + QUIET_ZONE}`)),
  );
}

/** A corner's seven cells squared, top to bottom. */
function corner(cells: boolean[][], row: number, column: number): string[] {
  return cells.slice(row, row + 7).map((line) =>
    line
      .slice(column, column + 7)
      .map((dark) => (dark ? '#' : '.'))
      .join(''),
  );
}

const FINDER = ['#######', '#.....#', '#.###.#', '#.###.#', '#.###.#', '#.....#', '#######'];

describe('the QR code', () => {
  test('is a square of 21 cells or four more each version, and as small as the address allows', () => {
    expect(cellsOf(qrCode(ADDRESS))).toHaveLength(33);
    expect(cellsOf(qrCode('https://a.br'))).toHaveLength(25);
    for (const cells of [cellsOf(qrCode(ADDRESS)), cellsOf(qrCode(`${ADDRESS}?${'a'.repeat(200)}`))])
      expect((cells.length - 21) % 4).toBe(0);
  });

  test('has the pattern that readers look for in three corners, and not in the fourth', () => {
    const cells = cellsOf(qrCode(ADDRESS));
    const far = cells.length - 7;
    expect(corner(cells, 0, 0)).toEqual(FINDER);
    expect(corner(cells, 0, far)).toEqual(FINDER);
    expect(corner(cells, far, 0)).toEqual(FINDER);
    expect(corner(cells, far, far)).not.toEqual(FINDER);
  });

  test('leaves four light cells on every side', () => {
    const svg = qrCode(ADDRESS);
    const size = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]);
    const places = [...svg.matchAll(/M(\d+) (\d+)h/g)].flatMap(([, x, y]) => [Number(x), Number(y)]);
    expect(Math.min(...places)).toBe(QUIET_ZONE);
    expect(Math.max(...places)).toBe(size - QUIET_ZONE - 1);
    expect(svg).toContain(`<rect width="${size}" height="${size}" fill="#fff"/>`);
  });

  test('has error correction level Q', () => {
    const cells = cellsOf(qrCode(ADDRESS));
    // The first two cells of the format, beside the first corner, under the mask 10: level Q is 11.
    const level = [cells[8]?.[0], cells[8]?.[1]].map(Number).join('');
    expect((Number.parseInt(level, 2) ^ 0b10).toString(2).padStart(2, '0')).toBe('11');
  });

  test('is the same for the same address, and another for another', () => {
    expect(qrCode(ADDRESS)).toBe(qrCode(ADDRESS));
    expect(qrCode(ADDRESS)).not.toBe(qrCode('https://www.example.org/projeto-social'));
  });
});
