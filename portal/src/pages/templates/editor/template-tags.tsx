// The tags of a template. They belong to no version, so a change is stored at once.
import { TagsInput } from '@mantine/core'
import { problemOf } from '../../../api/problem.ts'
import { useChange, useRead } from '../../../api/queries.ts'
import { sentenceOf } from '../../../parts/states.tsx'
import { useMay, useWorkspace } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'

interface TemplateTagsProps {
  template: { slug: string; tags: string[] }
}

export function TemplateTags({ template: { slug, tags } }: TemplateTagsProps) {
  const texts = useTexts()
  const { templateList } = texts
  const { id: ws } = useWorkspace()
  const may = useMay()
  const known = useRead('listTemplateTags', { path: { ws } })
  const change = useChange('setTemplateTags', ['listTemplateSummaries', 'listTemplateTags', 'readTemplate'])
  const shown = change.variables?.body.tags ?? tags
  return (
    <TagsInput
      label={templateList.tags}
      description={templateList.tagsHint}
      data={(known.data?.data ?? []).map(({ tag }) => tag)}
      maxTags={20}
      maxLength={50}
      disabled={!may.change}
      clearable={may.change}
      clearButtonProps={{ 'aria-label': templateList.clearTags }}
      value={shown}
      onChange={(next) => change.mutate({ path: { ws, slug }, body: { tags: next } })}
      error={change.error ? sentenceOf(problemOf(change.error), texts) : undefined}
    />
  )
}
