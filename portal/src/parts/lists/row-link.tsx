// The link with the name of a row. Long names wrap.
import { Link } from '@tanstack/react-router'
import type { PropsWithChildren } from 'react'

export function RowLink({ to, children }: PropsWithChildren<{ to: string }>) {
  return (
    <Link to={to} className="row-link wrap-anywhere" style={{ minWidth: 0 }}>
      {children}
    </Link>
  )
}
