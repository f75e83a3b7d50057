// The URL and the headers of a request to an endpoint.
import { Text } from '@mantine/core'
import type { EventAttempt } from '../../../../sdk/src/api.ts'
import { CodeBlock } from '../../parts/copy.tsx'
import { useTexts } from '../../texts/texts.tsx'

export function SentRequest({ request }: { request: EventAttempt['request'] }) {
  const { webhooks } = useTexts()
  if (request === null) return null
  const lines = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`)
  return (
    <details style={{ marginTop: 6 }}>
      <Text component="summary" size="sm" c="dimmed" style={{ cursor: 'pointer' }}>
        {webhooks.requestHeaders}
      </Text>
      <CodeBlock code={[`POST ${request.url}`, ...lines].join('\n')} label={webhooks.requestHeaders} />
    </details>
  )
}
