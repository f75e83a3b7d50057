// The result of a change of many recipients, with a button that undoes a change of tags.
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { ProblemNotice } from '../../../parts/states.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import { type BulkResult, type BulkWork, undoOf } from './bulk-work.ts'

export function BulkReport({ result, work }: { result: BulkResult; work: BulkWork }) {
  const { bulk } = useTexts().recipients
  const { common } = useTexts()
  const { change, changed, unchanged, refused, missing, error, isStopped } = result
  const undo = undoOf(result)
  const rest = [
    unchanged > 0 ? bulk.unchanged(unchanged) : '',
    refused > 0 ? bulk.refused(refused) : '',
    missing > 0 ? bulk.missing(missing) : '',
    isStopped ? bulk.stopped : '',
  ].filter(Boolean)
  return (
    <Stack gap="xs" mb="sm">
      {error !== undefined && <ProblemNotice error={error} title={bulk.endedEarly} />}
      <Alert
        variant="light"
        color={error === undefined && refused === 0 ? 'verdigris' : 'yellow'}
        role="status"
        title={
          change.kind === 'remove' ? bulk.removed(changed.length) : bulk.tagged[change.kind](changed.length, change.tag)
        }
        withCloseButton
        closeButtonLabel={common.close}
        onClose={work.forget}
      >
        {rest.length > 0 && <Text size="sm">{rest.join(' ')}</Text>}
        {undo !== undefined && changed.length > 0 && (
          <Group mt="xs">
            <Button size="compact-sm" variant="default" onClick={() => void work.start(undo, changed)}>
              {bulk.undo}
            </Button>
          </Group>
        )}
      </Alert>
    </Stack>
  )
}
