// One source, with four tabs: connections, keys, buttons and settings. The URL contains the name of the open tab.
import { Tabs } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useRead } from '../../../api/queries.ts'
import { BackLink } from '../../../parts/back-link.tsx'
import { useFilters } from '../../../parts/lists/filters.ts'
import { PageFrame } from '../../../parts/page-frame.tsx'
import { QueryResult } from '../../../parts/states.tsx'
import { useWorkspace } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import { ClickSettings } from './click-settings.tsx'
import { Connections } from './connections.tsx'
import { Keys } from './keys.tsx'
import { SourceSettings } from './source-settings.tsx'

const tabs = ['connections', 'keys', 'clicks', 'settings'] as const

export default function SourcePage() {
  const { sources } = useTexts()
  const { id: ws } = useWorkspace()
  const params = useParams({ strict: false })
  const source = Number(params.source)
  const [{ tab = 'connections' }, setFilters] = useFilters('tab')
  const query = useRead('readSource', { path: { ws, source } })
  return (
    <PageFrame title={query.data?.name ?? sources.one} before={<BackLink to="sources">{sources.title}</BackLink>}>
      <QueryResult query={query}>
        {(row) => (
          <Tabs
            value={tabs.find((name) => name === tab) ?? 'connections'}
            onChange={(value) => setFilters({ tab: value === 'connections' ? '' : (value ?? '') })}
            keepMounted={false}
          >
            <Tabs.List mb="lg" className="scrolling-tabs">
              {tabs.map((name) => (
                <Tabs.Tab key={name} value={name}>
                  {sources.tabs[name]}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            <Tabs.Panel value="connections">
              <Connections source={row.id} />
            </Tabs.Panel>
            <Tabs.Panel value="keys">
              <Keys source={row} />
            </Tabs.Panel>
            <Tabs.Panel value="clicks">
              <ClickSettings source={row} />
            </Tabs.Panel>
            <Tabs.Panel value="settings">
              <SourceSettings source={row} />
            </Tabs.Panel>
          </Tabs>
        )}
      </QueryResult>
    </PageFrame>
  )
}
