// Whether the dialog that creates an object is open. A link with `new=1` opens a list together with this dialog.
import { useState } from 'react'
import { useFilters } from './filters.ts'

/** The parameters of a link that opens the dialog. */
export const CREATING = { new: '1' }

/** `what` is the value of the parameter that opens this dialog, for pages with several such dialogs. */
export function useCreating(what = CREATING.new): [boolean, (creating: boolean) => void] {
  const [{ new: asked }, change] = useFilters('new')
  const [creating, setCreating] = useState(false)
  return [
    creating || asked === what,
    (next) => {
      setCreating(next)
      if (!next && asked !== undefined) change({ new: '' })
    },
  ]
}
