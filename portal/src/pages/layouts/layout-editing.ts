// The state of the layout editor: the stored layout, the edited content, and the save.
import { useMemo, useState } from 'react'
import type { Layout } from '../../../../sdk/src/api.ts'
import { useChange } from '../../api/queries.ts'
import type { Input } from '../../api/request.ts'
import { showToast } from '../../parts/forms/form-problems.ts'
import { useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'

export interface EditedLayout {
  name: string
  locales: Input<'createLayout'>['body']['locales']
}

export type LayoutEditing = ReturnType<typeof useLayoutEditing>

export function useLayoutEditing(layout: Layout) {
  const { templates } = useTexts()
  const { id: ws } = useWorkspace()
  const [stored, setStored] = useState(layout)
  const [edited, setEdited] = useState(() => editedOf(layout))
  const saved = useMemo(() => editedOf(stored), [stored])
  const save = useChange('replaceLayout', ['listLayouts', 'readLayout'])
  return {
    stored,
    /** The number of templates with this layout. Other members can change it while the editor is open. */
    usedBy: layout.used_by,
    edited,
    setEdited,
    isDirty: JSON.stringify(edited) !== JSON.stringify(saved),
    save,
    /** Saves the layout, if `version` is the newest version. */
    store(version: number) {
      save.mutate(
        { path: { ws, slug: stored.slug }, body: { ...edited, format: stored.format, version } },
        {
          onSuccess: (next) => {
            setStored(next)
            setEdited((current) => (current === edited ? editedOf(next) : current))
            showToast(templates.savedAs(next.version))
          },
        },
      )
    },
    takeTheirs(theirs: Layout) {
      save.reset()
      setStored(theirs)
      setEdited(editedOf(theirs))
    },
  }
}

/** The API describes stored content as an object with any fields. It has the fields that were saved. */
export function editedOf({ name, locales }: Layout): EditedLayout {
  return { name, locales: locales as EditedLayout['locales'] }
}
