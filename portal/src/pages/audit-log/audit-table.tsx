// The entries of the audit log as a dense table. The details of an entry open below its row.
import { ActionIcon, Badge, Group, Table, Text } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { Fragment, useState } from 'react'
import type { ListRow } from '../../api/queries.ts'
import { useActorName } from '../../parts/actor-name.ts'
import { CodeBlock } from '../../parts/copy.tsx'
import { Clock } from '../../parts/time.tsx'
import { useTexts } from '../../texts/texts.tsx'

type AuditEntry = ListRow<'readAuditLog'>

const COLUMNS = 5

export function AuditTable({ rows }: { rows: AuditEntry[] }) {
  const { audit } = useTexts()
  return (
    <div className="framed">
      <Table verticalSpacing={7}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={40}>
              <span className="unseen">{audit.details}</span>
            </Table.Th>
            <Table.Th w={185} visibleFrom="sm">
              {audit.time}
            </Table.Th>
            <Table.Th>{audit.actionColumn}</Table.Th>
            <Table.Th w="26%" visibleFrom="lg">
              {audit.object}
            </Table.Th>
            <Table.Th w="26%" visibleFrom="md">
              {audit.actor}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Entry key={row.id} entry={row} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

function Entry({ entry }: { entry: AuditEntry }) {
  const { audit } = useTexts()
  const [open, setOpen] = useState(false)
  const details = {
    ...(entry.before ? { before: entry.before } : {}),
    ...(entry.change ? { change: entry.change } : {}),
  }
  const hasDetails = Object.keys(details).length > 0
  return (
    <Fragment>
      <Table.Tr className="wrap-anywhere">
        <Table.Td pr={0}>{hasDetails && <DetailsButton open={open} setOpen={setOpen} entry={entry} />}</Table.Td>
        <Cells entry={entry} />
      </Table.Tr>
      {open && (
        <Table.Tr>
          <Table.Td colSpan={COLUMNS}>
            <CodeBlock code={JSON.stringify(details, undefined, 2)} label={audit.details} />
          </Table.Td>
        </Table.Tr>
      )}
    </Fragment>
  )
}

interface DetailsButtonProps {
  entry: AuditEntry
  open: boolean
  setOpen: (open: boolean) => void
}

function DetailsButton({ entry, open, setOpen }: DetailsButtonProps) {
  const { audit } = useTexts()
  const action = useActionName()(entry)
  return (
    <ActionIcon
      size="sm"
      variant="subtle"
      color="gray"
      aria-expanded={open}
      aria-label={`${open ? audit.less : audit.details}: ${action}`}
      onClick={() => setOpen(!open)}
    >
      {open ? <IconChevronDown size={16} aria-hidden /> : <IconChevronRight size={16} aria-hidden />}
    </ActionIcon>
  )
}

function Cells({ entry }: { entry: AuditEntry }) {
  const { audit } = useTexts()
  const action = useActionName()(entry)
  const actorName = useActorName()
  const objectName = useObjectName()
  const actor = entry.actor.kind === 'anonymous' ? audit.anonymous : actorName(entry.actor.name)
  // Names of members contain the email address, such as “Ada Lovelace <ada@shop.example>”.
  const [, name = actor, email] = /^(.*) <([^<>]*)>$/.exec(actor) ?? []
  const object = entry.object === null ? '' : objectName(entry.object)
  return (
    <>
      <Table.Td visibleFrom="sm" fz="sm">
        <Clock at={entry.at} />
        <Text size="xs" c="dimmed" className="numbers">
          {entry.address}
        </Text>
      </Table.Td>
      <Table.Td className="whole-words">
        <Group gap={6}>
          <Text size="sm" fw={560}>
            {action}
          </Text>
          {entry.outcome === 'unknown' && <Badge color="orange">{audit.unknown}</Badge>}
        </Group>
        <Text size="sm" c="dimmed" hiddenFrom="lg" className="wrap-anywhere">
          {object}
        </Text>
        <Text size="xs" c="dimmed" hiddenFrom="md" className="wrap-anywhere">
          {actor}
        </Text>
        <Text size="xs" c="dimmed" component="div" hiddenFrom="sm" className="wrap-anywhere">
          <Clock at={entry.at} />
          {entry.address !== null && ` · ${entry.address}`}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="lg" fz="sm">
        {object}
      </Table.Td>
      <Table.Td visibleFrom="md" fz="sm">
        {name}
        <Text size="xs" c="dimmed">
          {email}
        </Text>
      </Table.Td>
    </>
  )
}

/** Returns a function that describes the action of an entry. */
function useActionName(): (entry: AuditEntry) => string {
  const { audit } = useTexts()
  const actions: Record<string, string> = audit.actions
  return (entry) => {
    const failures = failuresOf(entry)
    return failures === undefined ? (actions[entry.action] ?? entry.says) : audit.failedSignIns(failures)
  }
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

/** Returns the number of failed sign-ins in an entry, or undefined for other entries. */
function failuresOf({ action, change }: AuditEntry): number | undefined {
  if (action !== 'signInFailed' || change === null || !('failures' in change)) return undefined
  return Number(change.failures)
}
