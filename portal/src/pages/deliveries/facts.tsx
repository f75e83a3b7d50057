// The details beside the timeline: recipient, template, source, times and charge.
import { Anchor, Card, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { DeliveryTimeline } from '../../../../sdk/src/api.ts'
import { useRead } from '../../api/queries.ts'
import { Channel } from '../../parts/delivery-words.tsx'
import { DueTime, Moment } from '../../parts/time.tsx'
import { usePathTo, useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'

export function Facts({ delivery }: { delivery: DeliveryTimeline }) {
  const { timeline, deliveries, deliveryDetails } = useTexts()
  const pathTo = usePathTo()
  const { recipient_id, recipient_name, template_slug, scheduled_for, next_at, external_id, key } = delivery
  const resends = delivery.changes.flatMap(({ delivery_id }) => delivery_id ?? [])
  const facts: [string, ReactNode][] = [
    [
      timeline.to,
      <Anchor key="to" inherit component={Link} to={pathTo(`recipients/${recipient_id}`)}>
        {recipient_name}
      </Anchor>,
    ],
    [deliveries.channel, <Channel key="channel" name={delivery.channel} />],
    [
      timeline.template,
      <Anchor key="template" inherit component={Link} to={pathTo(`templates/${template_slug}`)}>
        {template_slug}
      </Anchor>,
    ],
    [deliveries.category, delivery.category],
    [timeline.source, <SourceName key="source" id={delivery.source_id} />],
    [deliveryDetails.key, key && deliveryDetails.keyName(key.name, key.hint)],
    [
      deliveryDetails.resendOf,
      delivery.resent_from && <DeliveryLinks key="of" ids={[delivery.resent_from.delivery_id]} />,
    ],
    [deliveryDetails.resentAs, resends.length > 0 && <DeliveryLinks key="as" ids={resends} />],
    [timeline.priority, timeline.priorities[delivery.priority]],
    [timeline.accepted, <Moment key="accepted" at={delivery.created_at} />],
    [timeline.scheduledFor, scheduled_for && <Moment key="scheduled" at={scheduled_for} />],
    [timeline.nextAttempt, next_at && next_at !== scheduled_for && <DueMoment key="next" at={next_at} />],
    [timeline.paid, payment(delivery, timeline)],
    [timeline.externalId, external_id],
  ]
  return (
    <Card>
      <Title order={2} mb="md">
        {timeline.facts}
      </Title>
      <dl className="facts">
        {facts
          .filter(([, fact]) => Boolean(fact))
          .map(([name, fact]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{fact}</dd>
            </div>
          ))}
      </dl>
    </Card>
  )
}

/** The date and time of the next attempt, and how long it takes until then. */
function DueMoment({ at }: { at: string }) {
  return (
    <>
      <Moment at={at} /> (<DueTime at={at} />)
    </>
  )
}

function DeliveryLinks({ ids }: { ids: number[] }) {
  const { deliveryDetails } = useTexts()
  const pathTo = usePathTo()
  return ids.map((id) => (
    <Anchor key={id} inherit component={Link} to={pathTo(`deliveries/${id}`)} display="block">
      {deliveryDetails.delivery(id)}
    </Anchor>
  ))
}

function SourceName({ id }: { id: number }) {
  const { id: ws } = useWorkspace()
  const pathTo = usePathTo()
  const source = useRead('readSource', { path: { ws, source: id } })
  return (
    <Anchor inherit component={Link} to={pathTo(`sources/${id}`)}>
      {source.data?.name ?? `#${id}`}
    </Anchor>
  )
}

type TimelineTexts = ReturnType<typeof useTexts>['timeline']

function payment({ mode, paid_by, credits, refunded }: DeliveryTimeline, texts: TimelineTexts): string | null {
  if (mode === 'test') return texts.free
  if (paid_by === null) return null
  return `${texts.paidBy(paid_by, credits)}${refunded ? texts.refunded : ''}`
}
