// The buttons of the editor: versions, test message, save, publish, and the menu with less frequent actions.
import { Button, Menu } from '@mantine/core'
import { IconCopy, IconHistory, IconRestore, IconSend } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ChannelName } from '../../../parts/delivery-words.tsx'
import { confirm } from '../../../parts/forms/confirm.ts'
import { MoreActions } from '../../../parts/more-actions.tsx'
import { useMay, usePathTo } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import { CloneTemplate } from '../list/clone-template.tsx'
import type { Samples, UsedNames } from './samples.ts'
import type { Editing } from './saving/editing.ts'
import { PublishDialog } from './saving/publish-dialog.tsx'
import { TestSend } from './test-send/test-send.tsx'

interface EditorActionsProps {
  editing: Editing
  locale: string
  channel: ChannelName
  names: UsedNames
  samples: Samples
}

type Opened = 'publish' | 'test' | 'clone' | undefined

export function EditorActions({ editing, ...sample }: EditorActionsProps) {
  const { publishing, templates } = useTexts()
  const may = useMay()
  const pathTo = usePathTo()
  const [opened, setOpened] = useState<Opened>()
  const { isDirty, revision } = editing
  const { template, draft } = editing.stored
  const close = () => setOpened(undefined)
  const openPublish = () => (isDirty ? editing.store(revision, () => setOpened('publish')) : setOpened('publish'))
  const versions = (
    <Button
      component={Link}
      to={pathTo(`templates/${encodeURIComponent(template.slug)}/versions`)}
      variant="default"
      leftSection={<IconHistory size={16} aria-hidden />}
    >
      {templates.versions}
    </Button>
  )
  if (!may.change) return versions
  return (
    <>
      {versions}
      <Button variant="default" leftSection={<IconSend size={16} aria-hidden />} onClick={() => setOpened('test')}>
        {templates.testSend}
      </Button>
      <Button
        variant="default"
        onClick={() => editing.store(revision)}
        disabled={!isDirty}
        loading={editing.save.isPending}
      >
        {publishing.saveDraft}
      </Button>
      <Button onClick={openPublish} disabled={!isDirty && draft === null}>
        {publishing.publish}
      </Button>
      <EditorMenu editing={editing} onClone={() => setOpened('clone')} />
      <PublishDialog editing={editing} opened={opened === 'publish'} onClose={close} />
      <TestSend opened={opened === 'test'} onClose={close} editing={editing} {...sample} />
      <CloneTemplate
        of={opened === 'clone' ? { slug: template.slug, name: editing.savedContent.name } : undefined}
        onClose={close}
      />
    </>
  )
}

function EditorMenu({ editing, onClone }: { editing: Editing; onClone: () => void }) {
  const { publishing } = useTexts()
  const { template, draft } = editing.stored
  const discard = async () => {
    const sure = await confirm({
      title: publishing.discardTitle,
      text: publishing.discardText(template.version),
      yes: publishing.discard,
    })
    if (sure) editing.discardDraft()
  }
  return (
    <MoreActions>
      <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} onClick={onClone}>
        {publishing.clone}
      </Menu.Item>
      {template.published && draft !== null && (
        <Menu.Item color="red" leftSection={<IconRestore size={16} aria-hidden />} onClick={() => void discard()}>
          {publishing.discard}
        </Menu.Item>
      )}
    </MoreActions>
  )
}
