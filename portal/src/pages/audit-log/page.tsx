// Audit log: changes, exports and sign-ins, newest first. Operators can also open the log of the installation.
import { Badge, Button, Card, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useState } from 'react'
import { type ListRow, usePages } from '../../api/queries.ts'
import { useActorName } from '../../parts/actor-name.ts'
import { CodeBlock } from '../../parts/copy.tsx'
import { AccountSelect, MemberSelect } from '../../parts/forms/searched-select.tsx'
import { useFilters } from '../../parts/lists/filters.ts'
import { OneOf } from '../../parts/lists/one-of.tsx'
import { PlainList } from '../../parts/lists/plain-list.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { Empty, ShownPages } from '../../parts/states.tsx'
import { Time } from '../../parts/time.tsx'
import { useSession } from '../../session/session.ts'
import { useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'

type AuditEntry = ListRow<'readAuditLog'>

export default function AuditLogPage() {
  const { audit, common } = useTexts()
  const { id: ws } = useWorkspace()
  const { actor } = useSession()
  const [{ member, object, scope }, setFilters] = useFilters('member', 'object', 'scope')
  const isWhole = actor.operator && scope === 'installation'
  const memberId = Number(member) > 0 ? Number(member) : undefined
  const query = { ...(memberId === undefined ? {} : { member: memberId }), ...(object ? { object } : {}) }
  const ofWorkspace = usePages('readAuditLog', { path: { ws }, query }, { enabled: !isWhole })
  const ofInstallation = usePages('readWholeAuditLog', { query }, { enabled: isWhole })
  const pages = isWhole ? ofInstallation : ofWorkspace
  const Person = isWhole ? AccountSelect : MemberSelect
  const kinds = Object.entries(audit.objects).map(([value, label]) => ({ value, label }))
  return (
    <PageFrame title={audit.title} text={isWhole ? audit.wholeText : audit.text}>
      <Stack gap="md">
        {actor.operator && (
          <SegmentedControl
            size="xs"
            style={{ alignSelf: 'flex-start' }}
            aria-label={audit.scope}
            value={isWhole ? 'installation' : 'workspace'}
            onChange={(chosen) => setFilters({ scope: chosen === 'installation' ? chosen : '' })}
            data={[
              { value: 'workspace', label: audit.thisWorkspace },
              { value: 'installation', label: audit.installation },
            ]}
          />
        )}
        <Group gap="sm">
          <Person
            label={audit.actor}
            any={common.all}
            value={memberId === undefined ? '' : String(memberId)}
            chosenName={memberId === undefined ? undefined : pages.rows[0]?.actor.name}
            onChange={(chosen) => setFilters({ member: chosen ?? '' })}
            w={{ base: 'calc(50% - 6px)', xs: 220 }}
          />
          <OneOf
            label={audit.object}
            values={kinds}
            value={object}
            onChange={(chosen) => setFilters({ object: chosen })}
          />
        </Group>
        <ShownPages
          pages={pages}
          empty={
            <Empty icon={IconHistory} title={audit.nothing}>
              {audit.nothingText}
            </Empty>
          }
        >
          {(rows) => (
            <PlainList ordered>
              {rows.map((row) => (
                <ChangeCard key={row.id} change={row} />
              ))}
            </PlainList>
          )}
        </ShownPages>
      </Stack>
    </PageFrame>
  )
}

/** Returns a function that names an object. The id of a connection consists of the source and the channel. */
function useObjectName(): (object: NonNullable<AuditEntry['object']>) => string {
  const { audit, channels } = useTexts()
  const kinds: Record<string, string> = audit.objects
  const channelNames: Record<string, string> = channels
  return ({ kind, id, name }) => {
    if (name !== null) return name
    const [, source, channel] = (kind === 'connection' && /^(\d+)\/(\w+)$/.exec(id ?? '')) || []
    if (source !== undefined && channel !== undefined)
      return audit.connectionOf(channelNames[channel] ?? channel, source)
    return `${kinds[kind] ?? kind} ${id ?? ''}`
  }
}

function ChangeCard({ change }: { change: AuditEntry }) {
  const actorName = useActorName()
  const { audit } = useTexts()
  const objectName = useObjectName()
  const [open, setOpen] = useState(false)
  const actions: Record<string, string> = audit.actions
  const { object } = change
  const details = {
    ...(change.before ? { before: change.before } : {}),
    ...(change.change ? { change: change.change } : {}),
  }
  const hasDetails = Object.keys(details).length > 0
  return (
    <Card component="li" withBorder padding="sm">
      <Group justify="space-between" gap="xs" align="flex-start">
        <div style={{ minWidth: 0, flex: '1 1 16rem' }}>
          <Group gap="xs">
            <Text size="sm" fw={560}>
              {failuresOf(change) === undefined
                ? (actions[change.action] ?? change.says)
                : audit.failedSignIns(failuresOf(change) ?? 0)}
            </Text>
            {object && (
              <Text size="sm" className="wrap-anywhere">
                {objectName(object)}
              </Text>
            )}
            {change.outcome === 'unknown' && <Badge color="orange">{audit.unknown}</Badge>}
          </Group>
          <Text size="sm" c="dimmed" className="wrap-anywhere">
            {change.actor.kind === 'anonymous' ? audit.anonymous : actorName(change.actor.name)}
            {change.address !== null && ` · ${change.address}`} · <Time at={change.at} />
          </Text>
        </div>
        {hasDetails && (
          <Button size="compact-xs" variant="default" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? audit.less : audit.details}
          </Button>
        )}
      </Group>
      {open && (
        <div style={{ marginTop: 8 }}>
          <CodeBlock code={JSON.stringify(details, undefined, 2)} label={audit.details} />
        </div>
      )}
    </Card>
  )
}

/** Returns the number of failed sign-ins in an entry, or undefined for other entries. */
function failuresOf({ action, change }: AuditEntry): number | undefined {
  if (action !== 'signInFailed' || change === null || !('failures' in change)) return undefined
  return Number(change.failures)
}
