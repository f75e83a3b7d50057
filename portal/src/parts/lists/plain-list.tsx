// A list of cards: one to a screen reader, cards to the eye.
import { Stack } from '@mantine/core'
import type { PropsWithChildren } from 'react'

interface PlainListProps {
  gap?: 'xs' | 'sm' | 'lg'
  /** The order says something: by time. */
  ordered?: boolean
  label?: string
}

export function PlainList({ gap = 'xs', ordered = false, label, children }: PropsWithChildren<PlainListProps>) {
  return (
    <Stack gap={gap} component={ordered ? 'ol' : 'ul'} className="plain-list" aria-label={label}>
      {children}
    </Stack>
  )
}
