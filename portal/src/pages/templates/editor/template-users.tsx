// The automations that send a template, with links.
import { Anchor, Input, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Template } from '../../../../../sdk/src/api.ts'
import { usePathTo } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'

export function TemplateUsers({ automations }: Template['used_by']) {
  const { templates } = useTexts()
  const pathTo = usePathTo()
  return (
    <div>
      <Input.Label component="div" display="block">
        {templates.usedBy}
      </Input.Label>
      {automations.length === 0 ? (
        <Text size="sm" c="dimmed">
          {templates.usedByNone}
        </Text>
      ) : (
        <ul className="plain-list">
          {automations.map(({ id, name }) => (
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
