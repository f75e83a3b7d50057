// Exports of the audit log, the members of a workspace and all accounts, as CSV or JSON lines.
import { type RowFileFormat, rowFile } from '../lib/row-files.ts'
import { records } from '../limits.ts'
import type { Connection } from '../store/database.ts'
import type { AuditFilter } from '../store/members/audit-log.ts'
import type { AccountListFilter } from '../store/members/members.ts'
import type { MembershipFilter } from '../store/members/memberships.ts'
import { accountsOf } from './accounts.ts'
import { auditLogOf } from './audit.ts'
import { membersOf } from './memberships.ts'

type AuditLine = Awaited<ReturnType<typeof auditLogOf>>['rows'][number]
type Member = Awaited<ReturnType<typeof membersOf>>[number]
type Account = Awaited<ReturnType<typeof accountsOf>>[number]

const yesOrNo = (value: boolean) => (value ? 'yes' : 'no')
const json = (value: object | null) => (value === null ? '' : JSON.stringify(value))

/** Returns the lines that match the filter, newest first. */
export function auditLogFile(
  c: Connection,
  format: RowFileFormat,
  filter: Omit<AuditFilter, 'before' | 'limit'>,
): AsyncIterable<string> {
  let before: number = Number.MAX_SAFE_INTEGER
  return rowFile<AuditLine>({
    format,
    columns: {
      id: ({ id }) => id,
      at: ({ at }) => at,
      workspace_id: ({ workspace_id }) => workspace_id,
      actor: ({ actor }) => actor.name,
      actor_kind: ({ actor }) => actor.kind,
      address: ({ address }) => address,
      action: ({ action }) => action,
      says: ({ says }) => says,
      object_kind: ({ object }) => object?.kind ?? null,
      object_id: ({ object }) => object?.id ?? null,
      object_name: ({ object }) => object?.name ?? null,
      before: (line) => json(line.before),
      change: ({ change }) => json(change),
      outcome: ({ outcome }) => outcome,
    },
    // A scan may end before it finds a matching line, although an older line matches. The next scan then continues at
    // the line that the scan reached.
    read: async () => {
      for (;;) {
        const { rows, reached } = await auditLogOf(c, { ...filter, before, limit: records.page })
        const last = rows.at(-1)
        const next = rows.length >= records.page ? last?.id : (reached?.id ?? 0)
        const isEnd = before <= 1 || next === undefined
        before = next ?? 0
        if (rows.length > 0 || isEnd) return rows
      }
    },
  })
}

/** Returns the members of a workspace in the order of their ids. */
export function membersFile(
  c: Connection,
  format: RowFileFormat,
  workspaceId: number,
  filter: Omit<MembershipFilter, 'after' | 'limit'>,
): AsyncIterable<string> {
  return rowFile<Member>({
    format,
    columns: {
      id: ({ id }) => id,
      name: ({ name }) => name,
      email: ({ email }) => email,
      role: ({ role }) => role,
      operator: ({ operator }) => yesOrNo(operator),
      second_factor: ({ second_factor }) => yesOrNo(second_factor),
      joined_at: ({ joined_at }) => joined_at,
      last_seen_at: ({ last_seen_at }) => last_seen_at,
    },
    read: (last) => membersOf(c, workspaceId, { ...filter, after: last?.id ?? 0, limit: records.page }),
  })
}

/** Returns all accounts of the installation, newest first. */
export function accountsFile(
  c: Connection,
  format: RowFileFormat,
  filter: Omit<AccountListFilter, 'before' | 'limit'>,
): AsyncIterable<string> {
  return rowFile<Account>({
    format,
    columns: {
      id: ({ id }) => id,
      name: ({ name }) => name,
      email: ({ email }) => email,
      operator: ({ operator }) => yesOrNo(operator),
      second_factor: ({ second_factor }) => yesOrNo(second_factor),
      workspaces: ({ workspaces }) => workspaces.map(({ name, role }) => `${name} (${role})`).join(', '),
      created_at: ({ created_at }) => created_at,
      last_seen_at: ({ last_seen_at }) => last_seen_at,
    },
    read: (last) => accountsOf(c, { ...filter, before: last?.id ?? Number.MAX_SAFE_INTEGER, limit: records.page }),
  })
}
