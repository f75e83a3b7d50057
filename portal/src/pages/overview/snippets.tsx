// The call of the first steps, ready to be pasted: with curl or the SDK, with the person's key, template and address.
import { SegmentedControl, Stack } from '@mantine/core'
import { useState } from 'react'
import type { GettingStarted } from '../../../../sdk/src/api.ts'
import { CodeBlock } from '../../parts/copy.tsx'
import { useSession } from '../../session/session.ts'
import { useTexts } from '../../texts/texts.tsx'

interface SnippetsProps {
  started: GettingStarted
  mode: 'test' | 'live'
}

export function Snippets({ started, mode }: SnippetsProps) {
  const { start } = useTexts()
  const { installation } = useSession()
  const [kind, setKind] = useState('curl')
  const key = mode === 'test' ? (started.test_key ?? '') : `${installation.prefixes.api_live}…`
  const message = messageFor(started)
  const code =
    kind === 'curl'
      ? curlOf(`${installation.public_url}${installation.base_path}/send`, key, message)
      : sdkOf(installation.public_url, key, message)
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

/** A message to somebody made up, with a value for each of the template's placeholders. */
function messageFor({ template }: GettingStarted): object {
  const variables = template?.variables ?? []
  return {
    recipient: { name: 'Ada', email: 'ada@example.com' },
    template: template?.slug ?? 'welcome',
    ...(variables.length === 0 ? {} : { vars: Object.fromEntries(variables.map((name) => [name, sampleOf(name)])) }),
  }
}

function sampleOf(name: string): string {
  return name === 'name' ? 'Ada' : `a ${name}`
}

function curlOf(url: string, key: string, message: object): string {
  // Inside of single quotes a shell takes everything as it is but the quote itself.
  const body = JSON.stringify(message).replaceAll("'", "'\\''")
  return [
    `curl -X POST ${url} \\`,
    `  -H 'Authorization: Bearer ${key}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${body}'`,
  ].join('\n')
}

function sdkOf(url: string, key: string, message: object): string {
  return [
    `import { createClient } from 'carillon-sdk'`,
    '',
    `const carillon = createClient({ url: '${url}', key: '${key}' })`,
    `const outcome = await carillon.send(${JSON.stringify(message, null, 2)})`,
    'console.log(outcome.ok ? outcome.data.delivery_id : outcome.error)',
  ].join('\n')
}
