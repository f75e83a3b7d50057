// The message of a delivery: as its channel shows it, as text, with its variables, and as a request.
import { Anchor, Card, Code, Stack, Tabs, Text, Title } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import type { DeliveryTimeline } from '../../../../sdk/src/api.ts'
import { useTexts } from '../../texts/texts.tsx'
import { contentOf } from './content.ts'
import { MessagePreview } from './delivery/message-preview.tsx'
import { RequestTab } from './delivery/request-tab.tsx'
import { VariablesTab } from './delivery/variables-tab.tsx'

export function MessageCard({ delivery }: { delivery: DeliveryTimeline }) {
  const { timeline, deliveryDetails, digest } = useTexts()
  const { tabs } = deliveryDetails
  // The template renders over all messages of a digest when the digest closes.
  const isCollecting = delivery.state === 'collecting'
  const isAhead = delivery.status === 'queued' || delivery.status === 'sending'
  return (
    <Card>
      <Title order={2} mb="xs">
        {isCollecting ? digest.firstMessage : isAhead ? deliveryDetails.messageAhead : timeline.message}
      </Title>
      {isCollecting && (
        <Text size="sm" c="dimmed" mb="xs">
          {digest.firstMessageText}
        </Text>
      )}
      <Tabs defaultValue="preview" keepMounted={false} styles={{ tab: { paddingInline: 'clamp(6px, 2vw, 16px)' } }}>
        <Tabs.List mb="md" className="scrolling-tabs" aria-label={deliveryDetails.views}>
          {(['preview', 'text', 'variables', 'request'] as const).map((name) => (
            <Tabs.Tab key={name} value={name}>
              {tabs[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="preview">
          <MessagePreview key={isCollecting ? 'first' : 'whole'} delivery={delivery} />
        </Tabs.Panel>
        <Tabs.Panel value="text">
          <MessageText delivery={delivery} />
        </Tabs.Panel>
        <Tabs.Panel value="variables">
          <VariablesTab content={delivery.content} />
        </Tabs.Panel>
        <Tabs.Panel value="request">
          <RequestTab delivery={delivery} />
        </Tabs.Panel>
      </Tabs>
    </Card>
  )
}

/** The text that Carillon rendered when it accepted the send request. HTML is shown as text. */
function MessageText({ delivery }: { delivery: DeliveryTimeline }) {
  const { timeline, messages } = useTexts()
  const { subject, body, own, actions, attachments, media, segments } = contentOf(delivery)
  return (
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
  )
}
