// The link with the name of a row. Long names wrap.
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
