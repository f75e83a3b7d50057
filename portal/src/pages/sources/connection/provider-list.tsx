// The connections of a channel in their order: added, moved up and removed; the first one's settings are the form above.
import { Badge, Button, Card, Group, Select, Stack, Text, Title } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { ChannelDescription, ProviderConnection } from '../../../../../sdk/src/api.ts'
import { problemOf } from '../../../api/problem.ts'
import { useChange, useRead } from '../../../api/queries.ts'
import { confirm } from '../../../parts/forms/confirm.ts'
import { notePlaced, say } from '../../../parts/forms/form-problems.ts'
import { ProblemNotice, Shown } from '../../../parts/states.tsx'
import { useMay, useWorkspace } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import { Setting } from './setting-field.tsx'
import { type Draft, draftOf, fieldsOf, type Schema, settingsOf } from './settings-draft.ts'

interface ProviderListProps {
  source: number
  described: ChannelDescription
}

const RENEWED = ['listProviderConnections', 'listConnections', 'readConnection'] as const

export function ProviderList({ source, described }: ProviderListProps) {
  const said = useTexts().sources.connections.providers
  const { id: ws } = useWorkspace()
  const may = useMay()
  const path = { ws, source, channel: described.name }
  const query = useRead('listProviderConnections', { path })
  const [adds, setAdds] = useState(false)
  return (
    <Card>
      <Stack gap="sm">
        <Title order={2}>{said.title}</Title>
        <Text size="sm" c="dimmed">
          {described.several ? said.text : said.sideBySide}
        </Text>
        <Shown query={query} lines={2}>
          {({ data }) => {
            const open = described.providers.filter(
              ({ name }) => described.several || !data.some(({ provider }) => provider === name),
            )
            return (
              <>
                <Rows path={path} rows={data} ordered={described.several} />
                {may.change && open.length > 0 && !adds && (
                  <Group>
                    <Button variant="default" onClick={() => setAdds(true)}>
                      {said.add}
                    </Button>
                  </Group>
                )}
                {adds && <AddForm path={path} providers={open} onDone={() => setAdds(false)} />}
              </>
            )
          }}
        </Shown>
      </Stack>
    </Card>
  )
}

interface Place {
  ws: number
  source: number
  channel: ChannelDescription['name']
}

function Rows({ path, rows, ordered }: { path: Place; rows: ProviderConnection[]; ordered: boolean }) {
  const { common, sources } = useTexts()
  const said = sources.connections.providers
  const may = useMay()
  const order = useChange('orderProviderConnections', [...RENEWED])
  const remove = useChange('removeProviderConnection', [...RENEWED])
  const error = order.error ?? remove.error
  const moveUp = (index: number) => {
    const ids = rows.map(({ id }) => id)
    const [moved] = ids.splice(index, 1)
    if (moved === undefined) return
    ids.splice(index - 1, 0, moved)
    order.mutate({ path, body: { order: ids } })
  }
  const ask = async (row: ProviderConnection) => {
    const sure = await confirm({ title: said.removeTitle(row.title), text: said.removeText, yes: common.remove })
    if (sure) remove.mutate({ path: { ...path, id: row.id } }, { onSuccess: () => say(said.removed) })
  }
  return (
    <Stack gap="xs" component="ol" className="bare">
      {rows.map((row, index) => (
        <Group key={`${row.provider}-${row.id}`} component="li" gap="xs" justify="space-between">
          <div>
            <Group gap="xs">
              <Text fw={500}>{row.title}</Text>
              {ordered && index === 0 && <Badge variant="light">{said.used}</Badge>}
            </Group>
            <Text size="sm" c="dimmed" className="wrap-anywhere">
              {summaryOf(row.settings as Record<string, unknown>)}
            </Text>
          </div>
          {may.change && rows.length > 1 && (
            <Group gap="xs">
              {ordered && index > 0 && (
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() => moveUp(index)}
                  loading={order.isPending}
                  aria-label={said.moveUpOf(row.title, index + 1)}
                >
                  {said.moveUp}
                </Button>
              )}
              <Button
                size="compact-sm"
                variant="subtle"
                color="red"
                onClick={() => void ask(row)}
                loading={remove.isPending}
                aria-label={said.removeOf(row.title, index + 1)}
              >
                {common.remove}
              </Button>
            </Group>
          )}
        </Group>
      ))}
      {error && <ProblemNotice error={error} />}
    </Stack>
  )
}

const HIDDEN = '••••'

function summaryOf(settings: Record<string, unknown>): string {
  return Object.entries(settings)
    .flatMap(([name, value]) => (typeof value === 'string' && value !== HIDDEN ? [`${name}: ${value}`] : []))
    .join(', ')
}

interface AddFormProps {
  path: Place
  providers: ChannelDescription['providers']
  onDone: () => void
}

function AddForm({ path, providers, onDone }: AddFormProps) {
  const { common, sources } = useTexts()
  const said = sources.connections
  const [chosen, setChosen] = useState(providers[0]?.name ?? '')
  const provider = providers.find(({ name }) => name === chosen)
  const fields = fieldsOf((provider?.settings ?? {}) as Schema)
  const [draft, setDraft] = useState<Draft>(() => draftOf(fields))
  const [problems, setProblems] = useState<Record<string, string>>({})
  const add = useChange('addProviderConnection', [...RENEWED])
  const choose = (name: string | null) => {
    const next = providers.find((one) => one.name === name)
    if (!next) return
    setChosen(next.name)
    setDraft(draftOf(fieldsOf(next.settings as Schema)))
    setProblems({})
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { settings, misread } = settingsOf(fields, draft)
    if (misread.length > 0) return setProblems(Object.fromEntries(misread.map(({ path: at }) => [at, said.notJson])))
    add.mutate(
      { path, body: { provider: chosen, settings } },
      {
        onSuccess: () => {
          say(said.providers.added)
          onDone()
        },
        onError: (failed) => {
          const named = Object.entries(problemOf(failed).details).map(([field, texts]) => ({
            field,
            at: field.replace(/^settings\./, ''),
            text: texts.join('; '),
          }))
          setProblems(Object.fromEntries(named.map(({ at, text }) => [at, text])))
          notePlaced(
            failed,
            named.filter(({ at }) => Object.hasOwn(draft, at)).map(({ field }) => field),
          )
        },
      },
    )
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {providers.length > 1 && (
          <Select
            label={said.providers.provider}
            data={providers.map(({ name, title }) => ({ value: name, label: title }))}
            value={chosen}
            onChange={choose}
            allowDeselect={false}
          />
        )}
        <Text size="sm" c="dimmed">
          {provider?.help}
        </Text>
        {fields.map((field) => (
          <Setting
            key={`${chosen}.${field.path}`}
            field={field}
            draft={draft}
            problems={problems}
            repeated={[]}
            onChange={(at, entry) => setDraft({ ...draft, [at]: entry })}
          />
        ))}
        {add.error && <ProblemNotice error={add.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onDone}>
            {common.cancel}
          </Button>
          <Button type="submit" loading={add.isPending}>
            {said.providers.add}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
