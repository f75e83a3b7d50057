// The opt-outs of a recipient's addresses, with their origin and a button that removes them.
import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconMailOff } from '@tabler/icons-react'
import type { StoredRecipient } from '../../../../../sdk/src/api.ts'
import { useRead } from '../../../api/queries.ts'
import { textIn, useAddresses } from '../../../parts/addresses.ts'
import { useChannelTitle } from '../../../parts/channels.ts'
import type { ChannelName } from '../../../parts/delivery-words.tsx'
import { ProblemNotice } from '../../../parts/states.tsx'
import { Time } from '../../../parts/time.tsx'
import { useMay, useWorkspace } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import { useRemoveOptOut } from '../../opt-outs/remove-opt-out.ts'
import { OptOutOrigin } from '../../opt-outs/rows.tsx'

export function OptedOut({ recipient }: { recipient: StoredRecipient }) {
  const guarded = (useAddresses().data ?? []).filter((address) => address.takes_opt_outs)
  return guarded.map(({ field, channel }) => {
    const address = textIn(recipient, field)
    return address && <OfAddress key={address} channel={channel} address={address} mode={recipient.mode} />
  })
}

function OfAddress({ channel, address, mode }: { channel: string; address: string; mode: 'live' | 'test' }) {
  const { optOuts } = useTexts()
  const { id: ws } = useWorkspace()
  const may = useMay()
  const query = useRead('listOptOuts', { path: { ws }, query: { mode, channel: channel as ChannelName, address } })
  const { removeOptOut, error, removing } = useRemoveOptOut()
  const titleOf = useChannelTitle(channel)
  const row = query.data?.data[0]
  if (query.error && query.data === undefined)
    return <ProblemNotice error={query.error} onRetry={() => void query.refetch()} title={optOuts.loadFailed} />
  if (row === undefined) return null
  const blocksAll = row.blocks === 'all'
  const title = channel === 'email' ? optOuts.optedOut : optOuts.optedOutOf(titleOf(channel))
  return (
    <Alert
      color="yellow"
      variant="light"
      icon={<IconMailOff aria-hidden />}
      title={blocksAll ? title : optOuts.optedOutOfMarketing}
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm" className="wrap-anywhere">
          {address}, <Time at={row.at} /> · <OptOutOrigin of={row} />
        </Text>
        <Text size="sm">{blocksAll ? optOuts.essentialOnly : optOuts.noMarketing}</Text>
        {error && <ProblemNotice error={error} />}
        {may.change && (
          <Button size="xs" variant="default" onClick={() => void removeOptOut(row)} loading={removing !== undefined}>
            {optOuts.remove}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}
