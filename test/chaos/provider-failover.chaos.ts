// The primary of two email providers fails, either during a steady load or while a long queue is sent. The secondary
// receives the messages in time. No message is lost, and only messages with an ambiguous attempt are repeated.
import { describe, expect, it, type TestContext } from 'vitest'
import { createInstallation, until } from '../harness/installation.ts'
import { createMailSite, type ProviderPair, startHttp, startSmtp } from '../harness/provider-pair.ts'
import { type Comparison, compare, type Sending } from './mail-comparison.ts'
import { createLoad } from './mail-load.ts'
import { logProgress } from './progress.ts'

const SECOND = 1000
/** The steady load: messages in a second. */
const RATE = 500
/** Seconds for which the primary fails. */
const OUTAGE = 20
/** Number of messages in the long queue. */
const QUEUE = 10_000
/** The primary fails after it has received this number of messages of the queue. */
const BEFORE_FAULT = 2000

/** During the outage, 99 % of the messages must arrive within this number of seconds after their acceptance. */
const limits = { refuse: 2, reset: 5, hang: 10 }
const MINUTES = 60 * SECOND

describe('two mail servers', () => {
  it.for([
    ['refuses connections', limits.refuse],
    ['closes the connection after it received the message', limits.reset],
    ['does not answer after it received the message', limits.hang],
    ['answers nothing', limits.hang],
  ] as const)(
    'when the first %s, the second takes the messages within %d s, until the first works again',
    { timeout: 10 * MINUTES },
    async ([fault, limit], test) => failUnderLoad(test, await startSmtp(fault), limit * SECOND),
  )

  it(
    'no message is lost when the first fails in the middle of 10,000 queued messages',
    async (test) => failInQueue(test, await startSmtp('refuses connections')),
    10 * MINUTES,
  )
})

describe('two providers with an HTTP API', () => {
  it.for([
    ['refuses connections', limits.refuse, 'refuse'],
    ['resets the connection after it received the message', limits.reset, 'reset'],
    ['does not answer', limits.hang, 'hang'],
  ] as const)(
    'when the first %s, the second takes the messages within %d s, until the first works again',
    { timeout: 10 * MINUTES },
    async ([, limit, fault], test) => failUnderLoad(test, await startHttp(fault), limit * SECOND),
  )

  it.for(['refuse', 'reset', 'hang'] as const)(
    'no message is lost when the first fails in the middle of 10,000 queued messages (%s)',
    { timeout: 10 * MINUTES },
    async (fault, test) => failInQueue(test, await startHttp(fault)),
  )
})

async function startSending(test: TestContext, pair: ProviderPair): Promise<Sending> {
  test.onTestFinished(() => pair.stop())
  const installation = await createInstallation('postgres')
  test.onTestFinished(() => installation.remove())
  const { address } = await installation.start('start')
  return { installation, address, site: await createMailSite(installation, address, pair), pair }
}

async function failUnderLoad(test: TestContext, pair: ProviderPair, limit: number): Promise<void> {
  const sending = await startSending(test, pair)
  const load = createLoad(sending, RATE)
  load.start()
  test.onTestFinished(() => load.stop())
  await until(120, async () => pair.atPrimary().length > 5 * RATE)
  const failedAt = performance.now()
  await pair.fail()
  logProgress(test, `the primary fails after ${pair.atPrimary().length} messages`)
  await until(2 * OUTAGE, async () => performance.now() > failedAt + OUTAGE * SECOND)
  const recoveredAt = performance.now()
  await pair.recover()
  const backAt = await until(120, async () => pair.atPrimary().find(({ at }) => at > recoveredAt + SECOND)?.at)
  const resumed = pair.atPrimary().length
  await until(120, async () => pair.atPrimary().length > resumed + 5 * RATE)
  await load.stop()

  const result = await compare(sending, load)
  const during = [...load.accepted].filter(([, at]) => at > failedAt && at < recoveredAt)
  const rate = during.length / ((recoveredAt - failedAt) / SECOND)
  // Omit messages that the primary may receive after its recovery: those with an ambiguous attempt, which only the
  // primary may repeat, and those that were accepted just before the recovery.
  const followed = during.filter(([to, at]) => at < recoveredAt - limit && !result.ambiguous.has(to))
  const wait = delayOf(followed, pair)
  const times = `99 % within ${seconds(wait)} s, back after ${seconds(backAt - recoveredAt)} s`
  expectNoLoss(test, result, `${rate.toFixed(0)} accepted a second during the outage: ${times}`)
  expect(wait).toBeLessThan(limit)
}

async function failInQueue(test: TestContext, pair: ProviderPair): Promise<void> {
  const sending = await startSending(test, pair)
  const load = createLoad(sending, RATE)
  await load.sendAll(QUEUE)
  await until(120, async () => pair.atPrimary().length > BEFORE_FAULT)
  const failedAt = performance.now()
  await pair.fail()
  const received = () => new Set([...pair.atPrimary(), ...pair.atSecondary()].map(({ to }) => to)).size
  logProgress(test, `the primary fails after ${pair.atPrimary().length} messages`)
  await until(120, async () => received() > 0.99 * QUEUE)
  const wait = performance.now() - failedAt
  await pair.recover()
  expectNoLoss(test, await compare(sending, load), `99 % received ${seconds(wait)} s after the fault`)
}

function expectNoLoss(test: TestContext, { lost, unlisted, figures }: Comparison, label: string): void {
  test.task.meta.figures = `${label}; ${figures}`
  logProgress(test, test.task.meta.figures)
  expect(lost).toEqual([])
  expect(unlisted).toEqual([])
}

const seconds = (milliseconds: number) => (milliseconds / SECOND).toFixed(1)

/** Returns the delay within which 99 % of these messages arrived at the secondary. */
function delayOf(messages: [address: string, acceptedAt: number][], pair: ProviderPair): number {
  const arrivals = new Map(pair.atSecondary().map(({ to, at }) => [to, at]))
  const delays = messages
    .map(([to, acceptedAt]) => (arrivals.get(to) ?? Number.POSITIVE_INFINITY) - acceptedAt)
    .sort((one, other) => one - other)
  return delays[Math.ceil(delays.length * 0.99) - 1] ?? Number.POSITIVE_INFINITY
}
