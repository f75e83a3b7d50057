// The primary of two mail servers fails in the middle of a steady load. The second one takes the messages in time, no
// message is lost, and only messages with an ambiguous attempt are repeated.
import { expect, it, type TestContext } from 'vitest'
import { createInstallation, type Installation, post, type Site, until } from '../harness/installation.ts'
import { checkInvariants } from '../harness/invariants.ts'
import { faults, type MailPair, mailSettings, startMailPair } from '../harness/mail-pair.ts'
import { logProgress } from './progress.ts'

const SECOND = 1000
/** The load: messages in a second, and messages in a request. */
const RATE = 500
const BATCH = 50
/** One of this number of messages forbids duplicates. */
const NEVER_EVERY = 20
/** Seconds for which the primary fails. */
const OUTAGE = 20

type FaultName = keyof typeof faults

/** Maximum number of seconds until 99 % of the messages arrive that were accepted after the primary began to fail. */
const limits: [FaultName, number][] = [
  ['refuses connections', 2],
  ['closes the connection after it received the message', 5],
  ['does not answer after it received the message', 10],
  ['answers nothing', 10],
]

for (const [name, limit] of limits)
  it(
    `the second mail server takes the messages within ${limit} s when the first ${name}, until the first works again`,
    (test) => failUnderLoad(test, name, limit * SECOND),
    600_000,
  )

async function failUnderLoad(test: TestContext, name: FaultName, limit: number): Promise<void> {
  const mail = await startMailPair()
  test.onTestFinished(() => mail.stop())
  const installation = await createInstallation('postgres')
  test.onTestFinished(() => installation.remove())
  const { address } = await installation.start('start')
  const site = await createMailSite(installation, address, mail)
  const load = startLoad(address, site)
  test.onTestFinished(() => load.stop())
  await until(120, async () => mail.atPrimary().length > 5 * RATE)
  const failedAt = performance.now()
  await mail.fail(faults[name])
  logProgress(test, `the primary fails after ${mail.atPrimary().length} messages`)
  await until(2 * OUTAGE, async () => performance.now() > failedAt + OUTAGE * SECOND)
  const recoveredAt = performance.now()
  await mail.recover()
  const backAt = await until(120, async () => mail.atPrimary().find(({ at }) => at > recoveredAt + SECOND)?.at)
  const resumed = mail.atPrimary().length
  await until(120, async () => mail.atPrimary().length > resumed + 5 * RATE)
  await load.stop()
  await settle(installation, address, site)
  await installation.stop()

  const followed = [...load.accepted].filter(([, at]) => at > failedAt && at < recoveredAt - limit)
  const wait = delayOf(followed, mail)
  const { lost, unlisted, figures } = await compare(installation, load, mail)
  const times = `99 % within ${seconds(wait)} s, back after ${seconds(backAt - recoveredAt)} s`
  test.task.meta.figures = `${followed.length} messages during the outage: ${times}; ${figures}`
  logProgress(test, test.task.meta.figures)
  expect(lost).toEqual([])
  expect(unlisted).toEqual([])
  expect(wait).toBeLessThan(limit)
}

const seconds = (milliseconds: number) => (milliseconds / SECOND).toFixed(1)

/** Creates a site with two email connections. */
async function createMailSite(installation: Installation, address: string, mail: MailPair): Promise<Site> {
  const site = await installation.createSite(address, 'http://127.0.0.1:1')
  const at = `/workspaces/${site.workspace}/sources/${site.source}/connections/email/providers`
  for (const url of [mail.primaryUrl, mail.secondaryUrl])
    await installation.manage(address, 'POST', at, { settings: mailSettings(url) })
  return site
}

interface Load {
  /** The times at which the messages were accepted, by address, in milliseconds of the monotonic clock. */
  accepted: Map<string, number>
  /** The addresses of messages that forbid duplicates. */
  never: Set<string>
  stop(): Promise<void>
}

