// The way back to all templates, above the title of one.
import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { usePathTo } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'

export function TemplatesLink() {
  const { templates } = useTexts()
  const pathTo = usePathTo()
  return (
    <Text size="sm" mb={4}>
      <Anchor component={Link} to={pathTo('templates')}>
        {templates.title}
      </Anchor>
    </Text>
  )
}
