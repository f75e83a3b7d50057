// Table cells of keys and tokens: expiry, last use and revocation.
import { Badge, Text } from '@mantine/core'
import { useTexts } from '../texts/texts.tsx'
import { Time } from './time.tsx'

interface Credential {
  state: 'active' | 'expired' | 'revoked'
  expires_at: string | null
  last_used_at: string | null
}

interface CellProps {
  of: Credential
  kind: 'key' | 'token'
}

const SOON_MS = 14 * 86_400_000

/** Shows a badge if the key or token has expired or expires soon. */
export function ExpiryBadge({ of: { state, expires_at }, kind }: CellProps) {
  const { credentials } = useTexts()
  if (state === 'expired') return <Badge color="red">{credentials.states[kind].expired}</Badge>
  const isSoon = state === 'active' && expires_at !== null && Date.parse(expires_at) - Date.now() < SOON_MS
  return isSoon ? <Badge color="yellow">{credentials.expiresSoon}</Badge> : null
}

export function Expires({ of: { expires_at } }: Pick<CellProps, 'of'>) {
  const { credentials } = useTexts()
  return expires_at === null ? credentials.never : <Time at={expires_at} />
}

export function LastUsed({ of: { last_used_at }, kind }: CellProps) {
  const { credentials } = useTexts()
  return last_used_at === null ? credentials.states[kind].notUsed : <Time at={last_used_at} />
}

export function RevokedAt({ at, kind }: { at: string; kind: CellProps['kind'] }) {
  const { credentials } = useTexts()
  return (
    <Text size="sm" c="dimmed">
      {credentials.states[kind].revokedAt} <Time at={at} />
    </Text>
  )
}
