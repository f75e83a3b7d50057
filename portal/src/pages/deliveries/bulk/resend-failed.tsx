// The button that resends all failed deliveries of a list, for example those of the last hour.
import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../../texts/texts.tsx'
import type { DeliveryFilters } from '../list/filters.ts'
import { BulkDialog } from './bulk-dialog.tsx'

/** Appears if the list shows only failed deliveries of a period. */
export function ResendFailed({ filters, query }: DeliveryFilters) {
  const { bulk } = useTexts()
  const [isOpen, setOpen] = useState(false)
  if (filters.status !== 'failed' || query.since === undefined) return null
  return (
    <>
      <Button
        size="xs"
        variant="light"
        leftSection={<IconRefresh size={14} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {bulk.resendFailed}
      </Button>
      <BulkDialog action={isOpen ? 'resend' : undefined} target={{ filter: query }} onClose={() => setOpen(false)} />
    </>
  )
}
