import qrcode from 'qrcode-generator';

/** White cells around the code, which readers need to find it. Source: ISO/IEC 18004. */
const QUIET_ZONE = 4;

/** A QR code that opens `address`, as an SVG picture of one path. Level Q: a quarter of the cells may be damaged. */
export function qrCode(address: string): string {
  const code = qrcode(0, 'Q'); // 0: the smallest size that holds the address
  code.addData(address);
  code.make();
  const count = code.getModuleCount();
  const cells = Array.from({ length: count }, (_, row) =>
    Array.from({ length: count }, (_, column) =>
      code.isDark(row, column) ? `M${column + QUIET_ZONE} ${row + QUIET_ZONE}h1v1h-1z` : '',
    ).join(''),
  ).join('');
  const size = count + 2 * QUIET_ZONE;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${cells}"/></svg>\n`;
}
