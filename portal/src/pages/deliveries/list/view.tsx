// The choice of the columns and of the density of the list. The browser stores it.
import { Button, Checkbox, Popover, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useState } from 'react'
import { readStored, store } from '../../../state/stored.ts'
import { useTexts } from '../../../texts/texts.tsx'
import { type ColumnName, columnNames, defaultColumns } from './columns.tsx'

export interface ListView {
  shown: ColumnName[]
  isCompact: boolean
  setShown: (names: string[]) => void
  setCompact: (isCompact: boolean) => void
}

export function useListView(): ListView {
  const [shown, setShown] = useState(() => columnsIn((readStored('deliveryColumns') ?? '').split(',')))
  const [isCompact, setCompact] = useState(() => readStored('deliveryDensity') === 'compact')
  return {
    shown,
    isCompact,
    setShown(names) {
      const next = columnsIn(names)
      setShown(next)
      store('deliveryColumns', next.join(','))
    },
    setCompact(next) {
      setCompact(next)
      store('deliveryDensity', next ? 'compact' : 'comfortable')
    },
  }
}

/** Returns the known columns among the names, in the order of the table. Without a known column, returns the default. */
function columnsIn(names: string[]): ColumnName[] {
  const known = columnNames.filter((name) => names.includes(name))
  return known.length === 0 ? defaultColumns : known
}

export function ViewButton({ shown, isCompact, setShown, setCompact }: ListView) {
  const { deliveries } = useTexts()
  return (
    <Popover position="bottom-end" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          visibleFrom="md"
          leftSection={<IconAdjustmentsHorizontal size={14} aria-hidden />}
        >
          {deliveries.view}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={deliveries.view}>
        <Stack gap="sm">
          <SegmentedControl
            size="xs"
            aria-label={deliveries.density}
            value={isCompact ? 'compact' : 'comfortable'}
            onChange={(value) => setCompact(value === 'compact')}
            data={[
              { value: 'comfortable', label: deliveries.comfortable },
              { value: 'compact', label: deliveries.compact },
            ]}
          />
          <Checkbox.Group
            label={
              <Text span size="xs" fw={560}>
                {deliveries.columnsTitle}
              </Text>
            }
            value={shown}
            onChange={setShown}
          >
            <Stack gap={6} mt={6}>
              {columnNames.map((name) => (
                <Checkbox
                  key={name}
                  size="xs"
                  value={name}
                  label={deliveries.columns[name]}
                  disabled={shown.length === 1 && shown[0] === name}
                />
              ))}
            </Stack>
          </Checkbox.Group>
          <Button size="xs" variant="subtle" color="gray" onClick={() => setShown(defaultColumns)}>
            {deliveries.resetColumns}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
