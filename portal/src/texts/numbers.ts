// Formats numbers in the language of the portal.
import { useMemo } from 'react'
import { useLocale } from './texts.tsx'

export function useNumbers(): (n: number) => string {
  const name = useLocale()
  return useMemo(() => {
    const format = new Intl.NumberFormat(name)
    return (n: number) => format.format(n)
  }, [name])
}
