// The message of a delivery, as Carillon rendered it when it accepted the send request. HTML is shown as text.
import { Anchor, Card, Code, Stack, Text, Title } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import type { DeliveryTimeline } from '../../../../sdk/src/api.ts'
import { useTexts } from '../../texts/texts.tsx'
import { contentOf } from './content.ts'

export function MessageCard({ delivery }: { delivery: DeliveryTimeline }) {
  const { timeline, messages } = useTexts()
  const { subject, body, own, actions, attachments, media, segments } = contentOf(delivery)
  return (
    <Card>
      <Title order={2} mb="sm">
        {timeline.message}
      </Title>
      <Stack gap="sm">
        {subject !== undefined && (
          <Text fw={600} className="wrap-anywhere">
            {subject}
          </Text>
        )}
        <div className="message-body">{body}</div>
        {actions.length > 0 && (
          <ul className="message-buttons" aria-label={timeline.buttons}>
            {actions.map(({ slug, label }) => (
              <li key={slug}>{label}</li>
            ))}
          </ul>
        )}
        {segments !== undefined && (
          <Text size="sm" c="dimmed">
            {messages.segments(segments.segments, segments.encoding, segments.units)}
          </Text>
        )}
        {media !== undefined && (
          <Text size="sm" c="dimmed" className="wrap-anywhere">
            {timeline.media}: {media.type},{' '}
            {/^https?:\/\//.test(media.url) ? (
              <Anchor href={media.url} target="_blank" rel="noopener noreferrer">
                {media.url}
              </Anchor>
            ) : (
              media.url
            )}
          </Text>
        )}
        {attachments.length > 0 && (
          <Text size="sm" c="dimmed" className="wrap-anywhere">
            <IconPaperclip size={14} aria-label={timeline.attachments} style={{ verticalAlign: '-2px' }} />{' '}
            {attachments.join(', ')}
          </Text>
        )}
        {own !== undefined && (
          <details>
            <Text component="summary" size="sm" c="dimmed" style={{ cursor: 'pointer' }}>
              {timeline.own}
            </Text>
            <Code block fz="xs" mt="xs" style={{ whiteSpace: 'pre-wrap' }} className="wrap-anywhere">
              {JSON.stringify(own, null, 2)}
            </Code>
          </details>
        )}
      </Stack>
    </Card>
  )
}
