// Shown in place of the charts if their code could not be loaded, for example after an upgrade of the service.
import { Text } from '@mantine/core'
import { useTexts } from '../../../texts/texts.tsx'

export default function ChartsFailed() {
  const { figures } = useTexts()
  return (
    <Text size="sm" c="dimmed" role="status">
      {figures.chartsFailed}
    </Text>
  )
}
