// The badge of an endpoint: active, failing or disabled.
import { Badge } from '@mantine/core'
import { useTexts } from '../../texts/texts.tsx'

export function EndpointState({ status, failures }: { status: 'active' | 'disabled'; failures: number }) {
  const { webhooks } = useTexts()
  if (status === 'disabled') return <Badge color="red">{webhooks.disabled}</Badge>
  if (failures > 0) return <Badge color="yellow">{webhooks.failing(failures)}</Badge>
  return <Badge color="green">{webhooks.active}</Badge>
}
