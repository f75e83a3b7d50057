// The main figures of the period. Each figure is a link to the messages that it counts.
import { SimpleGrid } from '@mantine/core'
import type { Figures } from '../../../../../sdk/src/api.ts'
import { useNumbers } from '../../../texts/numbers.ts'
import { useTexts } from '../../../texts/texts.tsx'
import { Tile, TileParts } from '../tile.tsx'
import { useFormats } from './formats.ts'
import type { ListLink } from './period.ts'

const SENT = 'sent,delivered,read'
const PENDING = 'scheduled,collecting,deferred,queued,retrying,paused,sending'

export function Tiles({ figures, link }: { figures: Figures; link: ListLink }) {
  const { figures: texts } = useTexts()
  const numbers = useNumbers()
  const { percent, duration } = useFormats(figures)
  const { accepted, sent, delivered, read, failed, cancelled, pending, failure_rate, p50_ms, p95_ms } = figures.total
  const share = (n: number, of: number) => percent(of === 0 ? 0 : n / of)
  const part = (status: string, count: number, text: string) => (
    <TileParts parts={[{ text, target: count > 0 ? link({ status }) : undefined }]} />
  )
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, xl: 6 }} spacing="md">
      <Tile
        title={texts.accepted}
        value={numbers(accepted)}
        target={link()}
        text={part(PENDING, pending, texts.pendingCount(pending))}
      />
      <Tile
        title={texts.sent}
        value={numbers(sent)}
        target={link({ status: SENT })}
        text={texts.ofAccepted(share(sent, accepted))}
      />
      <Tile
        title={texts.delivered}
        value={numbers(delivered)}
        target={link({ status: 'delivered,read' })}
        text={
          <>
            {texts.ofSent(share(delivered, sent))} · {part('read', read, texts.readCount(read))}
          </>
        }
      />
      <Tile
        title={texts.failed}
        value={numbers(failed)}
        unit={failure_rate === null ? undefined : percent(failure_rate)}
        isBad={failed > 0}
        target={link({ status: 'failed' })}
        text={part('cancelled', cancelled, texts.cancelledCount(cancelled))}
      />
      <Tile
        title={texts.timeToSend}
        value={p50_ms === null ? '–' : duration(p50_ms)}
        unit={p50_ms === null ? undefined : texts.median.toLowerCase()}
        target={link({ status: SENT })}
        text={p95_ms === null ? texts.nothingSent : texts.within(duration(p95_ms))}
      />
      <QueueTile figures={figures} link={link} />
    </SimpleGrid>
  )
}

/** The queue is that of this moment, so its links have no period. */
function QueueTile({ figures, link }: { figures: Figures; link: ListLink }) {
  const { figures: texts } = useTexts()
  const numbers = useNumbers()
  const { due, retrying, paused } = figures.queue
  const now = (status: string) => link({ from: '', to: '', status })
  const waiting = due + retrying + paused
  const parts = [
    { text: texts.dueCount(due), target: due > 0 ? now('queued') : undefined },
    { text: texts.retryingCount(retrying), target: retrying > 0 ? now('retrying') : undefined },
    { text: texts.pausedCount(paused), target: paused > 0 ? now('paused') : undefined },
  ]
  return (
    <Tile
      title={texts.queue}
      value={numbers(waiting)}
      target={now('queued,retrying,paused')}
      text={waiting === 0 ? texts.nothingWaits : <TileParts parts={parts} />}
    />
  )
}
