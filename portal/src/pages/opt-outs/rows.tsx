// The rows of the list of opt-outs: address, channel, origin, and the button that removes the opt-out.
import { Anchor, Button, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { OptOut } from '../../../../sdk/src/api.ts'
import { Channel } from '../../parts/delivery-words.tsx'
import { Rows } from '../../parts/lists/table.tsx'
import { ProblemNotice } from '../../parts/states.tsx'
import { Time } from '../../parts/time.tsx'
import { useMay, usePathTo } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { useRemoveOptOut } from './remove-opt-out.ts'

export function OptOutRows({ rows }: { rows: OptOut[] }) {
  const { common, optOuts } = useTexts()
  const may = useMay()
  const { removeOptOut, error, removing } = useRemoveOptOut()
  return (
    <Stack gap="sm">
      {error && <ProblemNotice error={error} />}
      <Rows
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          {
            title: optOuts.address,
            cell: ({ address }) => (
              <Text size="sm" fw={540}>
                {address}
              </Text>
            ),
          },
          { title: optOuts.channel, from: 'sm', cell: ({ channel }) => <Channel name={channel} /> },
          { title: optOuts.origin, from: 'sm', cell: (row) => <OptOutOrigin of={row} /> },
          { title: optOuts.at, from: 'xs', quiet: true, cell: ({ at }) => <Time at={at} /> },
          {
            title: common.actions,
            untitled: true,
            right: true,
            cell: (row) =>
              may.change && (
                <Button
                  size="compact-sm"
                  variant="subtle"
                  onClick={() => void removeOptOut(row)}
                  loading={removing === row.id}
                  aria-label={`${optOuts.remove}: ${row.address}`}
                >
                  {optOuts.remove}
                </Button>
              ),
          },
        ]}
      />
    </Stack>
  )
}

/** The origin of an opt-out: a link in a message, manual entry, or a report of the provider. */
export function OptOutOrigin({ of }: { of: OptOut }) {
  const { optOuts } = useTexts()
  const pathTo = usePathTo()
  if (of.channel === 'whatsapp') return optOuts.inWhatsapp
  if (of.delivery_id === null) return of.channel === 'email' ? optOuts.manual : optOuts.manualOrProvider
  return (
    <Anchor component={Link} to={pathTo(`deliveries/${of.delivery_id}`)} size="sm" fz="inherit" underline="always">
      {optOuts.byLink(of.delivery_id)}
    </Anchor>
  )
}
