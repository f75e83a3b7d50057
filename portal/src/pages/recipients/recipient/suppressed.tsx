// The suppressions of a recipient's addresses, with their origin and a button that lifts them.
import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconMailOff } from '@tabler/icons-react'
import { useState } from 'react'
import type { StoredRecipient, Suppression } from '../../../../../sdk/src/api.ts'
import { useRead } from '../../../api/queries.ts'
import { textIn, useAddresses } from '../../../parts/addresses.ts'
import { useChannel, useChannelTitle } from '../../../parts/channels.ts'
import type { ChannelName } from '../../../parts/delivery-words.tsx'
import { ProblemNotice } from '../../../parts/states.tsx'
import { Time } from '../../../parts/time.tsx'
import { useWorkspace } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import { LiftSuppression, useMayLift } from '../../suppressions/lift-suppression.tsx'
import { SuppressionOrigin } from '../../suppressions/rows.tsx'

export function Suppressed({ recipient }: { recipient: StoredRecipient }) {
  const texts = (useAddresses().data ?? []).filter(({ list }) => !list)
  return texts.map(({ field, channel }) => {
    const address = textIn(recipient, field)
    return address && <OfAddress key={field} channel={channel} address={address} mode={recipient.mode} />
  })
}

function OfAddress({ channel, address, mode }: { channel: string; address: string; mode: 'live' | 'test' }) {
  const { suppressions } = useTexts()
  const { id: ws } = useWorkspace()
  const query = useRead('listSuppressions', { path: { ws }, query: { mode, channel: channel as ChannelName, address } })
  if (query.error && query.data === undefined)
    return <ProblemNotice error={query.error} onRetry={() => void query.refetch()} title={suppressions.loadFailed} />
  return (query.data?.data ?? []).map((row) => <Entry key={row.id} of={row} />)
}

function Entry({ of }: { of: Suppression }) {
  const { suppressions, serverText } = useTexts()
  const mayLift = useMayLift()
  const titleOf = useChannelTitle(of.channel)
  const blocks = useChannel(of.channel)?.opt_outs
  const [lifting, setLifting] = useState(false)
  const isMarketing = of.reason === 'unsubscribed' && blocks === 'advertising'
  return (
    <Alert
      color="yellow"
      variant="light"
      icon={<IconMailOff aria-hidden />}
      title={`${suppressions.reasons[of.reason]}: ${titleOf(of.channel)}`}
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm" className="wrap-anywhere">
          {of.address}, <Time at={of.at} /> · <SuppressionOrigin of={of} />
        </Text>
        <Text size="sm" className="wrap-anywhere">
          {isMarketing ? suppressions.effects.advertising : suppressions.effects[of.reason]}{' '}
          {of.note ?? serverText(of.detail ?? '')}
        </Text>
        {mayLift(of) && (
          <Button size="xs" variant="default" onClick={() => setLifting(true)}>
            {suppressions.lift}
          </Button>
        )}
        <LiftSuppression of={lifting ? of : undefined} onClose={() => setLifting(false)} />
      </Stack>
    </Alert>
  )
}
