// The layout of the template's emails.
import { Anchor, Select, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useRead } from '../../../api/queries.ts'
import { usePathTo, useWorkspace } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'

interface LayoutSelectProps {
  value: string | null
  onChange: (slug: string | null) => void
}

/** The API stores at most this number of layouts in a workspace. */
const ALL = 200

export function LayoutSelect({ value, onChange }: LayoutSelectProps) {
  const { emails } = useTexts()
  const { id: ws } = useWorkspace()
  const pathTo = usePathTo()
  const layouts = useRead('listLayouts', { path: { ws }, query: { limit: ALL } })
  const options = (layouts.data?.data ?? []).map(({ slug, name }) => ({ value: slug, label: name }))
  const isListed = value === null || options.some((option) => option.value === value)
  return (
    <div>
      <Select
        label={emails.layout}
        description={emails.layoutHint}
        placeholder={emails.noLayout}
        clearable
        searchable
        clearButtonProps={{ 'aria-label': emails.clearLayout }}
        data={isListed ? options : [...options, { value: value ?? '', label: value ?? '' }]}
        value={value}
        onChange={onChange}
      />
      <Text size="xs" mt={4}>
        <Anchor component={Link} to={pathTo('layouts')} size="xs">
          {emails.manageLayouts}
        </Anchor>
      </Text>
    </div>
  )
}
