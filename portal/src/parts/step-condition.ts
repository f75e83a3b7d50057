// The condition under which a step of a fallback starts, as a sentence.
import { useMemo } from 'react'
import { useLocale, useTexts } from '../texts/texts.tsx'

interface Conditional {
  after_seconds: number | null
  unless: 'delivered' | 'read' | 'acted' | null
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** Returns a function that returns the condition of a step. */
export function useStepCondition(): (step: Conditional) => string {
  const name = useLocale()
  const { fallbacks: texts } = useTexts()
  return useMemo(
    () =>
      ({ after_seconds: after, unless }: Conditional) => {
        const start = after === null ? texts.afterFailure : texts.after(duration(after, name))
        return unless === null ? start : `${start} ${texts.unless[unless]}`
      },
    [name, texts],
  )
}

/** Returns the duration in the largest unit in which it is a whole number, for example "90 minutes". */
function duration(seconds: number, locale: string): string {
  const [unit, length] = UNITS.find(([, length]) => seconds % length === 0) ?? ['second', 1]
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(seconds / length)
}
