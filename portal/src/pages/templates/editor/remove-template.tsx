// The button that removes a template with all its versions.
import { Button, Stack, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useChange } from '../../../api/queries.ts'
import { confirm } from '../../../parts/forms/confirm.ts'
import { showToast } from '../../../parts/forms/form-problems.ts'
import { ProblemNotice } from '../../../parts/states.tsx'
import { usePathTo, useWorkspace } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'

interface RemoveTemplateProps {
  slug: string
  name: string
  /** Reads the automations that send the template. */
  readUsers: () => Promise<{ name: string }[]>
}

export function RemoveTemplate({ slug, name, readUsers }: RemoveTemplateProps) {
  const { templates } = useTexts()
  const { id: ws } = useWorkspace()
  const pathTo = usePathTo()
  const navigate = useNavigate()
  const remove = useChange('removeTemplate', ['listTemplateSummaries', 'listTemplateTags', 'listLayouts', 'readLayout'])
  const [isReading, setReading] = useState(false)
  const confirmRemoval = async () => {
    setReading(true)
    const users = await readUsers().finally(() => setReading(false))
    const names = users.map((user) => user.name)
    const sure = await confirm({
      title: templates.removeTitle(name),
      text: names.length === 0 ? templates.removeText(slug) : <RemovalOfUsed slug={slug} names={names} />,
      yes: templates.remove,
      typed: slug,
    })
    if (!sure) return
    remove.mutate(
      { path: { ws, slug } },
      {
        onSuccess: () => {
          showToast(templates.removed(slug))
          void navigate({ to: pathTo('templates'), ignoreBlocker: true })
        },
      },
    )
  }
  return (
    <Stack gap={4} align="flex-start">
      {remove.error && <ProblemNotice error={remove.error} />}
      <Text size="sm" c="dimmed">
        {templates.removeText(slug)}
      </Text>
      <Button color="red" variant="light" onClick={() => void confirmRemoval()} loading={isReading || remove.isPending}>
        {templates.remove}
      </Button>
    </Stack>
  )
}

function RemovalOfUsed({ slug, names }: { slug: string; names: string[] }) {
  const { templates } = useTexts()
  return (
    <>
      {templates.removeText(slug)}{' '}
      <Text span inherit fw={560} className="wrap-anywhere">
        {templates.removeUsed(names.length, names.join(', '))}
      </Text>
    </>
  )
}
