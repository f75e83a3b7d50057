// Limits the invitations per day for each workspace, inviter and address, because each invitation may send an email.
import { refuseTooMany } from '../errors.ts'
import { later } from '../lib/clock.ts'
import type { Seal } from '../lib/seal.ts'
import { emailKey } from '../lib/text/email-address.ts'
import { DAY, mailLimits } from '../limits.ts'
import type { Transaction } from '../store/database.ts'
import { countAttempts } from '../store/members/limited-attempts.ts'
import type { Actor } from './sessions.ts'

const PURPOSE = 'invitations'

/** Counts an invitation in the caller's transaction. Throws rate_limited. */
export async function countInvitation(
  tx: Transaction,
  seal: Seal,
  now: Date,
  { workspaceId, actor, email }: { workspaceId: number; actor: Actor; email: string },
): Promise<void> {
  const limits = [
    { limited: `workspace/${workspaceId}`, most: mailLimits.invitationsOfWorkspace, what: 'from this workspace' },
    { limited: `${actor.kind}/${actor.id}`, most: mailLimits.invitationsOfInviter, what: 'from you' },
    { limited: `address/${emailKey(email)}`, most: mailLimits.invitationsToAddress, what: `to ${email}` },
  ].map(({ limited, ...limit }) => ({ ...limit, key: seal.mac(limited, PURPOSE) }))
  const keys = limits.map(({ key }) => ({ key, endsAt: later(now, DAY), memberId: null, address: null }))
  for (const { key, count, ends_at } of await countAttempts(tx, now, keys)) {
    const over = limits.find((limit) => limit.key.equals(key) && count > limit.most)
    if (over)
      refuseTooMany(`Too many invitations ${over.what}`, {
        retryAfter: Math.max(1, Math.ceil((ends_at.getTime() - now.getTime()) / 1000)),
        limit: over.most,
      })
  }
}
