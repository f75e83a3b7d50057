// The page of the template editor.
import { useParams } from '@tanstack/react-router'
import { PageFrame } from '../../../parts/page-frame.tsx'
import { Loading, ProblemNotice } from '../../../parts/states.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import { useStoredTemplate } from './saving/stored-template.ts'
import { TemplateEditor } from './template-editor.tsx'

export default function TemplatePage() {
  const { slug = '' } = useParams({ strict: false }) as { slug?: string }
  return <TemplateOf key={slug} slug={slug} />
}

function TemplateOf({ slug }: { slug: string }) {
  const { templates } = useTexts()
  const { data, error, retry } = useStoredTemplate(slug)
  if (data !== undefined) return <TemplateEditor stored={data} />
  return (
    <PageFrame title={templates.one}>
      {error === null ? <Loading lines={8} /> : <ProblemNotice error={error} onRetry={retry} />}
    </PageFrame>
  )
}
