// The step of an import that maps the columns of the file to the fields of recipients.
import { Alert, Box, Select, Stack, Table, Text } from '@mantine/core'
import type { ImportPreview } from '../../../../../sdk/src/api.ts'
import { useAddresses, useAddressWords } from '../../../parts/addresses.ts'
import { useTexts } from '../../../texts/texts.tsx'
import { metadataOf, problemOfMapping, SKIPPED } from './mapping.ts'

interface ColumnMappingProps {
  preview: ImportPreview
  /** The chosen field of each column. */
  mapping: string[]
  onChange: (mapping: string[]) => void
}

export function ColumnMapping({ preview, mapping, onChange }: ColumnMappingProps) {
  const { imports } = useTexts()
  const unknown = preview.columns.filter(({ column }) => column === null).map(({ title }) => title || imports.untitled)
  const problem = problemOfMapping(preview, mapping)
  return (
    <Stack gap="sm">
      <div>
        <Text size="sm" fw={560}>
          {imports.mapping}
        </Text>
        <Text size="xs" c="dimmed">
          {imports.mappingHint}
        </Text>
      </div>
      {unknown.length > 0 && (
        <Alert variant="light" color="blue" title={imports.unknownColumns(unknown.length)}>
          <Text size="sm" className="wrap-anywhere">
            {imports.unknownText(unknown.join(', '))}
          </Text>
        </Alert>
      )}
      <div className="framed">
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{imports.columnOfFile}</Table.Th>
              <Table.Th visibleFrom="xs">{imports.firstValues}</Table.Th>
              <Table.Th visibleFrom="xs">{imports.field}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {preview.columns.map((column, at) => (
              <MappedColumn
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a file never change places
                key={at}
                column={column}
                preview={preview}
                value={mapping[at] ?? SKIPPED}
                isRepeated={problem?.repeated.has(mapping[at] ?? SKIPPED) ?? false}
                onChange={(field) => onChange(mapping.map((before, place) => (place === at ? field : before)))}
              />
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {problem?.needsIdentifier && (
        <Text size="sm" c="red" role="alert">
          {imports.needsIdentifier}
        </Text>
      )}
    </Stack>
  )
}

interface MappedColumnProps {
  column: ImportPreview['columns'][number]
  preview: ImportPreview
  value: string
  isRepeated: boolean
  onChange: (field: string) => void
}

function MappedColumn({ column: { title, samples }, preview, value, isRepeated, onChange }: MappedColumnProps) {
  const { imports } = useTexts()
  const fieldLabel = useFieldLabel()
  const metadata = metadataOf(title)
  const own = value.startsWith('metadata.') && value !== metadata ? [value] : []
  const preference = value.startsWith('preferences.') ? [value] : []
  const shown = title || imports.untitled
  const select = (
    <Select
      size="xs"
      aria-label={imports.fieldOf(shown)}
      error={isRepeated && imports.repeated}
      searchable
      allowDeselect={false}
      value={value}
      onChange={(field) => onChange(field ?? SKIPPED)}
      data={[
        { value: SKIPPED, label: imports.skip },
        ...(metadata === undefined ? [] : [{ value: metadata, label: imports.metadata(title) }]),
        ...own.map((field) => ({ value: field, label: imports.metadata(field.slice('metadata.'.length)) })),
        ...preference.map((field) => ({ value: field, label: imports.preference(field.slice('preferences.'.length)) })),
        ...preview.names.map((name) => ({ value: name, label: fieldLabel(name) })),
      ]}
    />
  )
  return (
    <Table.Tr>
      <Table.Td className="wrap-anywhere">
        <Text size="sm" fw={560}>
          {shown}
        </Text>
        <Text size="xs" c="dimmed" hiddenFrom="xs">
          {samples.filter(Boolean).join(', ')}
        </Text>
        <Box mt={6} hiddenFrom="xs">
          {select}
        </Box>
      </Table.Td>
      <Table.Td visibleFrom="xs" className="wrap-anywhere">
        <Text size="xs" c="dimmed" lineClamp={2}>
          {samples.filter(Boolean).join(', ')}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="xs" miw={200}>
        {select}
      </Table.Td>
    </Table.Tr>
  )
}

/** Returns a function that names a field of recipients. */
function useFieldLabel(): (field: string) => string {
  const { imports } = useTexts()
  const addresses = useAddresses().data ?? []
  const { label } = useAddressWords()
  const names: Record<string, string> = imports.fields
  return (field) => {
    const address = addresses.find((one) => one.field === field)
    return names[field] ?? (address === undefined ? field : label(address))
  }
}
