// The code that verifies the signature of a request, in the language that the member selects.
import { Anchor, SegmentedControl, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { CodeBlock } from '../../../parts/copy.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import { type SnippetLanguage, snippets } from './snippets.ts'

const languages = Object.entries(snippets).map(([value, { name }]) => ({ value, label: name }))

export function Verification() {
  const { webhooks } = useTexts()
  const texts = webhooks.verification
  const [language, setLanguage] = useState<SnippetLanguage>('node')
  return (
    <Stack gap="xs">
      <Text size="sm">{texts.text}</Text>
      <SegmentedControl
        size="xs"
        value={language}
        onChange={(value) => setLanguage(isLanguage(value) ? value : 'node')}
        aria-label={texts.language}
        data={languages}
        style={{ alignSelf: 'flex-start', maxWidth: '100%', overflowX: 'auto' }}
      />
      <CodeBlock code={snippets[language].code} label={texts.code(snippets[language].name)} />
      <Text size="sm" c="dimmed">
        {texts.libraries}{' '}
        <Anchor
          inherit
          underline="always"
          href="https://www.standardwebhooks.com"
          target="_blank"
          rel="noopener noreferrer"
        >
          Standard Webhooks
        </Anchor>
      </Text>
    </Stack>
  )
}

function isLanguage(value: string): value is SnippetLanguage {
  return Object.hasOwn(snippets, value)
}
