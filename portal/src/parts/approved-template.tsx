// The card of an approved WhatsApp template: text, variables, and whether messages can use it.
import { Badge, Card, Code, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Answer } from '../api/request.ts'
import { useTexts } from '../texts/texts.tsx'

export type Approved = Answer<'listApprovedTemplates'>['data'][number]

/** `action` is a button in the card. */
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
          <Badge color={usable ? 'green' : 'yellow'}>
            {usable ? approved.usable : (translationOf(approved.statuses, status) ?? readableIdentifier(status))}
          </Badge>
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
            <TemplateParts of={template} />
          </Text>
          {action}
        </Group>
      </Stack>
    </Card>
  )
}

/** The category of the template, and the parts that each message fills in. */
function TemplateParts({ of: { category, header, variables, buttons } }: { of: Approved }) {
  const { approved } = useTexts()
  const parts = [
    category === null ? '' : (translationOf(approved.categories, category) ?? category),
    header === null ? '' : approved.header(translationOf(approved.headers, header) ?? header),
    variables.length === 0
      ? approved.noVariables
      : approved.variables(variables.map((name) => `{{${name}}}`).join(', ')),
    buttons.length === 0
      ? ''
      : approved.buttons(buttons.map((kind) => translationOf(approved.buttonKinds, kind) ?? kind).join(', ')),
  ]
  return parts.filter((part) => part !== '').join(' · ')
}

/** Formats an identifier of Meta, such as PENDING_DELETION, for a badge. */
function readableIdentifier(word: string): string {
  const letters = word.toLowerCase().replaceAll('_', ' ')
  return letters.charAt(0).toUpperCase() + letters.slice(1)
}

/** Returns the translation of an identifier of Meta, or undefined for a new identifier without a translation. */
function translationOf(known: Record<string, string>, word: string): string | undefined {
  return Object.hasOwn(known, word) ? known[word] : undefined
}