/** Sends messages at a steady rate. A slow response does not delay the next request. */
function startLoad(address: string, { liveKey }: Site): Load {
  const accepted = new Map<string, number>()
  const never = new Set<string>()
  const requests = new Set<Promise<void>>()
  let count = 0
  const sendBatch = async () => {
    const messages = Array.from({ length: BATCH }, () => {
      const email = `m${count++}@customer.example`
      if (count % NEVER_EVERY === 0) never.add(email)
      const recipient = { email, locale: 'it' }
      const message = { recipient, template: 'hello', vars: { name: email } }
      return never.has(email) ? { ...message, duplicates: 'never' } : message
    })
    const { status, body } = await post(address, liveKey, { messages }, '/send/batch')
    if (status !== 202) throw new Error(`the batch was refused: ${status} ${JSON.stringify(body)}`)
    const now = performance.now()
    for (const { recipient } of messages) accepted.set(recipient.email, now)
  }
  const timer = setInterval(
    () => {
      const request = sendBatch().finally(() => requests.delete(request))
      requests.add(request)
    },
    (BATCH / RATE) * SECOND,
  )
  return {
    accepted,
    never,
    async stop() {
      clearInterval(timer)
      await Promise.all(requests)
    },
  }
}

/** Returns the delay within which 99 % of these messages arrived at the secondary. */
function delayOf(messages: [address: string, acceptedAt: number][], mail: MailPair): number {
  const arrivals = new Map(mail.atSecondary().map(({ to, at }) => [to, at]))
  const delays = messages
    .map(([to, acceptedAt]) => (arrivals.get(to) ?? Number.POSITIVE_INFINITY) - acceptedAt)
    .sort((one, other) => one - other)
  return delays[Math.ceil(delays.length * 0.99) - 1] ?? Number.POSITIVE_INFINITY
}

/** Waits until no message is pending. */
async function settle(installation: Installation, address: string, { workspace }: Site): Promise<void> {
  const pendingIn = async (status: string) => {
    const at = `/workspaces/${workspace}/deliveries?status=${status}&limit=1`
    return (await installation.manage(address, 'GET', at)).data.length as number
  }
  await until(300, async () => (await pendingIn('queued')) + (await pendingIn('sending')) === 0)
}

/**
 * Compares the accepted messages with those that arrived, and returns the addresses of lost messages, and of messages
 * that were repeated, or failed, without a listed ambiguous attempt.
 */
async function compare(installation: Installation, { accepted, never }: Load, mail: MailPair) {
  const db = await installation.open()
  try {
    const { rows } = await db.query<{ address: string; status: string; ambiguous: boolean }>({
      text: `select address, status,
               exists (select from attempts a where a.delivery_id = d.id and a.outcome = 'ambiguous') as ambiguous
             from deliveries d where mode = 'live'`,
    })
    const { mismatches } = await checkInvariants(db)
    expect(mismatches).toEqual([])
    const byAddress = new Map(rows.map((row) => [row.address, row]))
    const received = [...mail.atPrimary(), ...mail.atSecondary()].map(({ to }) => to)
    const times = new Map<string, number>()
    for (const to of received) times.set(to, (times.get(to) ?? 0) + 1)
    const repeated = [...times].filter(([, count]) => count > 1).map(([to]) => to)
    const failed = rows.filter(({ status }) => status === 'failed')
    const ambiguous = rows.filter((row) => row.ambiguous)
    const isListed = (to: string) => byAddress.get(to)?.ambiguous === true && !never.has(to)
    const mayFail = (row: { address: string; ambiguous: boolean }) => row.ambiguous && never.has(row.address)
    return {
      lost: [...accepted.keys()].filter((to) => !byAddress.has(to) || (!times.has(to) && !failed.some(mayFail))),
      unlisted: [
        ...repeated.filter((to) => !isListed(to)),
        ...failed.filter((row) => !mayFail(row)).map((row) => row.address),
      ],
      figures: `${accepted.size} accepted, ${ambiguous.length} ambiguous, ${repeated.length} received twice, ${failed.length} failed with duplicates forbidden`,
    }
  } finally {
    await db.close()
  }
}
