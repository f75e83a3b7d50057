// The rows of the list of suppressions: address, channel, reason, origin, and the button that lifts the suppression.
import { Anchor, Box, Button, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Suppression } from '../../../../sdk/src/api.ts'
import { Channel } from '../../parts/delivery-words.tsx'
import { Rows } from '../../parts/lists/table.tsx'
import { Time } from '../../parts/time.tsx'
import { usePathTo } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { LiftSuppression, useMayLift } from './lift-suppression.tsx'
import './suppressions.css'

export function SuppressionRows({ rows }: { rows: Suppression[] }) {
  const { common, suppressions, serverText } = useTexts()
  const mayLift = useMayLift()
  const [lifting, setLifting] = useState<Suppression>()
  return (
    <>
      <Rows
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          {
            title: suppressions.address,
            cell: (row) => (
              <Stack gap={2} miw={{ sm: '28ch' }}>
                <Text size="sm" fw={540} className="wrap-anywhere">
                  {row.address}
                </Text>
                {(row.note ?? row.detail) && (
                  <Text size="xs" c="dimmed" className="wrap-anywhere" lineClamp={2}>
                    {row.note ?? serverText(row.detail ?? '')}
                  </Text>
                )}
                <NarrowFacts of={row} />
              </Stack>
            ),
          },
          {
            title: suppressions.channel,
            from: 'lg',
            elsewhere: true,
            cell: ({ channel }) => <Channel name={channel} />,
          },
          {
            title: suppressions.reason,
            from: 'sm',
            elsewhere: true,
            cell: ({ reason }) => <span className="whole-words">{suppressions.reasons[reason]}</span>,
          },
          { title: suppressions.origin, from: 'lg', elsewhere: true, cell: (row) => <SuppressionOrigin of={row} /> },
          { title: suppressions.at, from: 'lg', elsewhere: true, quiet: true, cell: ({ at }) => <Time at={at} /> },
          {
            title: common.actions,
            untitled: true,
            right: true,
            cell: (row) =>
              mayLift(row) && (
                <Button
                  size="compact-sm"
                  variant="subtle"
                  onClick={() => setLifting(row)}
                  aria-label={`${suppressions.lift}: ${row.address}`}
                >
                  {suppressions.liftShort}
                </Button>
              ),
          },
        ]}
      />
      <LiftSuppression of={lifting} onClose={() => setLifting(undefined)} />
    </>
  )
}

/** The facts of a suppression that have no column on narrow screens. */
function NarrowFacts({ of }: { of: Suppression }) {
  const { suppressions } = useTexts()
  return (
    <Group className="suppression-facts" hiddenFrom="lg" gap={0} c="dimmed" fz="xs">
      <div>
        <Channel name={of.channel} />
      </div>
      <Box component="span" hiddenFrom="sm">
        {suppressions.reasons[of.reason]}
      </Box>
      <SuppressionOrigin of={of} />
      <Time at={of.at} />
    </Group>
  )
}

/** The origin of a suppression, with a link to the message that caused it. */
export function SuppressionOrigin({ of: { origin, delivery_id: id } }: { of: Suppression }) {
  const { suppressions } = useTexts()
  const pathTo = usePathTo()
  const title = suppressions.origins[origin]
  if (id === null) return <span className="whole-words">{title}</span>
  return (
    <Anchor
      component={Link}
      to={pathTo(`deliveries/${id}`)}
      size="sm"
      fz="inherit"
      underline="always"
      className="whole-words"
    >
      {suppressions.inDelivery(title, id)}
    </Anchor>
  )
}
