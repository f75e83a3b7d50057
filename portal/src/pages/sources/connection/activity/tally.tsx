// Names with their numbers: the pending messages by kind, and the attempts by outcome.
import { useTexts } from '../../../../texts/texts.tsx'
import './activity.css'

export function Tally({ rows }: { rows: { name: string; value: string }[] }) {
  return (
    <dl className="tally">
      {rows.flatMap(({ name, value }) => [<dt key={name}>{name}</dt>, <dd key={`${name} value`}>{value}</dd>])}
    </dl>
  )
}

/** Returns a function that names the outcome of an attempt, with a capital letter. */
export function useOutcomeName(): (outcome: string) => string {
  const { timeline } = useTexts()
  const names: Record<string, string> = timeline.outcomes
  return (outcome) => {
    const name = names[outcome] ?? outcome
    return name.charAt(0).toUpperCase() + name.slice(1)
  }
}
