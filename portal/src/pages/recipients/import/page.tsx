// The import page: file upload, progress, result and refused rows.
import { Stack, Text, Title } from '@mantine/core'
import { usePages } from '../../../api/queries.ts'
import { BackLink } from '../../../parts/back-link.tsx'
import { useFilters } from '../../../parts/lists/filters.ts'
import { PageFrame } from '../../../parts/page-frame.tsx'
import { ShownPages } from '../../../parts/states.tsx'
import { useMay, useWorkspace } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import { ImportForm } from './import-form.tsx'
import { ImportProgress } from './import-progress.tsx'
import { ImportRows } from './import-rows.tsx'

export default function ImportPage() {
  const { recipients, imports } = useTexts()
  const { id: ws } = useWorkspace()
  const may = useMay()
  const [{ mode, import: shown }, setFilters] = useFilters('mode', 'import')
  const show = (id: number | undefined) => setFilters({ import: id === undefined ? '' : String(id) })
  return (
    <PageFrame
      title={imports.title}
      text={imports.text}
      before={<BackLink to="recipients">{recipients.title}</BackLink>}
    >
      <Stack gap="xl">
        {shown !== undefined && <ImportProgress key={shown} id={Number(shown)} onAnother={() => show(undefined)} />}
        {shown === undefined && may.change && (
          <ImportForm
            mode={mode === 'test' ? 'test' : 'live'}
            onMode={(next) => setFilters({ mode: next === 'test' ? 'test' : '' })}
            onStarted={show}
          />
        )}
        <section aria-label={imports.recent}>
          <Title order={2} mb="sm">
            {imports.recent}
          </Title>
          <Recent ws={ws} onShow={show} />
        </section>
      </Stack>
    </PageFrame>
  )
}

function Recent({ ws, onShow }: { ws: number; onShow: (id: number) => void }) {
  const { imports } = useTexts()
  const pages = usePages('listImports', { path: { ws }, query: { limit: 20 } })
  return (
    <ShownPages
      pages={pages}
      empty={
        <Text size="sm" c="dimmed">
          {imports.none}
        </Text>
      }
    >
      {(rows) => <ImportRows rows={rows} onShow={onShow} />}
    </ShownPages>
  )
}
