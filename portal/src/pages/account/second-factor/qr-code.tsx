// A QR code as one SVG path. It is dark on white in both color schemes, because phones read it best that way.
import { create } from 'qrcode'

/** The white margin around the code, in modules. */
const MARGIN = 3

export function QrCode({ text, label, size = 184 }: { text: string; label: string; size?: number }) {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const side = modules.size + 2 * MARGIN
  const path = Array.from({ length: modules.size * modules.size }, (_, at) => {
    const row = Math.floor(at / modules.size)
    const column = at % modules.size
    return modules.get(row, column) ? `M${column + MARGIN} ${row + MARGIN}h1v1h-1z` : ''
  }).join('')
  return (
    <svg
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      style={{ borderRadius: 8, flexShrink: 0 }}
    >
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
