// The dialog that publishes the draft. It shows the difference between the published version and the draft.
import { Alert, Button, Group, List, Modal, Stack, Text } from '@mantine/core'
import { ProblemNotice } from '../../../../parts/states.tsx'
import { useTexts } from '../../../../texts/texts.tsx'
import { Difference } from '../../versions/difference.tsx'
import type { Editing } from './editing.ts'
import { ProblemText } from './problem-text.tsx'

interface PublishDialogProps {
  editing: Editing
  opened: boolean
  onClose: () => void
}

export function PublishDialog({ editing, opened, onClose }: PublishDialogProps) {
  const { common, publishing } = useTexts()
  const { template, draft } = editing.stored
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="xl"
      title={publishing.title(template.version + 1)}
      closeButtonProps={{ 'aria-label': common.close }}
      styles={{ title: { overflowWrap: 'anywhere', minWidth: 0, lineHeight: 1.4 } }}
    >
      {draft !== null && <PublishForm editing={editing} onClose={onClose} />}
    </Modal>
  )
}

function PublishForm({ editing, onClose }: Omit<PublishDialogProps, 'opened'>) {
  const { common, publishing, templates } = useTexts()
  const { stored, publish, publishDraft } = editing
  const { template, draft } = stored
  if (draft === null) return null
  const errors = draft.problems.filter(({ severity }) => severity === 'error')
  const isOutdated = template.published && draft.based_on < template.version
  return (
    <Stack gap="md">
      <Text size="sm">{template.published ? publishing.text : publishing.firstText}</Text>
      {isOutdated && (
        <Alert color="yellow" variant="light">
          {publishing.outdated(template.version)}
        </Alert>
      )}
      {errors.length > 0 && (
        <Alert color="red" variant="light" title={publishing.blocked(errors.length)}>
          <List size="sm">
            {errors.map((problem) => (
              <List.Item key={`${problem.field} ${problem.line} ${problem.message}`}>
                <ProblemText problem={problem} />
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      {template.published && (
        <Difference
          before={template}
          after={draft}
          beforeName={templates.version(template.version)}
          afterName={publishing.draft}
        />
      )}
      {publish.error && <ProblemNotice error={publish.error} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button
          data-autofocus
          disabled={errors.length > 0}
          loading={publish.isPending}
          onClick={() => publishDraft(onClose)}
        >
          {publishing.publish}
        </Button>
      </Group>
    </Stack>
  )
}
