// One delivery: its timeline, its message, and the reason and remedy of a failure.
import { Alert, Badge, Box, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconBan } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import type { DeliveryTimeline } from '../../../../sdk/src/api.ts'
import { useRead } from '../../api/queries.ts'
import { PageFrame } from '../../parts/page-frame.tsx'
import { ServerSentence } from '../../parts/server-sentence.tsx'
import { QueryResult } from '../../parts/states.tsx'
import { useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { DigestCard } from './delivery/digest-card.tsx'
import { QuietHoursWait } from './delivery/quiet-hours-wait.tsx'
import { DeliveryActions } from './delivery-actions.tsx'
import { Facts } from './facts.tsx'
import { FallbackCard } from './fallback-card.tsx'
import { DeliveryState } from './list/state.tsx'
import { MessageCard } from './message-card.tsx'
import { TimelineCard } from './timeline-card.tsx'
import './timeline.css'
import { BackLink } from '../../parts/back-link.tsx'

const SOON_MS = 2_000
const LATER_MS = 15_000

export default function TimelinePage() {
  const { timeline, shell } = useTexts()
  const { id: ws } = useWorkspace()
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const isNumber = /^\d{1,15}$/.test(id)
  const timelineQuery = useRead(
    'readTimeline',
    { path: { ws, id: Number(id) } },
    { enabled: isNumber, every: nextRead },
  )
  return (
    <PageFrame
      title={timeline.title(id)}
      before={<BackLink to="deliveries">{shell.pages.deliveries}</BackLink>}
      {...(timelineQuery.data === undefined ? {} : { actions: <DeliveryActions delivery={timelineQuery.data} /> })}
    >
      {isNumber ? (
        <QueryResult query={timelineQuery} lines={10}>
          {(delivery) => <DeliveryContent delivery={delivery} />}
        </QueryResult>
      ) : (
        <Text c="dimmed">{timeline.notANumber}</Text>
      )}
    </PageFrame>
  )
}

/**
 * Returns the milliseconds until the next read. The time is short while the delivery is in progress. Returns false
 * after the delivery has ended.
 */
function nextRead(delivery: DeliveryTimeline | undefined): number | false {
  if (delivery === undefined) return false
  const isCallingBack = delivery.callbacks.some(({ status }) => status === 'waiting' || status === 'sending')
  if (delivery.status === 'queued' || delivery.status === 'sending' || isCallingBack) return SOON_MS
  const mayChange = delivery.status === 'sent' || delivery.status === 'delivered' || delivery.fallback?.state === 'open'
  return mayChange ? LATER_MS : false
}

function DeliveryContent({ delivery }: { delivery: DeliveryTimeline }) {
  const { common } = useTexts()
  return (
    <Stack gap="lg">
      <Group gap="xs" mt={-8}>
        <DeliveryState row={delivery} isCompact={false} />
        {delivery.mode === 'test' && <Badge color="yellow">{common.test}</Badge>}
        <Text size="sm" c="dimmed" className="wrap-anywhere">
          {delivery.recipient_name === delivery.address
            ? delivery.address
            : `${delivery.recipient_name} · ${delivery.address}`}
        </Text>
      </Group>
      <Reason delivery={delivery} />
      <QuietHoursWait delivery={delivery} />
      <Box className="timeline-columns">
        <Stack gap="lg">
          {delivery.digest !== null && <DigestCard delivery={delivery} />}
          <FallbackCard delivery={delivery} />
          <TimelineCard delivery={delivery} />
          <MessageCard delivery={delivery} />
        </Stack>
        <Facts delivery={delivery} />
      </Box>
    </Stack>
  )
}

/** The reason and the remedy of a failed, cancelled or pending delivery. */
function Reason({ delivery }: { delivery: DeliveryTimeline }) {
  const { timeline, deliveries } = useTexts()
  const { remedy, state, status } = delivery
  const isCancelled = state === 'cancelled'
  const failed = status === 'failed' && !isCancelled
  if (!failed && !isCancelled && remedy === null) return null
  const title = isCancelled ? deliveries.states.cancelled : failed ? timeline.why : timeline.whyPending
  const reason = delivery.error_message ?? delivery.reason
  return (
    <Alert
      color={isCancelled ? 'gray' : failed ? 'red' : 'yellow'}
      icon={isCancelled ? <IconBan aria-hidden /> : <IconAlertTriangle aria-hidden />}
      title={title}
    >
      {reason !== null && (
        <Text size="sm" mb={6} className="wrap-anywhere sentence">
          <ServerSentence text={reason} />
        </Text>
      )}
      {remedy !== null && (
        <Text size="sm" className="wrap-anywhere">
          {!isCancelled && (
            <>
              <Text span fw={600} size="sm">
                {timeline.remedy}:
              </Text>{' '}
            </>
          )}
          <ServerSentence text={remedy} />
        </Text>
      )}
    </Alert>
  )
}
