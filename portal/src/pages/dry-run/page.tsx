// The page "What would happen?": a send request as JSON, and what Carillon would do with it.
import { Anchor, Button, Card, SegmentedControl, SimpleGrid, Stack, Text, Textarea } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useState } from 'react'
import { useChange, useRead } from '../../api/queries.ts'
import { SourceSelect } from '../../parts/forms/searched-select.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { Loading } from '../../parts/states.tsx'
import { useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { exampleRequest, readRequest } from './request.ts'
import { Verdict } from './verdict.tsx'

const DOCUMENTATION = '/docs'

export default function DryRunPage() {
  const { dryRun } = useTexts()
  const { id: ws } = useWorkspace()
  const templates = useRead('listTemplateSummaries', { path: { ws }, query: { limit: 1 } })
  const text = (
    <>
      {dryRun.text}{' '}
      <Anchor href={DOCUMENTATION} target="_blank" underline="always" inherit>
        {dryRun.fields}
      </Anchor>
    </>
  )
  return (
    <PageFrame title={dryRun.title} text={text}>
      {templates.isPending ? <Loading lines={8} /> : <DryRun example={exampleRequest(templates.data?.data[0]?.slug)} />}
    </PageFrame>
  )
}

function DryRun({ example }: { example: string }) {
  const { dryRun } = useTexts()
  const { id: ws } = useWorkspace()
  const run = useChange('dryRun')
  const [mode, setMode] = useState<'live' | 'test'>('live')
  const [source, setSource] = useState('')
  const [request, setRequest] = useState(example)
  const [isInvalid, setIsInvalid] = useState(false)
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    const message = readRequest(request)
    setIsInvalid(message === undefined)
    if (message === undefined) return
    // Not when the field loses the focus: the button would move away from the pointer that presses it.
    setRequest(JSON.stringify(message, null, 2))
    run.mutate({ path: { ws }, body: { mode, message, ...(source === '' ? {} : { source: Number(source) }) } })
  }
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" style={{ alignItems: 'start' }}>
      <Card component="form" onSubmit={submit} aria-label={dryRun.request}>
        <Stack gap="md">
          <SegmentedControl
            aria-label={dryRun.key}
            value={mode}
            onChange={(value) => setMode(value)}
            data={[
              { value: 'live', label: dryRun.live },
              { value: 'test', label: dryRun.test },
            ]}
          />
          <Sources value={source} onChange={(value) => setSource(value ?? '')} />
          <Textarea
            label={dryRun.request}
            description={dryRun.requestHint}
            value={request}
            onChange={(event) => setRequest(event.currentTarget.value)}
            error={isInvalid && dryRun.notJson}
            autosize
            minRows={12}
            maxRows={28}
            spellCheck={false}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
          />
          <Button
            type="submit"
            loading={run.isPending}
            leftSection={<IconPlayerPlay size={16} aria-hidden />}
            style={{ alignSelf: 'flex-start' }}
          >
            {dryRun.run}
          </Button>
        </Stack>
      </Card>
      <section aria-label={dryRun.verdict} aria-live="polite">
        {run.data || run.error ? (
          <Verdict answer={run.data} error={run.error} />
        ) : (
          <Card>
            <Stack gap="xs">
              <Text c="dimmed" size="sm">
                {dryRun.none}
              </Text>
              <Text c="dimmed" size="sm">
                {dryRun.noneMore}
              </Text>
            </Stack>
          </Card>
        )}
      </section>
    </SimpleGrid>
  )
}

/** The choice of the source. It is hidden if the workspace has one source. */
function Sources({ value, onChange }: { value: string; onChange: (value: string | null) => void }) {
  const { templates } = useTexts()
  const { id: ws } = useWorkspace()
  const sources = useRead('listSources', { path: { ws }, query: { limit: 2 } })
  const [first, second] = sources.data?.data ?? []
  if (!first || !second) return null
  return <SourceSelect label={templates.source} placeholder={first.name} value={value} onChange={onChange} />
}
