// The selected rows of a list.
import { useMemo, useState } from 'react'

export interface Selection {
  ids: number[]
  count: number
  has(id: number): boolean
  toggle(id: number): void
  /** Selects exactly these rows. */
  setAll(ids: number[]): void
}

/** Returns the selection. It is empty again after a change of `list`, which identifies the list with its filters. */
export function useSelection(list: string): Selection {
  const [state, setState] = useState<{ list: string; ids: ReadonlySet<number> }>({ list, ids: new Set() })
  const ids = useMemo(() => (state.list === list ? state.ids : new Set<number>()), [state, list])
  const set = (next: Iterable<number>) => setState({ list, ids: new Set(next) })
  return {
    ids: [...ids],
    count: ids.size,
    has: (id) => ids.has(id),
    toggle: (id) => set(ids.has(id) ? [...ids].filter((one) => one !== id) : [...ids, id]),
    setAll: set,
  }
}
