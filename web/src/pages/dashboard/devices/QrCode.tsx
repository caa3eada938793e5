import { encode } from 'uqr';

/** Free modules around the code that a reader needs (ISO/IEC 18004, quiet zone). */
const QUIET = 4;

/** A text as QR code, dark on white in either scheme, for cameras like nothing else. */
export function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR code that opens the lamp"
      shapeRendering="crispEdges"
      style={{ display: 'block', width: '100%', borderRadius: 12, background: '#fff' }}
    >
      <path d={path} fill="#000" />
    </svg>
  );
}
