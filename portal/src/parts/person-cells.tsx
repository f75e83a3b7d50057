// Cells of tables with people: the name with badges above the address, and the state of the second factor.
import { Badge, Group, Text, Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../texts/texts.tsx'

/** On tablets, an address of usual length fits on one line. */
const LEAST_WIDTH = 'min(14rem, 48vw)'

interface PersonProps {
  person: { name: string; email: string; operator: boolean }
  /** Further badges beside the name. */
  badges?: ReactNode
}

export function PersonCell({ person: { name, email, operator }, badges }: PersonProps) {
  const { members } = useTexts()
  return (
    <div className="wrap-anywhere" style={{ minWidth: LEAST_WIDTH }}>
      <Group gap={6}>
        <Text size="sm" fw={560}>
          {name}
        </Text>
        {badges}
        {operator && (
          <Tooltip label={members.operatorText} multiline maw={280}>
            <Badge color="grape">{members.operator}</Badge>
          </Tooltip>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {email}
      </Text>
    </div>
  )
}

export function SecondFactorBadge({ isOn }: { isOn: boolean }) {
  const { secondFactor } = useTexts()
  return <Badge color={isOn ? 'green' : 'gray'}>{isOn ? secondFactor.on : secondFactor.off}</Badge>
}
