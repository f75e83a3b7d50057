// The dialog that imports a file of suppressions, and shows its result.
import { Alert, FileInput, List, Select, Stack, Text } from '@mantine/core'
import { IconFileTypeCsv } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import type { Suppression } from '../../../../sdk/src/api.ts'
import { useChange } from '../../api/queries.ts'
import { Dialog, DialogForm } from '../../parts/forms/dialog.tsx'
import { useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { enteredReasons, useReasonChoices } from './reasons.ts'

interface ImportFileProps {
  opened: boolean
  onClose: () => void
  mode: 'live' | 'test'
}

export function ImportFile({ opened, onClose, mode }: ImportFileProps) {
  const { suppressions } = useTexts()
  return (
    <Dialog keeps opened={opened} onClose={onClose} title={suppressions.importTitle(mode)}>
      <ImportForm onClose={onClose} mode={mode} />
    </Dialog>
  )
}

function ImportForm({ onClose, mode }: Omit<ImportFileProps, 'opened'>) {
  const { suppressions } = useTexts()
  const { id: ws } = useWorkspace()
  const [file, setFile] = useState<File | null>(null)
  const [reason, setReason] = useState<Suppression['reason'] | null>(null)
  const reasons = useReasonChoices().filter(({ value }) => enteredReasons.includes(value))
  const start = useChange('importSuppressions', ['listSuppressions', 'listOptOuts'])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (file === null) return
    const query = { mode, ...(reason === null ? {} : { reason }) }
    start.mutate({ path: { ws }, query, body: file })
  }
  return (
    <DialogForm
      onSubmit={submit}
      change={start}
      onCancel={onClose}
      yes={suppressions.startImport}
      disabled={file === null}
    >
      <FileInput
        label={suppressions.file}
        description={suppressions.importHint}
        placeholder={suppressions.choose}
        leftSection={<IconFileTypeCsv size={16} aria-hidden />}
        accept=".csv,.tsv,.txt,text/csv"
        required
        value={file}
        onChange={setFile}
      />
      <Select
        label={suppressions.givenReason}
        description={suppressions.givenReasonHint}
        data={reasons}
        clearable
        value={reason}
        onChange={(value) => setReason(reasons.find((one) => one.value === value)?.value ?? null)}
      />
      {start.data && <Result of={start.data} />}
    </DialogForm>
  )
}

interface Report {
  added: number
  known: number
  skipped: number
  refused: number
  problems: { line: number; problem: string }[]
}

function Result({ of }: { of: Report }) {
  const { suppressions, serverText } = useTexts()
  return (
    <Alert variant="light" color={of.refused > 0 ? 'yellow' : 'verdigris'} role="status">
      <Stack gap={4}>
        <Text size="sm">{suppressions.imported(of.added, of.known)}</Text>
        {of.skipped > 0 && <Text size="sm">{suppressions.skipped(of.skipped)}</Text>}
        {of.refused > 0 && <Text size="sm">{suppressions.refused(of.refused)}</Text>}
        <List size="sm">
          {of.problems.map(({ line, problem }) => (
            <List.Item key={line}>{suppressions.line(line, serverText(problem))}</List.Item>
          ))}
        </List>
      </Stack>
    </Alert>
  )
}
