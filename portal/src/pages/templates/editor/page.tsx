// The page of the template editor.
import { useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useRead } from '../../../api/queries.ts'
import { BackLink } from '../../../parts/back-link.tsx'
import { PageFrame } from '../../../parts/page-frame.tsx'
import { Loading, ProblemNotice } from '../../../parts/states.tsx'
import { useWorkspace } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import { type StoredTemplate, useStoredTemplate } from './saving/stored-template.ts'
import { TemplateEditor } from './template-editor.tsx'

export default function TemplatePage() {
  const { slug = '' } = useParams({ strict: false }) as { slug?: string }
  return <TemplateOf key={slug} slug={slug} />
}

/** Keeps the template that was read first: the editor holds the input of the member, and later versions must not replace it. */
function TemplateOf({ slug }: { slug: string }) {
  const [stored, setStored] = useState<StoredTemplate>()
  const { id: ws } = useWorkspace()
  const workspace = useRead('readWorkspace', { path: { ws } })
  if (stored === undefined || workspace.isPending) return <FirstRead slug={slug} onRead={setStored} />
  return <TemplateEditor stored={stored} mainLocale={workspace.data?.default_locale} />
}

function FirstRead({ slug, onRead }: { slug: string; onRead: (stored: StoredTemplate) => void }) {
  const { templates } = useTexts()
  const { data, error, retry } = useStoredTemplate(slug)
  useEffect(() => {
    if (data !== undefined) onRead(data)
  }, [data, onRead])
  return (
    <PageFrame title={templates.one} before={<BackLink to="templates">{templates.title}</BackLink>}>
      {error === null ? <Loading lines={8} /> : <ProblemNotice error={error} onRetry={retry} />}
    </PageFrame>
  )
}
