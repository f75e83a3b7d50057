// The chosen file of an import, with its columns and their mapping.
import { useState } from 'react'
import { useChange } from '../../../api/queries.ts'
import { useWorkspace } from '../../../session/workspace.tsx'
import { firstMapping, PREVIEW_BYTES, problemOfMapping } from './mapping.ts'

/** Reads the columns of a file when it is chosen. `isReady` is true if the file can be imported with the mapping. */
export function useMappedFile() {
  const { id: ws } = useWorkspace()
  const [file, setFile] = useState<File | null>(null)
  const [mapping, setMapping] = useState<string[]>([])
  const { data: preview, error, isPending, mutate, reset } = useChange('previewImport')
  const choose = (chosen: File | null) => {
    setFile(chosen)
    reset()
    if (chosen === null) return
    const body = chosen.slice(0, PREVIEW_BYTES)
    mutate({ path: { ws }, body }, { onSuccess: (read) => setMapping(firstMapping(read)) })
  }
  const isReady = preview !== undefined && problemOfMapping(preview, mapping) === undefined
  return { file, choose, preview, error, isPending, mapping, setMapping, isReady }
}
