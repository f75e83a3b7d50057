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

export function useNumbers(): (n: number) => string {
  const name = useLocale()
  return useMemo(() => {
    const format = new Intl.NumberFormat(name)
    return (n: number) => format.format(n)
  }, [name])
}
