// Of a person's addresses those that want no more messages: since when, how, and the way back.
import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconMailOff } from '@tabler/icons-react'
import type { StoredRecipient } from '../../../../../sdk/src/api.ts'
import { useRead } from '../../../api/queries.ts'
import { textIn, useAddresses } from '../../../parts/addresses.ts'
import { ProblemNotice } from '../../../parts/states.tsx'
import { Time } from '../../../parts/time.tsx'
import { useMay, useWorkspace } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import { channelOf, useLift } from '../../opt-outs/lift.ts'
import { How } from '../../opt-outs/rows.tsx'

export function OptedOut({ recipient }: { recipient: StoredRecipient }) {
  const guarded = (useAddresses().data ?? []).filter((address) => address.takes_opt_outs)
  return guarded.map(({ field }) => {
    const address = textIn(recipient, field)
    return address && <OfAddress key={address} address={address} mode={recipient.mode} />
  })
}

function OfAddress({ address, mode }: { address: string; mode: 'live' | 'test' }) {
  const { optOuts } = useTexts()
  const { id: ws } = useWorkspace()
  const may = useMay()
  const query = useRead('listOptOuts', { path: { ws }, query: { mode, address } })
  const { lift, error, lifting } = useLift()
  const row = query.data?.data[0]
  if (query.error && query.data === undefined)
    return <ProblemNotice error={query.error} onRetry={() => void query.refetch()} title={optOuts.notRead} />
  if (row === undefined) return null
  const isEmail = channelOf(row) === 'email'
  return (
    <Alert
      color="yellow"
      variant="light"
      icon={<IconMailOff aria-hidden />}
      title={isEmail ? optOuts.optedOut : optOuts.optedOutOfAdvertising}
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm" className="wrap-anywhere">
          {address}, <Time at={row.at} /> · <How of={row} />
        </Text>
        <Text size="sm">{isEmail ? optOuts.essentialOnly : optOuts.noAdvertising}</Text>
        {error && <ProblemNotice error={error} />}
        {may.change && (
          <Button size="xs" variant="default" onClick={() => void lift(row)} loading={lifting !== undefined}>
            {optOuts.lift}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}
