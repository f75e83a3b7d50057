// The page of the template editor.
import { useParams } from '@tanstack/react-router'
import { useRead } from '../../../api/queries.ts'
import { PageFrame } from '../../../parts/page-frame.tsx'
import { Loading, ProblemNotice } from '../../../parts/states.tsx'
import { useWorkspace } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import { useStoredTemplate } from './saving/stored-template.ts'
import { TemplateEditor } from './template-editor.tsx'

export default function TemplatePage() {
  const { slug = '' } = useParams({ strict: false }) as { slug?: string }
  return <TemplateOf key={slug} slug={slug} />
}

function TemplateOf({ slug }: { slug: string }) {
  const { templates } = useTexts()
  const { id: ws } = useWorkspace()
  const { data, error, retry } = useStoredTemplate(slug)
  const workspace = useRead('readWorkspace', { path: { ws } })
  if (data !== undefined && !workspace.isPending)
    return <TemplateEditor stored={data} mainLocale={workspace.data?.default_locale} />
  return (
    <PageFrame title={templates.one}>
      {error === null ? <Loading lines={8} /> : <ProblemNotice error={error} onRetry={retry} />}
    </PageFrame>
  )
}
