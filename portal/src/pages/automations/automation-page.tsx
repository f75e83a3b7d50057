// The page of one automation: its rule, the switch that turns it on or off, and its runs.
import { Badge, Button, Card, Group, Menu, Stack, Text } from '@mantine/core'
import { IconPencil, IconRobot, IconTrash } from '@tabler/icons-react'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { AutomationDetail, AutomationRun } from '../../../../sdk/src/api.ts'
import { problemOf } from '../../api/problem.ts'
import { useChange, usePages, useRead } from '../../api/queries.ts'
import { BackLink } from '../../parts/back-link.tsx'
import { confirm } from '../../parts/forms/confirm.ts'
import { fieldLabel } from '../../parts/forms/field-label.ts'
import { showToast } from '../../parts/forms/form-problems.ts'
import { FilterSelect } from '../../parts/lists/filter-select.tsx'
import { useFilters } from '../../parts/lists/filters.ts'
import { RowLink } from '../../parts/lists/row-link.tsx'
import { Rows } from '../../parts/lists/table.tsx'
import { MoreActions } from '../../parts/more-actions.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { ServerSentence } from '../../parts/server-sentence.tsx'
import { Empty, sentenceOf as problemSentence, QueryResult, ShownPages } from '../../parts/states.tsx'
import { Time } from '../../parts/time.tsx'
import { useMay, usePathTo, useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { AutomationForm, staleTemplateQueries } from './automation-form.tsx'
import { OnOff, sentenceOf } from './page.tsx'

export default function AutomationPage() {
  const texts = useTexts()
  const { automations } = texts
  const { id: ws } = useWorkspace()
  const id = Number(useParams({ strict: false }).id)
  const query = useRead('readAutomation', { path: { ws, id } }, { every: 10_000 })
  return (
    <PageFrame
      title={query.data?.name ?? automations.automation}
      text={query.data && sentenceOf(query.data, texts)}
      before={<BackLink to="automations">{automations.title}</BackLink>}
      actions={query.data && <Actions automation={query.data} />}
    >
      <QueryResult query={query}>
        {(automation) => (
          <Stack gap="lg">
            <Card withBorder padding="md">
              <Group gap="md">
                <OnOff enabled={automation.enabled} />
                <Text size="sm">{automations.runsSoFar(automation.runs)}</Text>
                <Text size="sm" c="dimmed">
                  {automations.once}
                </Text>
              </Group>
            </Card>
            <Runs id={id} />
          </Stack>
        )}
      </QueryResult>
    </PageFrame>
  )
}

function Actions({ automation }: { automation: AutomationDetail }) {
  const texts = useTexts()
  const { automations, common } = texts
  const { id: ws } = useWorkspace()
  const { id, name, enabled } = automation
  const path = { ws, id }
  const may = useMay()
  const pathTo = usePathTo()
  const navigate = useNavigate()
  const [editing, setEditing] = useState(false)
  const change = useChange('changeAutomation', ['readAutomation', 'listAutomations'])
  const remove = useChange('removeAutomation', ['listAutomations', ...staleTemplateQueries])
  if (!may.change) return null
  // The switch shows the new value before the service confirms it. If the service refuses the change, the switch shows
  // the stored value again.
  const isOn = change.isPending ? change.variables.body.enabled : enabled
  const onError = (error: unknown) => showToast(problemSentence(problemOf(error), texts))
  const askRemove = async () => {
    const yes = await confirm({
      title: automations.removeQuestion(name),
      text: automations.removeText,
      yes: automations.remove,
    })
    if (yes) remove.mutate({ path }, { onError, onSuccess: () => void navigate({ to: pathTo('automations') }) })
  }
  return (
    <Group gap="xs">
      <Button
        variant={isOn ? 'default' : 'filled'}
        disabled={change.isPending}
        onClick={() => change.mutate({ path, body: { enabled: !enabled } }, { onError })}
      >
        {isOn ? automations.turnOff : automations.turnOn}
      </Button>
      <MoreActions>
        <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setEditing(true)}>
          {automations.edit}
        </Menu.Item>
        <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => void askRemove()}>
          {automations.remove}
        </Menu.Item>
      </MoreActions>
      <AutomationForm
        automation={automation}
        opened={editing}
        onClose={() => setEditing(false)}
        onSaved={() => showToast(common.saved)}
      />
    </Group>
  )
}

const states: AutomationRun['state'][] = ['waiting', 'sent', 'refused']
const colors = { waiting: 'gray', sent: 'green', refused: 'red' } as const

function Runs({ id }: { id: number }) {
  const { automations } = useTexts()
  const { id: ws } = useWorkspace()
  const pathTo = usePathTo()
  const [{ state }, setFilters] = useFilters('state')
  const selected = states.find((one) => one === state)
  const pages = usePages(
    'listAutomationRuns',
    { path: { ws, id }, query: selected ? { state: selected } : {} },
    { every: 5_000 },
  )
  return (
    <Stack gap="md">
      <FilterSelect
        label={automations.state}
        any={automations.anyState}
        choices={states.map((value) => ({ value, label: automations.states[value] }))}
        value={selected}
        onChange={(state) => setFilters({ state })}
      />
      <ShownPages
        pages={pages}
        empty={
          <Empty icon={IconRobot} title={automations.noRuns}>
            {automations.noRunsText}
          </Empty>
        }
      >
        {(rows) => (
          <Rows
            rows={rows}
            keyOf={({ id: run }) => run}
            columns={[
              {
                title: automations.contact,
                cell: ({ contact }) => (
                  <RowLink to={pathTo(`recipients/${contact.id}`)}>
                    {contact.name ?? automations.removedContact}
                  </RowLink>
                ),
              },
              {
                title: automations.state,
                cell: (row) => <Badge color={colors[row.state]}>{automations.states[row.state]}</Badge>,
              },
              {
                title: automations.result,
                from: 'sm',
                cell: (row) =>
                  row.delivery_id === null ? (
                    <Text size="sm" className="sentence">
                      <Refusal reason={row.reason ?? ''} />
                    </Text>
                  ) : (
                    <RowLink to={pathTo(`deliveries/${row.delivery_id}`)}>
                      {automations.delivery(row.delivery_id)}
                    </RowLink>
                  ),
              },
              { title: automations.time, from: 'sm', quiet: true, cell: (row) => <Time at={row.at} /> },
            ]}
          />
        )}
      </ShownPages>
    </Stack>
  )
}

/** The reason of a refused run. The API writes the name of the invalid field before the reason. */
function Refusal({ reason }: { reason: string }) {
  const texts = useTexts()
  const [field = '', ...rest] = reason.split(': ')
  if (rest.length === 0 || !Object.hasOwn(texts.fields, field)) return <ServerSentence text={reason} />
  return (
    <>
      {fieldLabel(field, texts)}: <ServerSentence text={rest.join(': ')} />
    </>
  )
}
