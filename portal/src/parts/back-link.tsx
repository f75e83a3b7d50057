// The link above the title that returns to the list.
import { Anchor } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { PropsWithChildren } from 'react'
import { usePathTo } from '../session/workspace.tsx'

/** `to` is the path of the list in the workspace. `search` contains the filters of the list. */
export function BackLink({ to, search = {}, children }: PropsWithChildren<{ to: string; search?: object }>) {
  const pathTo = usePathTo()
  return (
    <Anchor
      component={Link}
      to={pathTo(to)}
      search={search as never}
      size="sm"
      mb="xs"
      // The text can be a long URL.
      className="wrap-anywhere"
      style={{ display: 'inline-flex', gap: 6, maxWidth: '100%' }}
    >
      <IconArrowLeft size={16} style={{ flex: 'none' }} aria-hidden /> {children}
    </Anchor>
  )
}
