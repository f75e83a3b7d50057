// Figures side by side, each with its name.
import type { ReactNode } from 'react'
import './figure-list.css'

export interface NamedFigure {
  name: string
  value: ReactNode
  /** A short text below the figure. */
  note?: ReactNode
}

export function FigureList({ figures }: { figures: NamedFigure[] }) {
  return (
    <dl className="figure-list">
      {figures.map(({ name, value, note }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
          {note !== undefined && <dd>{note}</dd>}
        </div>
      ))}
    </dl>
  )
}
