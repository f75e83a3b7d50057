// The dialog that changes the tags of a template in the list.
import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import type { TemplateSummary } from '../../../../../sdk/src/api.ts'
import { Dialog } from '../../../parts/forms/dialog.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import { TemplateTags } from '../editor/template-tags.tsx'

interface TagsDialogProps {
  /** Undefined closes the dialog. */
  of: TemplateSummary | undefined
  onClose: () => void
}

export function TagsDialog({ of, onClose }: TagsDialogProps) {
  const { common, templateList } = useTexts()
  // The last template. Its tags stay visible while the dialog fades out.
  const [shown, setShown] = useState(of)
  if (of !== undefined && of !== shown) setShown(of)
  return (
    <Dialog opened={of !== undefined} onClose={onClose} title={templateList.tagsOf(shown?.name ?? '')}>
      {shown !== undefined && (
        <Stack gap="md">
          <TemplateTags key={shown.slug} template={shown} />
          <Group justify="flex-end">
            <Button onClick={onClose}>{common.done}</Button>
          </Group>
        </Stack>
      )}
    </Dialog>
  )
}
