// The card of the second factor on the page “Your account”.
import { Badge, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { SecondFactor } from '../../../../../sdk/src/api.ts'
import { useRead } from '../../../api/queries.ts'
import { QueryResult } from '../../../parts/states.tsx'
import { Moment } from '../../../parts/time.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import { RenewDialog, TurnOffDialog } from './code-dialog.tsx'
import { SetUpDialog } from './set-up-dialog.tsx'

/** With this number of recovery codes or fewer, the card suggests new codes. */
const FEW_CODES = 3

type DialogName = 'set-up' | 'renew' | 'turn-off'

export function SecondFactorCard() {
  const { secondFactor } = useTexts()
  const factor = useRead('readSecondFactor', {})
  const [dialog, setDialog] = useState<DialogName>()
  const close = () => setDialog(undefined)
  return (
    <Card>
      <Group gap="xs">
        <Title order={2}>{secondFactor.title}</Title>
        {factor.data && (
          <Badge color={factor.data.enabled ? 'green' : 'gray'}>
            {factor.data.enabled ? secondFactor.on : secondFactor.off}
          </Badge>
        )}
      </Group>
      <Text size="sm" c="dimmed" mb="md">
        {secondFactor.text}
      </Text>
      <QueryResult query={factor} lines={2}>
        {(data) => <State factor={data} open={setDialog} />}
      </QueryResult>
      <SetUpDialog opened={dialog === 'set-up'} onClose={close} />
      <RenewDialog opened={dialog === 'renew'} onClose={close} />
      <TurnOffDialog opened={dialog === 'turn-off'} onClose={close} />
    </Card>
  )
}

function State({ factor, open }: { factor: SecondFactor; open: (dialog: DialogName) => void }) {
  const { secondFactor } = useTexts()
  if (!factor.enabled)
    return (
      <Group>
        <Button onClick={() => open('set-up')}>{secondFactor.setUp}</Button>
      </Group>
    )
  return (
    <Stack gap="sm" align="flex-start">
      <Text size="sm">
        {secondFactor.codesLeft(factor.recovery_codes)}
        {factor.since !== null && (
          <>
            {' · '}
            {secondFactor.since} <Moment at={factor.since} />
          </>
        )}
      </Text>
      {factor.recovery_codes <= FEW_CODES && (
        <Text size="sm" c="var(--mantine-color-yellow-light-color)">
          {secondFactor.fewCodes}
        </Text>
      )}
      <Group gap="xs">
        <Button variant="default" onClick={() => open('renew')}>
          {secondFactor.renew}
        </Button>
        <Button variant="subtle" color="red" onClick={() => open('turn-off')}>
          {secondFactor.turnOff}
        </Button>
      </Group>
    </Stack>
  )
}
