// The example requests of the first steps, with curl and the SDK.
import { SegmentedControl, Stack } from '@mantine/core'
import { useState } from 'react'
import { CodeBlock } from '../../parts/copy.tsx'
import { curlOf } from '../../parts/curl.ts'
import { useSession } from '../../session/session.ts'
import { useTexts } from '../../texts/texts.tsx'

interface SnippetsProps {
  /** The body of the send request. */
  sample: object
  /** The API key, or its last characters if the key cannot be shown again. */
  apiKey: string
}

export function Snippets({ sample, apiKey }: SnippetsProps) {
  const { start } = useTexts()
  const { installation } = useSession()
  const [kind, setKind] = useState('curl')
  const key = apiKey.startsWith('…') ? `${installation.prefixes.api_live}${apiKey}` : apiKey
  const code =
    kind === 'curl'
      ? curlOf(`${installation.public_url}${installation.base_path}/send`, headersOf(key), JSON.stringify(sample))
      : sdkOf(installation.public_url, key, sample)
  return (
    <Stack gap="xs" align="stretch">
      <SegmentedControl
        size="xs"
        value={kind}
        onChange={setKind}
        aria-label={start.snippet}
        style={{ alignSelf: 'flex-start' }}
        data={[
          { value: 'curl', label: start.curl },
          { value: 'sdk', label: start.sdk },
        ]}
      />
      <CodeBlock code={code} label={kind === 'curl' ? start.curl : start.sdk} />
    </Stack>
  )
}

const headersOf = (key: string) => ({ Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' })

function sdkOf(url: string, key: string, message: object): string {
  return [
    `import { createClient } from 'carillon-sdk'`,
    '',
    `const carillon = createClient({ url: '${url}', key: '${key}' })`,
    `const outcome = await carillon.send(${JSON.stringify(message, null, 2)})`,
    'console.log(outcome.ok ? outcome.data.delivery_id : outcome.error)',
  ].join('\n')
}
