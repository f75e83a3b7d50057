// The rows of the list of recipients: selection, name, addresses and tags.
import { Badge, Box, Checkbox, Group, Table, Text, UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { StoredRecipient } from '../../../../sdk/src/api.ts'
import { channelsOf, textIn, useAddresses } from '../../parts/addresses.ts'
import { ChannelIcons } from '../../parts/delivery-words.tsx'
import type { Selection } from '../../parts/lists/selection.ts'
import { Time } from '../../parts/time.tsx'
import { useMay, usePathTo } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'
import './recipients.css'

const MOST_TAGS = 4

interface RecipientRowsProps {
  rows: StoredRecipient[]
  selection: Selection
  onTag: (tag: string) => void
}

export function RecipientRows({ rows, selection, onTag }: RecipientRowsProps) {
  const { common, recipients } = useTexts()
  const may = useMay()
  const ids = rows.map(({ id }) => id)
  const selectedHere = ids.filter((id) => selection.has(id)).length
  return (
    <div className="framed">
      <Table aria-label={recipients.list}>
        <Table.Thead>
          <Table.Tr>
            {may.change && (
              <Table.Th w={44}>
                <Checkbox
                  size="xs"
                  aria-label={recipients.bulk.selectShown}
                  checked={selectedHere === ids.length}
                  indeterminate={selectedHere > 0 && selectedHere < ids.length}
                  onChange={() => selection.setAll(selectedHere === ids.length ? [] : ids)}
                />
              </Table.Th>
            )}
            <Table.Th>{common.name}</Table.Th>
            <Table.Th visibleFrom="md">{recipients.channels}</Table.Th>
            <Table.Th visibleFrom="sm">{recipients.tags}</Table.Th>
            <Table.Th visibleFrom="md">{recipients.since}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <RecipientRow key={row.id} row={row} selection={selection} onTag={onTag} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

type RecipientRowProps = Omit<RecipientRowsProps, 'rows'> & { row: StoredRecipient }

function RecipientRow({ row, selection, onTag }: RecipientRowProps) {
  const { recipients } = useTexts()
  const may = useMay()
  const addresses = useAddresses().data ?? []
  const channels = <ChannelIcons names={channelsOf(row, addresses)} />
  const tags = row.tags.length > 0 && <Tags tags={row.tags} onTag={onTag} />
  return (
    <Table.Tr className="recipient-row">
      {may.change && (
        <Table.Td>
          <Checkbox
            size="xs"
            aria-label={recipients.bulk.select(row.name)}
            checked={selection.has(row.id)}
            onChange={() => selection.toggle(row.id)}
          />
        </Table.Td>
      )}
      <Table.Td className="wrap-anywhere">
        <RecipientName row={row} address={addresses.map(({ field }) => textIn(row, field)).find(Boolean)} />
        <Group gap="xs" mt={4} hiddenFrom="md">
          {channels}
          {tags && <Box hiddenFrom="sm">{tags}</Box>}
        </Group>
      </Table.Td>
      <Table.Td visibleFrom="md">{channels}</Table.Td>
      <Table.Td visibleFrom="sm">{tags}</Table.Td>
      <Table.Td visibleFrom="md">
        <Text span size="xs" c="dimmed">
          <Time at={row.created_at} />
        </Text>
      </Table.Td>
    </Table.Tr>
  )
}

function Tags({ tags, onTag }: { tags: string[]; onTag: (tag: string) => void }) {
  const { recipients } = useTexts()
  return (
    <Group gap={4}>
      {tags.slice(0, MOST_TAGS).map((tag) => (
        <UnstyledButton
          key={tag}
          className="recipient-tag"
          onClick={() => onTag(tag)}
          aria-label={recipients.onlyTag(tag)}
        >
          <Badge color="gray" title={tag}>
            {tag}
          </Badge>
        </UnstyledButton>
      ))}
      {tags.length > MOST_TAGS && (
        <Text span size="xs" c="dimmed" title={tags.slice(MOST_TAGS).join(', ')}>
          +{tags.length - MOST_TAGS}
        </Text>
      )}
    </Group>
  )
}

function RecipientName({ row, address }: { row: StoredRecipient; address: string | undefined }) {
  const pathTo = usePathTo()
  return (
    <Link to={pathTo(`recipients/${row.id}`)} className="recipient-who">
      <Text span size="sm" fw={540} display="block">
        {row.name}
      </Text>
      {address !== undefined && address !== row.name && (
        <Text span size="xs" c="dimmed" display="block">
          {address}
        </Text>
      )}
    </Link>
  )
}
