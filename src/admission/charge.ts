// Charges messages to the quota or WhatsApp bundle of the month, then to credits (decisions 17 and 18).
import { channelOf } from '../channels/index.ts'
import { byKey, requireValue } from '../lib/by-key.ts'
import { monthOf } from '../lib/text/date-time.ts'
import { counted } from '../lib/text/plural.ts'
import {
  addUsage,
  type CreditEntry,
  type LimitedUsageChange,
  lockBalances,
  type UsageChange,
  writeCreditEntries,
} from '../store/admission/charging.ts'
import type { Transaction } from '../store/database.ts'
import {
  type Charge,
  type Charged,
  type Entry,
  type Rendered,
  refuseEntry,
  type Sender,
  withoutOutcome,
} from './entry.ts'

type ChargeAccount = 'quota' | 'whatsapp'

/** A live message for which the quota or the WhatsApp bundle is used up, with the usage and the limit. */
interface Overage {
  entry: Charged
  used: number
  limit: number
}

/** Charges each live message to its account. A test message is not charged. */
export function chargeToAccounts(entries: Rendered[]): Charged[] {
  return entries.map((entry): Charged => Object.assign(entry, { charge: chargeOf(entry) }))
}

/**
 * Adds the messages to the accounts, which locks the rows of the month. Messages beyond a limit are charged to credits.
 * Refuses a message that neither the account
 * nor credits can pay, and returns the others.
 */
export async function chargeLocked(tx: Transaction, now: Date, charged: Charged[]): Promise<Charged[]> {
  const live = charged.filter((entry) => entry.charge !== null)
  const over = live.length > 0 ? await chargeAccounts(tx, now, live) : []
  if (over.length > 0) await chargeCredits(tx, now, over)
  return withoutOutcome(charged)
}

/** Returns the usage of accepted messages by workspace, with the limits of their accounts. */
export function usageOf(entries: Entry[], period: string): LimitedUsageChange[] {
  const changes = new Map<number, LimitedUsageChange>()
  for (const { sender, outcome } of entries) {
    const charge = outcome?.kind === 'accepted' ? outcome.charge : null
    if (charge === null) continue
    const { workspaceId: workspace_id } = sender
    const nothing = { workspace_id, period, quota: 0, whatsapp: 0, quota_limit: null, whatsapp_limit: null }
    const change: LimitedUsageChange = changes.get(workspace_id) ?? nothing
    if (charge.account === 'whatsapp') {
      change.whatsapp++
      change.whatsapp_limit = sender.whatsappLimit
    } else {
      change.quota++
      change.quota_limit = sender.quota
    }
    changes.set(workspace_id, change)
  }
  return [...changes.values()]
}

function chargeOf(entry: Rendered): Charge | null {
  return entry.sender.mode === 'test' ? null : { account: accountOf(entry), cost: 0 }
}

function accountOf({ channel }: Rendered): ChargeAccount {
  return channelOf(channel).account ?? 'quota'
}

function limitOf(sender: Sender, account: ChargeAccount): number | null {
  return account === 'whatsapp' ? sender.whatsappLimit : sender.quota
}

/**
 * Adds all messages to the usage of their accounts in one statement, which locks the row of the month. Then subtracts
 * the messages above the limit again, and returns these messages in order.
 */
async function chargeAccounts(tx: Transaction, now: Date, live: Charged[]): Promise<Overage[]> {
  const period = monthOf(now)
  const workspaces = [...byKey(live, (entry) => String(entry.sender.workspaceId)).values()]
  const changes = workspaces.map((group) => changeOf(group, period))
  const usage = new Map((await addUsage(tx, changes)).map((row) => [row.workspace_id, row]))
  const over: Overage[] = []
  for (const group of workspaces) {
    const row = requireValue(usage, group[0].sender.workspaceId)
    for (const account of ['quota', 'whatsapp'] as const) {
      const messages = group.filter((entry) => accountOf(entry) === account)
      const limit = limitOf(group[0].sender, account)
      if (limit === null) continue
      const after = account === 'whatsapp' ? row.whatsapp_used : row.quota_used
      const before = after - messages.length
      const remaining = Math.max(0, limit - before)
      over.push(
        ...messages.slice(remaining).map((entry) => ({ entry, used: Math.max(before, Math.min(after, limit)), limit })),
      )
    }
  }
  if (over.length > 0) await subtractUsage(tx, period, over)
  return over
}

function changeOf(group: readonly [Charged, ...Charged[]], period: string): UsageChange {
  const whatsapp = group.filter((entry) => accountOf(entry) === 'whatsapp').length
  return { workspace_id: group[0].sender.workspaceId, period, quota: group.length - whatsapp, whatsapp }
}

async function subtractUsage(tx: Transaction, period: string, over: Overage[]): Promise<void> {
  const groups = byKey(
    over.map(({ entry }) => entry),
    (entry) => String(entry.sender.workspaceId),
  )
  await addUsage(
    tx,
    [...groups.values()].map((group) => {
      const { quota, whatsapp, ...rest } = changeOf(group, period)
      return { ...rest, quota: -quota, whatsapp: -whatsapp }
    }),
  )
}

/** Charges messages to credits in order, and refuses the messages for which no credits are left. */
async function chargeCredits(tx: Transaction, now: Date, over: Overage[]): Promise<void> {
  const balances = await lockBalances(
    tx,
    [...new Set(over.map(({ entry }) => entry.sender.workspaceId))].sort((a, b) => a - b),
  )
  const ledger: CreditEntry[] = []
  for (const { entry, used, limit } of over) {
    const { workspaceId } = entry.sender
    const credits = balances.get(workspaceId) ?? 0
    const cost = channelOf(entry.channel).credits
    if (credits >= cost) {
      balances.set(workspaceId, credits - cost)
      entry.charge = { account: 'credits', cost }
      ledger.push({
        workspace_id: workspaceId,
        kind: 'overage',
        amount: -cost,
        balance: credits - cost,
        delivery_id: entry.deliveryId,
      })
    } else {
      const product = accountOf(entry) === 'whatsapp' ? 'WhatsApp bundle' : 'quota'
      refuseEntry(entry, {
        code: 'quota_exceeded',
        message: `The month's ${product} of ${counted(limit, 'message')} is used up. This message needs ${counted(cost, 'credit')}, and ${counted(credits, 'credit is', 'credits are')} left.`,
        quota: { used, limit, hint: credits === 0 ? 'credits_empty' : null },
      })
    }
  }
  if (ledger.length > 0) await writeCreditEntries(tx, now, ledger)
}
