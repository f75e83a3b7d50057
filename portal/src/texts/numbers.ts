// Numbers as the person's language writes them.
import { useMemo } from 'react'
import { useStore } from '../state/store.ts'
import { language } from './texts.tsx'

export function useNumbers(): (n: number) => string {
  const name = useStore(language)
  return useMemo(() => {
    const format = new Intl.NumberFormat(name)
    return (n: number) => format.format(n)
  }, [name])
}
