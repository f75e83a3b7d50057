// The page of the template editor. It reads the template only once, so that later versions do not replace the input.
import { useParams } from '@tanstack/react-router'
import { useRead } from '../../../api/queries.ts'
import { PageFrame } from '../../../parts/page-frame.tsx'
import { QueryResult } from '../../../parts/states.tsx'
import { useWorkspace } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import { TemplateEditor } from './template-editor.tsx'

export default function TemplatePage() {
  const { templates } = useTexts()
  const { id: ws } = useWorkspace()
  const { slug = '' } = useParams({ strict: false }) as { slug?: string }
  const query = useRead('readTemplate', { path: { ws, slug } })
  if (query.data !== undefined) return <TemplateEditor key={slug} template={query.data} />
  return (
    <PageFrame title={templates.one}>
      <QueryResult query={query} lines={8}>
        {() => null}
      </QueryResult>
    </PageFrame>
  )
}
