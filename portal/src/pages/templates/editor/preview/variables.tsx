// The sample values of the variables, for the preview and for test messages.
import { Box, Code, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useTexts } from '../../../../texts/texts.tsx'

interface VariablesProps {
  names: string[]
  samples: Record<string, string>
  onChange: (samples: Record<string, string>) => void
}

export function Variables({ names, samples, onChange }: VariablesProps) {
  const { templates } = useTexts()
  return (
    <Box component="section" aria-label={templates.variables}>
      <Text fw={600} size="sm">
        {templates.variables}
      </Text>
      <Text size="xs" c="dimmed" mb="xs">
        {names.length === 0 ? (
          <>
            {templates.noVariables} <Code>{'{{name}}'}</Code>
          </>
        ) : (
          templates.variablesHint
        )}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
        {names.map((name) => (
          <TextInput
            key={name}
            size="xs"
            label={name}
            value={samples[name] ?? ''}
            placeholder={`{{${name}}}`}
            onChange={(event) => onChange({ ...samples, [name]: event.currentTarget.value })}
          />
        ))}
      </SimpleGrid>
    </Box>
  )
}
