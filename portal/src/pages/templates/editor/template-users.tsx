// The automations that send a template, with links.
import { Anchor, Input, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Template } from '../../../../../sdk/src/api.ts'
import { useRead } from '../../../api/queries.ts'
import { usePathTo, useWorkspace } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'

type TemplateUser = Template['used_by']['automations'][number]

/**
 * Returns the automations that send a template. The editor keeps the template that it started from, but other members
 * can change automations while it is open. The automations are read again when the window gets the focus, and by `read`.
 */
export function useTemplateUsers({ slug, used_by }: Template): {
  automations: TemplateUser[]
  read: () => Promise<TemplateUser[]>
} {
  const { id: ws } = useWorkspace()
  const query = useRead('readTemplate', { path: { ws, slug } }, { select: (template) => template.used_by.automations })
  const automations = query.data ?? used_by.automations
  return { automations, read: async () => (await query.refetch()).data ?? automations }
}

export function TemplateUsers({ users }: { users: TemplateUser[] }) {
  const { templates } = useTexts()
  const pathTo = usePathTo()
  return (
    <div>
      <Input.Label component="div" display="block">
        {templates.usedBy}
      </Input.Label>
      {users.length === 0 ? (
        <Text size="sm" c="dimmed">
          {templates.usedByNone}
        </Text>
      ) : (
        <ul className="plain-list">
          {users.map(({ id, name }) => (
            <li key={id}>
              <Anchor component={Link} size="sm" to={pathTo(`automations/${id}`)} className="wrap-anywhere">
                {name}
              </Anchor>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
