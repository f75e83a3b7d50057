// The facts of a message in a dry run: its recipient, price and category, and when it would be sent.
import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { DryRunResponse } from '../../../../sdk/src/api.ts'
import { Channel } from '../../parts/delivery-words.tsx'
import { Moment } from '../../parts/time.tsx'
import { usePathTo } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'
import '../deliveries/timeline.css'

type Line = [name: string, fact: ReactNode]

export function Facts({ result }: { result: DryRunResponse }) {
  const lines = [...useMessageLines(result), ...useTimeLines(result)]
  return (
    <dl className="facts">
      {lines
        .filter(([, fact]) => Boolean(fact))
        .map(([name, fact]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="wrap-anywhere">{fact}</dd>
          </div>
        ))}
    </dl>
  )
}

function useMessageLines(result: DryRunResponse): Line[] {
  const { deliveries, dryRun, timeline } = useTexts()
  const pathTo = usePathTo()
  const { recipient, template, channel, locale, price, category, declined_channels: declined, digest } = result
  const paid = price.account === null ? timeline.free : timeline.paidBy(price.account, price.credits)
  return [
    [
      timeline.to,
      recipient.id === null ? (
        dryRun.newRecipient(recipient.name)
      ) : (
        <Anchor key="to" inherit component={Link} to={pathTo(`recipients/${recipient.id}`)}>
          {recipient.name}
        </Anchor>
      ),
    ],
    [deliveries.channel, <Channel key="channel" name={channel} />],
    [dryRun.address, recipient.address],
    [
      timeline.template,
      <Anchor key="template" inherit component={Link} to={pathTo(`templates/${template}`)}>
        {template}
      </Anchor>,
    ],
    [dryRun.language, locale],
    [dryRun.category, category === null ? dryRun.noCategory : dryRun.permitted(category)],
    [dryRun.declined, declined.length > 0 && <Channels names={declined} />],
    [dryRun.price, digest?.result === 'joins' ? dryRun.freeInDigest : paid],
  ]
}

function useTimeLines(result: DryRunResponse): Line[] {
  const { dryRun, timeline } = useTexts()
  const { scheduled_for, deferred_until, expires_at, digest, limit } = result
  return [
    [timeline.scheduledFor, scheduled_for && <Moment key="scheduled" at={scheduled_for} />],
    [dryRun.quietHours, deferred_until && <Waits key="quiet" until={deferred_until} />],
    [dryRun.digest, digest && <DigestFact key="digest" digest={digest} />],
    [dryRun.limit, limit && dryRun.counted(limit)],
    [dryRun.expires, <Moment key="expires" at={expires_at} />],
  ]
}

function Channels({ names }: { names: DryRunResponse['declined_channels'] }) {
  return names.map((name) => <Channel key={name} name={name} />)
}

function Waits({ until }: { until: string }) {
  const { dryRun } = useTexts()
  return (
    <>
      {dryRun.waitsUntil} <Moment at={until} />
    </>
  )
}

function DigestFact({ digest }: { digest: NonNullable<DryRunResponse['digest']> }) {
  const { dryRun } = useTexts()
  return (
    <>
      {digest.result === 'opens' ? dryRun.opensDigest : dryRun.joinsDigest(digest.items)} {dryRun.closes}{' '}
      <Moment at={digest.closes_at} />
      {digest.deferred_until !== null && (
        <>
          <br />
          <Waits until={digest.deferred_until} />
        </>
      )}
    </>
  )
}
