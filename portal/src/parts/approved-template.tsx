// A template that WhatsApp approved, or refused: its words, what a message has to fill, and whether one may use it.
import { Badge, Card, Code, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Answer } from '../api/request.ts'
import { useTexts } from '../texts/texts.tsx'

export type Approved = Answer<'listApprovedTemplates'>['data'][number]

/** `action`: what can be done with it here. */
export function ApprovedCard({ template, action }: { template: Approved; action?: ReactNode }) {
  const { approved, serverText } = useTexts()
  const { name, language, status, usable, refusal, body } = template
  return (
    <Card component="li" withBorder padding="md">
      <Stack gap="xs">
        <Group justify="space-between" gap="xs" align="flex-start">
          <Group gap={6} style={{ minWidth: 0 }}>
            <Code className="wrap-anywhere" fz="sm">
              {name}
            </Code>
            <Badge color="gray">{language}</Badge>
          </Group>
          <Badge color={usable ? 'green' : 'yellow'}>{usable ? approved.usable : inLetters(status)}</Badge>
        </Group>
        {refusal !== null && (
          <Text size="sm" className="wrap-anywhere">
            {approved.refused(serverText(refusal))}
          </Text>
        )}
        <Text size="sm" className="wrap-anywhere" style={{ whiteSpace: 'pre-wrap' }}>
          {body}
        </Text>
        <Group justify="space-between" gap="xs" align="flex-end">
          <Text size="xs" c="dimmed" className="wrap-anywhere">
            <Parts of={template} />
          </Text>
          {action}
        </Group>
      </Stack>
    </Card>
  )
}

/** What a message gives beside the template's own words. */
function Parts({ of: { category, header, variables, buttons } }: { of: Approved }) {
  const { approved } = useTexts()
  const parts = [
    category === null ? '' : (words(approved.categories, category) ?? category),
    header === null ? '' : approved.header(words(approved.headers, header) ?? header),
    variables.length === 0 ? approved.noVariables : approved.variables(variables.join(', ')),
    buttons.length === 0
      ? ''
      : approved.buttons(buttons.map((kind) => words(approved.buttonKinds, kind) ?? kind).join(', ')),
  ]
  return parts.filter((part) => part !== '').join(' · ')
}

/** A word of Meta's, such as PENDING_DELETION, as other badges are written. */
function inLetters(word: string): string {
  const letters = word.toLowerCase().replaceAll('_', ' ')
  return letters.charAt(0).toUpperCase() + letters.slice(1)
}

/** Meta may have words that nobody has translated yet. */
function words(known: Record<string, string>, word: string): string | undefined {
  return Object.hasOwn(known, word) ? known[word] : undefined
}
