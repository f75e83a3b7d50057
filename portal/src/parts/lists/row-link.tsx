// The link that names a row: an address or a name, however long, without widening the page.
import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { PropsWithChildren } from 'react'

export function RowLink({ to, children }: PropsWithChildren<{ to: string }>) {
  return (
    <Anchor component={Link} to={to} fw={560} className="wrap-anywhere" style={{ minWidth: 0 }}>
      {children}
    </Anchor>
  )
}
