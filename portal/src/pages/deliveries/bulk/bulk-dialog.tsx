// The dialog of a bulk operation: a preview with its number and cost, the progress, and the result.
import { useState } from 'react'
import { Dialog } from '../../../parts/forms/dialog.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import type { DeliveryQuery } from '../list/filters.ts'
import type { BulkAction } from './bulk-bar.tsx'
import { BulkPreview } from './bulk-preview.tsx'
import { BulkProgress } from './bulk-progress.tsx'

/** The deliveries of the operation: the selected rows, or all rows that match the filters. */
export type BulkTarget = { ids: number[]; mode: 'live' | 'test' } | { filter: DeliveryQuery }

interface BulkDialogProps {
  /** Undefined while the dialog is closed. */
  action: BulkAction | undefined
  target: BulkTarget | undefined
  onClose: () => void
  onStarted?: () => void
}

export function BulkDialog({ action, target, onClose, onStarted }: BulkDialogProps) {
  const { bulk } = useTexts()
  const [running, setRunning] = useState<number>()
  // The last action. Its title stays visible while the dialog fades out.
  const [shown, setShown] = useState(action)
  if (action !== undefined && action !== shown) setShown(action)
  const close = () => {
    onClose()
    if (running !== undefined) onStarted?.()
    setRunning(undefined)
  }
  return (
    <Dialog keeps opened={action !== undefined} onClose={close} title={shown && bulk.titles[shown]} size="lg">
      {running !== undefined ? (
        <BulkProgress id={running} onUndo={setRunning} onClose={close} />
      ) : (
        action &&
        target && <BulkPreview key={action} action={action} target={target} onStarted={setRunning} onCancel={close} />
      )}
    </Dialog>
  )
}
