// A bar chart of sent messages, with the failed messages on top. Screen readers get the numbers as text.
import { useId } from 'react'
import { useNumbers } from '../texts/numbers.ts'
import './bar-chart.css'

export interface Bar {
  key: string
  sent: number
  failed: number
  /** Shown when the pointer is over the bar. */
  label: string
}

interface BarChartProps {
  bars: Bar[]
  /** The whole chart in one sentence. */
  summary: string
  /** The labels under the first and the last bar. */
  from: string
  to: string
}

const HEIGHT = 120
const WIDTH = 600
const GAP = 0.28
/** Minimum height of a bar, so that one message among thousands stays visible. */
const LEAST = 2

export function BarChart({ bars, summary, from, to }: BarChartProps) {
  const titleId = useId()
  const number = useNumbers()
  const highest = roundUpToScale(Math.max(...bars.map(({ sent, failed }) => sent + failed), 1))
  const step = WIDTH / bars.length
  const heightOf = (n: number) => (n === 0 ? 0 : Math.max(LEAST, (n / highest) * HEIGHT))
  return (
    <figure className="bar-chart">
      <div className="bar-chart-plot">
        <span className="bar-chart-top" aria-hidden>
          {number(highest)}
        </span>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-labelledby={titleId}>
          <title id={titleId}>{summary}</title>
          {bars.map(({ key, sent, failed, label }, index) => {
            const x = index * step + (step * GAP) / 2
            const width = step * (1 - GAP)
            return (
              <g key={key}>
                <title>{label}</title>
                <rect x={index * step} y={0} width={step} height={HEIGHT} className="bar-chart-field" />
                <rect
                  x={x}
                  y={HEIGHT - heightOf(sent)}
                  width={width}
                  height={heightOf(sent)}
                  className="bar-chart-sent"
                />
                <rect
                  x={x}
                  y={HEIGHT - heightOf(sent) - heightOf(failed)}
                  width={width}
                  height={heightOf(failed)}
                  className="bar-chart-failed"
                />
              </g>
            )
          })}
        </svg>
      </div>
      <figcaption className="bar-chart-ends" aria-hidden>
        <span>{from}</span>
        <span>{to}</span>
      </figcaption>
    </figure>
  )
}

/** Returns the smallest number of the series 1, 2, 5, 10, 20, 50 … that is at least `n`. */
function roundUpToScale(n: number): number {
  const power = 10 ** Math.floor(Math.log10(n))
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= n) ?? n
}
