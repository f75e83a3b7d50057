// The sample values of the variables and of `data`, for the preview and for test messages.
import { Box, Button, Code, Group, SimpleGrid, Text, Textarea, TextInput } from '@mantine/core'
import { useTexts } from '../../../../texts/texts.tsx'
import { objectOf } from '../content/stored-content.ts'
import { digestItemsOf, EXAMPLE_ITEMS, exampleData, type Samples, type UsedNames } from '../samples.ts'

interface VariablesProps {
  names: UsedNames
  usesLiquid: boolean
  samples: Samples
  onChange: (samples: Samples) => void
}

export function Variables({ names, usesLiquid, samples, onChange }: VariablesProps) {
  const { templates } = useTexts()
  const isEmpty = names.vars.length === 0 && !usesLiquid && !names.ofDigest
  return (
    <Box component="section" aria-label={templates.variables}>
      <Text fw={600} size="sm">
        {templates.variables}
      </Text>
      <Text size="xs" c="dimmed" mb="xs">
        {isEmpty ? (
          <>
            {templates.noVariables} <Code>{'{{name}}'}</Code>
          </>
        ) : (
          templates.variablesHint
        )}
      </Text>
      <SampleFields names={names} usesLiquid={usesLiquid} samples={samples} onChange={onChange} />
    </Box>
  )
}

/** A field for each variable, and a field for `data`. */
export function SampleFields({ names, usesLiquid, samples, onChange }: VariablesProps) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
        {names.vars.map((name) => (
          <TextInput
            key={name}
            size="xs"
            label={name}
            value={samples.vars[name] ?? ''}
            placeholder={`{{${name}}}`}
            onChange={(event) => onChange({ ...samples, vars: { ...samples.vars, [name]: event.currentTarget.value } })}
          />
        ))}
      </SimpleGrid>
      {usesLiquid && (
        <DataField paths={names.data} value={samples.data} onChange={(data) => onChange({ ...samples, data })} />
      )}
      {(names.ofDigest || samples.items !== '') && (
        <ItemsField value={samples.items} onChange={(items) => onChange({ ...samples, items })} />
      )}
    </>
  )
}

function ItemsField({ value, onChange }: { value: string; onChange: (items: string) => void }) {
  const { digestSamples: texts } = useTexts()
  return (
    <Box mt="xs">
      <Textarea
        size="xs"
        label={texts.items}
        description={texts.hint}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={digestItemsOf(value) === undefined ? texts.invalid : undefined}
        autosize
        minRows={3}
        maxRows={14}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      />
      {value.trim() === '' && (
        <Group mt={6}>
          <Button size="compact-xs" variant="light" onClick={() => onChange(EXAMPLE_ITEMS)}>
            {texts.fill}
          </Button>
        </Group>
      )}
    </Box>
  )
}

interface DataFieldProps {
  paths: string[]
  value: string
  onChange: (data: string) => void
}

function DataField({ paths, value, onChange }: DataFieldProps) {
  const { emails } = useTexts()
  const isMissing = value.trim() === '' && paths.length > 0
  return (
    <Box mt="xs">
      <Textarea
        size="xs"
        label={emails.data}
        description={emails.dataHint}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={objectOf(value) === undefined ? emails.dataInvalid : undefined}
        autosize
        minRows={3}
        maxRows={14}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      />
      {isMissing && (
        <Group mt={6}>
          <Button size="compact-xs" variant="light" onClick={() => onChange(exampleData(paths))}>
            {emails.fillData}
          </Button>
        </Group>
      )}
    </Box>
  )
}
