import encodeQR from 'qr';

/** A QR code: the side of its square in modules, and its dark modules as the path of an SVG. */
export interface QrPath {
  readonly size: number;
  readonly path: string;
}

/** The QR code of a text. */
export function qrPath(text: string): QrPath {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 2 });
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return { size: rows.length, path };
}
