// Formats numbers in the language of the portal.
import { useMemo } from 'react'
import { useLocale } from './texts.tsx'

/** Returns the separators of a number input in the language of the portal. */
export function useSeparators(): { thousandSeparator: string; decimalSeparator: string } {
  const name = useLocale()
  return useMemo(() => {
    const parts = new Intl.NumberFormat(name).formatToParts(1_234_567.8)
    const separator = (kind: 'group' | 'decimal') => parts.find(({ type }) => type === kind)?.value
    return { thousandSeparator: separator('group') ?? ' ', decimalSeparator: separator('decimal') ?? '.' }
  }, [name])
}

/** Returns a function that formats a cost. Without a currency, it formats the number. */
export function useCosts(): (cost: number, currency: string | null) => string {
  const name = useLocale()
  return useMemo(() => {
    return (cost: number, currency: string | null) =>
      new Intl.NumberFormat(
        name,
        currency === null ? { maximumFractionDigits: 2 } : { style: 'currency', currency },
      ).format(cost)
  }, [name])
}

/**
 * Returns a function that formats a share as a percentage with one decimal. Rounds down, so that 100 % means all.
 */
export function useShares(): (part: number, whole: number) => string {
  const name = useLocale()
  return useMemo(() => {
    const format = new Intl.NumberFormat(name, { style: 'percent', maximumFractionDigits: 1 })
    return (part: number, whole: number) =>
      whole === 0 ? '–' : format.format(Math.floor((part / whole) * 1000) / 1000)
  }, [name])
}

export function useNumbers(): (n: number) => string {
  const name = useLocale()
  return useMemo(() => {
    const format = new Intl.NumberFormat(name)
    return (n: number) => format.format(n)
  }, [name])
}
