// A model of the delivery states in docs/states.md for one message. Tests compare the service with the model, which
// shares no code with the service.

export type Step =
  | { do: 'send'; key: number }
  | { do: 'claim' | 'lose' | 'promote' }
  | { do: 'settle'; which: number; outcome: string }
  | { do: 'receipt'; which: number; status: ReceiptStatus; named: boolean }
  | { do: 'cancel' | 'renew' | 'release'; which: number }
  | { do: 'wait'; milliseconds: number }

type ReceiptStatus = 'delivered' | 'read' | 'failed'

interface Message {
  id: number
  key: number
  createdAt: Date
  expiresAt: Date
  status: string
  attempts_made: number
  claim_version: number
  ready: boolean
  account: 'whatsapp' | 'credits'
  month: string
  history: string[]
  nextAt: Date
  leaseUntil: Date | undefined
  /** Whether the message is pending after an ambiguous attempt. */
  ambiguous: boolean
  /** Whether the provider's message id is known. */
  known: boolean
  /**
   * Receipts in the order of arrival. A receipt that arrives before the provider's message id is known is applied
   * later.
   */
  receipts: { status: ReceiptStatus; early: boolean }[]
}

export interface StatusModel {
  ids(): number[]
  /**
   * Applies a step. `given` is the delivery id in the answer to a send request. `newest` is the newest delivery row,
   * from which the model copies the values that it cannot compute.
   */
  apply(
    step: Step,
    now: Date,
    seen: { given: number | undefined; newest: { id: number; created_at: Date; expires_at: Date } },
  ): void
  /** The expected deliveries, in the order of their ids. */
  rows(): object[]
}

const HOUR = 3_600_000
const LEASE = 55_000
const DELAYS = [30_000, 120_000, 600_000]
const COST = 3
const AFTER: Record<ReceiptStatus, string[]> = { delivered: ['sent'], read: ['sent', 'delivered'], failed: ['sent'] }

export function createStatusModel(limits: { whatsapp: number; credits: number }): StatusModel {
  const messages: Message[] = []
  const claims: { message: Message; claim_version: number }[] = []
  let { credits } = limits

  const move = (message: Message, status: string) => {
    Object.assign(message, { status, ready: false, leaseUntil: undefined })
    message.history.push(status)
    if (status === 'failed' && message.account === 'credits') credits += COST
  }
  const reschedule = (message: Message, now: Date, wait: number) => {
    const nextAt = new Date(now.getTime() + wait)
    if (nextAt >= message.expiresAt) return move(message, 'failed')
    move(message, 'queued')
    message.nextAt = nextAt
  }
  const applyReceipt = (message: Message, status: ReceiptStatus) => {
    if (status === 'read' && message.status === 'sent') move(message, 'delivered')
    if (AFTER[status].includes(message.status)) move(message, status)
  }
  const sent = (message: Message) => {
    move(message, 'sent')
    Object.assign(message, { known: true, ambiguous: false })
    for (const receipt of message.receipts.filter(({ early }) => early)) {
      receipt.early = false
      applyReceipt(message, receipt.status)
    }
  }
  const used = (month: string) =>
    messages.filter(
      (message) => message.account === 'whatsapp' && message.month === month && message.status !== 'failed',
    ).length

  const settle = (message: Message, outcome: string, now: Date) => {
    if (now >= message.expiresAt) return move(message, 'failed')
    message.ambiguous = outcome === 'ambiguous'
    if (outcome === 'throttled') return reschedule(message, now, 60_000)
    if (outcome === 'misconfigured') return reschedule(message, now, 0)
    message.attempts_made++
    if (outcome === 'sent') return sent(message)
    if (outcome === 'permanent' || outcome === 'recipient_gone' || message.attempts_made > DELAYS.length)
      return move(message, 'failed')
    return reschedule(message, now, DELAYS[message.attempts_made - 1]!)
  }

  const lose = (message: Message, now: Date) => {
    message.attempts_made++
    if (now >= message.expiresAt || message.attempts_made > DELAYS.length) return move(message, 'failed')
    reschedule(message, now, message.attempts_made === 1 ? 0 : 15_000)
    Object.assign(message, { ready: message.status === 'queued' && message.attempts_made === 1, ambiguous: true })
  }

  const receive = (message: Message, status: ReceiptStatus, named: boolean) => {
    const waits = message.status === 'sending' || (message.status === 'queued' && message.ambiguous)
    if (!message.known && named && waits) {
      if (message.status === 'sending') message.attempts_made++
      sent(message)
    }
    if (message.receipts.some((receipts) => receipts.status === status)) return
    message.receipts.push({ status, early: !message.known })
    if (message.known) applyReceipt(message, status)
  }

  const send = (
    key: number,
    now: Date,
    given: number | undefined,
    newest: { id: number; created_at: Date; expires_at: Date },
  ) => {
    const before = messages.findLast((message) => message.key === key)
    if (before && now.getTime() - before.createdAt.getTime() < HOUR) {
      if (given !== before.id) throw new Error(`key ${key} was answered with ${given} in place of ${before.id}`)
      return
    }
    const month = now.toISOString().slice(0, 7)
    const account = used(month) < limits.whatsapp ? 'whatsapp' : 'credits'
    if (account === 'credits' && credits < COST) {
      if (given !== undefined) throw new Error(`delivery ${given} was accepted without quota or credits`)
      return
    }
    if (account === 'credits') credits -= COST
    messages.push({
      ...{
        id: newest.id,
        key,
        createdAt: newest.created_at,
        expiresAt: newest.expires_at,
        status: 'queued',
        attempts_made: 0,
        claim_version: 0,
      },
      ...{ ready: true, account, month, history: ['queued'], nextAt: now, leaseUntil: undefined, ambiguous: false },
      ...{ known: false, receipts: [] },
    })
  }

  return {
    ids: () => messages.map(({ id }) => id),
    apply(step, now, { given, newest }) {
      const claim = 'which' in step ? claims[step.which % Math.max(1, claims.length)] : undefined
      const message = 'which' in step ? messages[step.which % Math.max(1, messages.length)] : undefined
      const leased =
        claim && claim.message.status === 'sending' && claim.message.claim_version === claim.claim_version
          ? claim.message
          : undefined
      const leaseUntil = new Date(now.getTime() + LEASE)
      if (step.do === 'send') send(step.key, now, given, newest)
      if (step.do === 'claim')
        for (const one of messages.filter(({ ready }) => ready)) {
          move(one, 'sending')
          one.leaseUntil = leaseUntil
          claims.push({ message: one, claim_version: ++one.claim_version })
        }
      if (step.do === 'settle' && leased) settle(leased, step.outcome, now)
      if (step.do === 'receipt' && message) receive(message, step.status, step.named)
      if (step.do === 'cancel' && message?.status === 'queued') move(message, 'failed')
      if (step.do === 'lose')
        for (const one of messages) if (one.status === 'sending' && one.leaseUntil! <= now) lose(one, now)
      if (step.do === 'renew' && leased) leased.leaseUntil = leaseUntil
      if (step.do === 'release' && leased) {
        move(leased, 'queued')
        leased.ready = true
      }
      if (step.do === 'promote') for (const one of messages) one.ready ||= one.status === 'queued' && one.nextAt <= now
    },
    rows: () =>
      messages.map(({ id, status, attempts_made, claim_version, ready, account, history }) => ({
        ...{ id, status, attempts_made, claim_version, ready, refunded: status === 'failed', account, history },
      })),
  }
}
