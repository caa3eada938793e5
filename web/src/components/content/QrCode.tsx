import { encode } from 'uqr';

/** Width of the quiet zone in modules (ISO/IEC 18004). */
const QUIET_ZONE = 4;

export type QrCodeProps = {
  text: string;
  /** What screen readers say of it. */
  label: string;
};

/** A text as QR code, always dark on white, which scanners read best. */
export function QrCode({ text, label }: QrCodeProps) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      style={{
        display: 'block',
        width: '100%',
        borderRadius: 12,
        background: '#fff',
        forcedColorAdjust: 'none',
      }}
    >
      <path d={path} fill="#000" />
    </svg>
  );
}
