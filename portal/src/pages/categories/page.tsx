// Categories: the kinds of messages that recipients can decline.
import { Badge, Button, Card, Group, Menu, Text } from '@mantine/core'
import { IconPencil, IconPlus, IconTags, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { Category } from '../../../../sdk/src/api.ts'
import { problemOf } from '../../api/problem.ts'
import { useChange, useRead } from '../../api/queries.ts'
import { confirm } from '../../parts/forms/confirm.ts'
import { showToast } from '../../parts/forms/form-problems.ts'
import { useCreating } from '../../parts/lists/creating.ts'
import { PlainList } from '../../parts/lists/plain-list.tsx'
import { MoreActions } from '../../parts/more-actions.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { Empty, QueryResult, sentenceOf } from '../../parts/states.tsx'
import { useMay, useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { CategoryForm } from './category-form.tsx'

export default function CategoriesPage() {
  const { categories } = useTexts()
  const { id: ws } = useWorkspace()
  const may = useMay()
  const [creating, setCreating] = useCreating()
  const query = useRead('listCategories', { path: { ws } })
  const create = may.change && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      {categories.add}
    </Button>
  )
  return (
    <PageFrame title={categories.title} text={categories.text} actions={create}>
      <QueryResult query={query} lines={8}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty icon={IconTags} title={categories.none} action={create}>
              {categories.noneText}
            </Empty>
          ) : (
            <PlainList gap="sm">
              {data.map((row) => (
                <Entry key={row.slug} category={row} />
              ))}
            </PlainList>
          )
        }
      </QueryResult>
      <CategoryForm opened={creating} onClose={() => setCreating(false)} />
    </PageFrame>
  )
}

function Entry({ category }: { category: Category }) {
  const { categories } = useTexts()
  const may = useMay()
  const { name, slug, description, required, allowed_by_default } = category
  return (
    <Card component="li" withBorder padding="md">
      <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
        <div>
          <Group gap="xs">
            <Text fw={600} className="wrap-anywhere">
              {name}
            </Text>
            {required && <Badge color="blue">{categories.required}</Badge>}
            {!required && !allowed_by_default && <Badge color="gray">{categories.optIn}</Badge>}
          </Group>
          <Text size="sm" ff="monospace" c="dimmed" className="wrap-anywhere">
            {slug}
          </Text>
          {description !== null && (
            <Text size="sm" mt={4} className="wrap-anywhere">
              {description}
            </Text>
          )}
        </div>
        {may.change && <Actions category={category} />}
      </Group>
    </Card>
  )
}

function Actions({ category }: { category: Category }) {
  const texts = useTexts()
  const { categories } = texts
  const { id: ws } = useWorkspace()
  const { name, slug } = category
  const [editing, setEditing] = useState(false)
  const remove = useChange('removeCategory', ['listCategories', 'readPreferences'])
  const askRemove = async () => {
    const yes = await confirm({
      title: categories.removeQuestion(name),
      text: categories.removeText,
      yes: categories.remove,
    })
    if (!yes) return
    remove.mutate({ path: { ws, slug } }, { onError: (error) => showToast(sentenceOf(problemOf(error), texts)) })
  }
  return (
    <>
      <MoreActions of={name}>
        <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setEditing(true)}>
          {categories.edit}
        </Menu.Item>
        <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => void askRemove()}>
          {categories.remove}
        </Menu.Item>
      </MoreActions>
      <CategoryForm category={category} opened={editing} onClose={() => setEditing(false)} />
    </>
  )
}
