// Explains how the webhook of a connection is registered at its provider, and registers it if the provider permits this.
import { Alert, Anchor, Box, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import type { ChannelDescription, WebhookRegistration } from '../../../../../sdk/src/api.ts'
import { useChange } from '../../../api/queries.ts'
import { fieldLabel } from '../../../parts/forms/field-label.ts'
import { ServerSentence } from '../../../parts/server-sentence.tsx'
import { ProblemNotice } from '../../../parts/states.tsx'
import { useMay } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import { type ConnectionPath, staleConnectionQueries } from './target.ts'

export type Webhook = NonNullable<ChannelDescription['providers'][number]['webhook']>

interface WebhookGuideProps {
  place: ConnectionPath
  /** The id of the connection. */
  id: number
  webhook: Webhook
}

export function WebhookGuide({ place, id, webhook: { help, link, events, registers } }: WebhookGuideProps) {
  const { sources, serverText } = useTexts()
  const texts = sources.connections.webhook
  const may = useMay()
  const register = useChange('registerWebhook', staleConnectionQueries)
  return (
    <Stack gap="xs" mt={4}>
      <Text size="sm">
        {serverText(help)}{' '}
        {link !== null && (
          <Anchor underline="always" href={link} target="_blank" rel="noreferrer" inherit>
            {texts.open}
          </Anchor>
        )}
      </Text>
      {events.length > 0 && (
        <Text size="sm">
          {texts.events} <span className="wrap-anywhere">{events.join(', ')}</span>
        </Text>
      )}
      {registers && may.change && (
        <Group>
          <Button
            variant="default"
            size="compact-sm"
            loading={register.isPending}
            onClick={() => register.mutate({ path: place, body: { connection: id } })}
          >
            {texts.register}
          </Button>
          <Text size="sm" c="dimmed">
            {texts.registerText}
          </Text>
        </Group>
      )}
      {register.error && <ProblemNotice error={register.error} />}
      {register.data && <Registered result={register.data} />}
    </Stack>
  )
}

function Registered({ result: { ok, found, problems } }: { result: WebhookRegistration }) {
  const texts = useTexts()
  const labels = texts.sources.connections.webhook
  const sentences = Object.entries(problems).map(([field, messages]) => ({
    field: texts.serverText(fieldLabel(field.replace(/^settings\./, ''), texts)),
    text: messages.join('; '),
  }))
  return (
    <Alert
      color={ok ? 'verdigris' : 'red'}
      variant="light"
      role="status"
      icon={ok ? <IconCircleCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
      title={ok ? labels.registered : labels.notRegistered}
    >
      <Box component="ul" my={0} pl="md" fz="sm" className="wrap-anywhere">
        {found.map((sentence) => (
          <li key={sentence} className="sentence">
            <ServerSentence text={sentence} />
          </li>
        ))}
        {sentences.map(({ field, text }) => (
          <li key={field}>
            <strong>{field}</strong>: <ServerSentence text={text} />
          </li>
        ))}
      </Box>
    </Alert>
  )
}
