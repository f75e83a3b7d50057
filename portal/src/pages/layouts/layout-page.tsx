// The page of a layout: the texts of each language, and the preview beside them.
import { useParams } from '@tanstack/react-router'
import { useRead } from '../../api/queries.ts'
import { BackLink } from '../../parts/back-link.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { Loading, ProblemNotice } from '../../parts/states.tsx'
import { useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { LayoutEditor } from './layout-editor.tsx'

export default function LayoutPage() {
  const { slug = '' } = useParams({ strict: false }) as { slug?: string }
  return <LayoutOf key={slug} slug={slug} />
}

function LayoutOf({ slug }: { slug: string }) {
  const { layouts } = useTexts()
  const { id: ws } = useWorkspace()
  const query = useRead('readLayout', { path: { ws, slug } }, { fresh: true })
  if (query.data !== undefined && query.isFetchedAfterMount) return <LayoutEditor layout={query.data} />
  return (
    <PageFrame title={layouts.one} before={<BackLink to="layouts">{layouts.title}</BackLink>}>
      {query.error ? <ProblemNotice error={query.error} onRetry={() => void query.refetch()} /> : <Loading lines={8} />}
    </PageFrame>
  )
}
