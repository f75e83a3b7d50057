// The rows of the list of recipients: name, addresses and tags.
import { Badge, Group, Text, UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { StoredRecipient } from '../../../../sdk/src/api.ts'
import { channelsOf, textIn, useAddresses } from '../../parts/addresses.ts'
import { ChannelIcons } from '../../parts/delivery-words.tsx'
import { Time } from '../../parts/time.tsx'
import { usePathTo } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'
import './recipients.css'

const MOST_TAGS = 4

export function RecipientRows({ rows, onTag }: { rows: StoredRecipient[]; onTag: (tag: string) => void }) {
  const { recipients } = useTexts()
  const addresses = useAddresses().data ?? []
  return (
    <ul className="framed recipient-rows" aria-label={recipients.list}>
      {rows.map((row) => (
        <li key={row.id} className="recipient-row">
          <RecipientName row={row} address={addresses.map(({ field }) => textIn(row, field)).find(Boolean)} />
          <span className="recipient-channels">
            <ChannelIcons names={channelsOf(row, addresses)} />
          </span>
          <Group gap={4} className="recipient-tags">
            {row.tags.slice(0, MOST_TAGS).map((tag) => (
              <UnstyledButton key={tag} onClick={() => onTag(tag)} aria-label={recipients.onlyTag(tag)}>
                <Badge color="gray" maw={140}>
                  {tag}
                </Badge>
              </UnstyledButton>
            ))}
            {row.tags.length > MOST_TAGS && (
              <Text span size="xs" c="dimmed">
                +{row.tags.length - MOST_TAGS}
              </Text>
            )}
          </Group>
          <Text span size="xs" c="dimmed" className="recipient-time">
            <Time at={row.created_at} />
          </Text>
        </li>
      ))}
    </ul>
  )
}

function RecipientName({ row, address }: { row: StoredRecipient; address: string | undefined }) {
  const pathTo = usePathTo()
  return (
    <Link to={pathTo(`recipients/${row.id}`)} className="recipient-who">
      <Text span size="sm" fw={540} truncate display="block">
        {row.name}
      </Text>
      {address !== undefined && address !== row.name && (
        <Text span size="xs" c="dimmed" truncate display="block">
          {address}
        </Text>
      )}
    </Link>
  )
}
