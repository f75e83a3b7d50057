// The dialog that adds a tag to the selected recipients, or removes it from them.
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Dialog } from '../../../parts/forms/dialog.tsx'
import { useTexts } from '../../../texts/texts.tsx'

type TagKind = 'addTag' | 'removeTag'

interface TagDialogProps {
  /** Undefined while the dialog is closed. */
  kind: TagKind | undefined
  count: number
  onClose: () => void
  onTag: (kind: TagKind, tag: string) => void
}

export function TagDialog({ kind, count, onClose, onTag }: TagDialogProps) {
  const { bulk } = useTexts().recipients
  return (
    <Dialog
      opened={kind !== undefined}
      onClose={onClose}
      title={kind === 'removeTag' ? bulk.removeTagTitle(count) : bulk.addTagTitle(count)}
    >
      {kind !== undefined && <TagForm kind={kind} count={count} onClose={onClose} onTag={onTag} />}
    </Dialog>
  )
}

function TagForm({ kind, count, onClose, onTag }: TagDialogProps & { kind: TagKind }) {
  const { common, recipients } = useTexts()
  const [tag, setTag] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onClose()
    onTag(kind, tag.trim())
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          label={recipients.tag}
          required
          maxLength={100}
          value={tag}
          onChange={(event) => setTag(event.currentTarget.value)}
          data-autofocus
        />
        <Text size="sm" c="dimmed">
          {recipients.bulk.tagText}
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" disabled={tag.trim() === ''}>
            {kind === 'addTag' ? recipients.bulk.addTagYes(count) : recipients.bulk.removeTagYes(count)}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
