// Stores filters as parameters of the URL, so that a link or the back button opens the list with the same filters.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'

/** Returns the filters of the URL, and a function that changes them. '' removes a filter. */
export function useFilters<Name extends string>(
  ...names: Name[]
): [Partial<Record<Name, string>>, (change: Partial<Record<Name, string>>) => void] {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const filtersText = JSON.stringify(names.map((name) => [name, search[name]]).filter(([, value]) => value))
  const filters = useMemo(
    () => Object.fromEntries(JSON.parse(filtersText)) as Partial<Record<Name, string>>,
    [filtersText],
  )
  const change = (some: Partial<Record<Name, string>>) =>
    void navigate({ to: '.', search: { ...search, ...some } as never, replace: true })
  return [filters, change]
}
