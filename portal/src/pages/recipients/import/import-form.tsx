// The form of an import: file, mapping of its columns, mode, column to match by, and dry run.
import { Button, Card, FileInput, Group, SegmentedControl, Select, Stack, Switch, Text } from '@mantine/core'
import { IconFileTypeCsv } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import type { AddressDescription, Import } from '../../../../../sdk/src/api.ts'
import { useChange } from '../../../api/queries.ts'
import { useAddresses, useAddressWords } from '../../../parts/addresses.ts'
import { CodeBlock } from '../../../parts/copy.tsx'
import { Loading, ProblemNotice } from '../../../parts/states.tsx'
import { useWorkspace } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import { ColumnMapping } from './column-mapping.tsx'
import { useMappedFile } from './mapped-file.ts'
import { mappingText } from './mapping.ts'

interface ImportFormProps {
  mode: 'live' | 'test'
  onMode: (mode: 'live' | 'test') => void
  onStarted: (id: number) => void
}

type MatchBy = Import['match_by']

export function ImportForm({ mode, onMode, onStarted }: ImportFormProps) {
  const { common, imports } = useTexts()
  const { id: ws } = useWorkspace()
  const mapped = useMappedFile()
  const { file, preview } = mapped
  const [dryRun, setDryRun] = useState(false)
  const [matchBy, setMatchBy] = useState<MatchBy>('all')
  const start = useChange('importRecipients', ['listImports', 'listRecipients'])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (file === null || !mapped.isReady) return
    const columns = mappingText(mapped.mapping)
    const query = {
      mode,
      dry_run: dryRun,
      match_by: matchBy,
      name: file.name.slice(0, 255),
      ...(columns === undefined ? {} : { columns }),
    }
    start.mutate({ path: { ws }, query, body: file }, { onSuccess: ({ id }) => onStarted(id) })
  }
  return (
    <Card maw={720}>
      <form onSubmit={submit}>
        <Stack gap="md">
          {start.error && <ProblemNotice error={start.error} title={imports.fileRefused} />}
          <FileInput
            label={imports.file}
            description={imports.fileHint}
            placeholder={imports.choose}
            leftSection={<IconFileTypeCsv size={16} aria-hidden />}
            accept=".csv,.tsv,.txt,text/csv"
            required
            clearable
            clearButtonProps={{ 'aria-label': imports.otherFile }}
            value={file}
            onChange={(chosen) => {
              start.reset()
              mapped.choose(chosen)
            }}
          />
          {mapped.error && <ProblemNotice error={mapped.error} title={imports.fileRefused} />}
          {mapped.isPending && <Loading lines={3} />}
          {preview && <ColumnMapping preview={preview} mapping={mapped.mapping} onChange={mapped.setMapping} />}
          <MatchBySelect value={matchBy} onChange={setMatchBy} />
          <Group gap="lg">
            <SegmentedControl
              size="xs"
              aria-label={imports.mode}
              value={mode}
              onChange={(value) => onMode(value as 'live' | 'test')}
              data={[
                { value: 'live', label: common.live },
                { value: 'test', label: common.test },
              ]}
            />
            <Switch
              label={imports.dryRun}
              description={imports.dryRunHint}
              checked={dryRun}
              onChange={(event) => setDryRun(event.currentTarget.checked)}
            />
          </Group>
          {file === null && <Columns />}
          <Group justify="flex-end">
            <Button type="submit" loading={start.isPending} disabled={!mapped.isReady}>
              {dryRun ? imports.startDryRun : imports.start}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  )
}

/** Returns the address types that an import file can have as columns. */
function useColumns(): AddressDescription[] {
  return (useAddresses().data ?? []).filter(({ list }) => !list)
}

function MatchBySelect({ value, onChange }: { value: MatchBy; onChange: (value: MatchBy) => void }) {
  const { imports } = useTexts()
  const { label } = useAddressWords()
  const identifying = useColumns().filter(({ identifies }) => identifies)
  const known: Record<string, string> = imports.matchBys
  const onlyBy = (address: AddressDescription) => known[address.channel] ?? imports.onlyBy(label(address))
  return (
    <Select
      label={imports.matchBy}
      description={imports.matchByHint}
      allowDeselect={false}
      value={value}
      onChange={(next) => onChange((next ?? 'all') as MatchBy)}
      data={[
        { value: 'all', label: imports.matchByAll },
        { value: 'id', label: imports.matchById },
        ...identifying.map((address) => ({ value: address.field, label: onlyBy(address) })),
      ]}
    />
  )
}

function Columns() {
  const { imports } = useTexts()
  const { example } = useAddressWords()
  const columns = useColumns()
  const identifying = columns.filter(({ identifies }) => identifies)
  return (
    <div>
      <Text size="xs" c="dimmed" mb={4}>
        {imports.columnsHint(columns.map(({ field }) => field).join(', '))}
      </Text>
      <CodeBlock code={exampleOf(identifying.slice(0, 2), example)} label={imports.example} />
    </div>
  )
}

/** Returns an example file with two addresses, tags and a metadata column. */
function exampleOf(addresses: AddressDescription[], cellOf: (address: AddressDescription) => string): string {
  const columns = ['name', ...addresses.map(({ field }) => field), 'tags', 'metadata.customer']
  const cells = ['Ada', ...addresses.map(cellOf), 'vip;newsletter', '4711']
  return [columns, cells].map((row) => row.join(',')).join('\n')
}
