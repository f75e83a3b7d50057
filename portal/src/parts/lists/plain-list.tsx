// A list of cards, with list semantics for screen readers.
import { Stack } from '@mantine/core'
import type { PropsWithChildren } from 'react'

interface PlainListProps {
  gap?: 'xs' | 'sm' | 'lg'
  /** True if the order of the entries has a meaning, for example newest first. */
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
