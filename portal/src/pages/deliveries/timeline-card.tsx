// The timeline of a delivery, oldest entry first.
import { Anchor, Card, Code, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { DeliveryTimeline } from '../../../../sdk/src/api.ts'
import { useActorName } from '../../parts/actor-name.ts'
import { TextWithTimes } from '../../parts/text-with-times.tsx'
import { Clock } from '../../parts/time.tsx'
import { usePathTo } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { type TimelineEntry, timelineEntries } from './timeline-entries.ts'

export function TimelineCard({ delivery }: { delivery: DeliveryTimeline }) {
  const texts = useTexts()
  const nameOf = useActorName()
  return (
    <Card>
      <Title order={2}>{texts.timeline.timeline}</Title>
      <Text size="xs" c="dimmed" mb="md">
        {texts.timeline.zone(Intl.DateTimeFormat().resolvedOptions().timeZone)}
      </Text>
      <ol className="timeline">
        {timelineEntries(delivery, texts, nameOf).map((entry) => (
          <li key={entry.key} style={{ '--dot': `var(--mantine-color-${entry.color}-6)` } as React.CSSProperties}>
            <StoryEntry entry={entry} />
          </li>
        ))}
      </ol>
    </Card>
  )
}

function StoryEntry({ entry: { title, mark, at, lines, answer, link } }: { entry: TimelineEntry }) {
  const { timeline } = useTexts()
  const pathTo = usePathTo()
  return (
    <>
      <div className="timeline-head">
        <Text size="sm" fw={540} className="wrap-anywhere">
          {title}
          {mark !== undefined && (
            <Text span size="xs" c="dimmed" ml={8} className="numbers">
              {mark}
            </Text>
          )}
        </Text>
        <Text size="xs" c="dimmed" component="span">
          <Clock at={at} />
        </Text>
      </div>
      {lines.map(({ label, text, isReason }) => (
        <Text key={text} size="sm" c="dimmed" className={isReason ? 'wrap-anywhere sentence' : 'wrap-anywhere'}>
          {label !== undefined && (
            <Text span fw={560} size="sm">
              {label}:{' '}
            </Text>
          )}
          <TextWithTimes text={text} />
        </Text>
      ))}
      {link !== undefined && (
        <Anchor component={Link} to={pathTo(link.to)} size="sm" aria-label={`${link.text}: ${title}`}>
          {link.text}
        </Anchor>
      )}
      {answer !== undefined && (
        <details>
          <Text component="summary" size="xs" c="dimmed" style={{ cursor: 'pointer' }}>
            {timeline.fullResponse}
          </Text>
          <Code block fz="xs" mt={4} style={{ whiteSpace: 'pre-wrap' }} className="wrap-anywhere">
            {answer}
          </Code>
        </details>
      )}
    </>
  )
}
