// The preferences of a recipient: a choice for each category, choices for single channels, and the link for the
// recipient.
import { Accordion, Anchor, Button, Card, Code, Group, Select, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Preferences, StoredRecipient } from '../../../../../sdk/src/api.ts'
import { useChange, useRead } from '../../../api/queries.ts'
import { useChannelChoices } from '../../../parts/channels.ts'
import { Copy } from '../../../parts/copy.tsx'
import { ProblemNotice, QueryResult } from '../../../parts/states.tsx'
import { Moment } from '../../../parts/time.tsx'
import { useMay, usePathTo, useWorkspace } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'

type Preference = Preferences['data'][number]

export function PreferencesCard({ recipient: { id } }: { recipient: StoredRecipient }) {
  const { preferences } = useTexts()
  const { id: ws } = useWorkspace()
  const may = useMay()
  const query = useRead('readPreferences', { path: { ws, id } })
  return (
    <Card component="section" aria-label={preferences.title}>
      <Stack gap="sm">
        <Title order={2}>{preferences.title}</Title>
        <QueryResult query={query}>
          {({ data, unsubscribed_at: since }) =>
            since !== null ? (
              <Unsubscribed recipient={id} since={since} />
            ) : data.length === 0 ? (
              <None />
            ) : (
              <>
                <Text size="sm" c="dimmed">
                  {preferences.text}
                </Text>
                {data.map((one) => (
                  <OfCategory key={one.category} recipient={id} preference={one} />
                ))}
                {may.change && <PageLink recipient={id} />}
              </>
            )
          }
        </QueryResult>
      </Stack>
    </Card>
  )
}

/** The recipient unsubscribed from everything, so its choices for categories have no effect. */
function Unsubscribed({ recipient, since }: { recipient: number; since: string }) {
  const { preferences } = useTexts()
  const { id: ws } = useWorkspace()
  const may = useMay()
  const change = useChange('changePreferences', ['readPreferences', 'listSuppressions'])
  return (
    <Stack gap="xs" align="flex-start">
      <Text size="sm">{preferences.unsubscribed}</Text>
      <Moment at={since} />
      {may.change && (
        <Button
          size="xs"
          variant="default"
          loading={change.isPending}
          onClick={() => change.mutate({ path: { ws, id: recipient }, body: { '*': { allowed: true } } })}
        >
          {preferences.resubscribe}
        </Button>
      )}
      {change.error && <ProblemNotice error={change.error} />}
    </Stack>
  )
}

function None() {
  const { preferences } = useTexts()
  const pathTo = usePathTo()
  return (
    <Text size="sm" c="dimmed">
      {preferences.none}{' '}
      <Anchor component={Link} to={pathTo('categories')} underline="always" inherit>
        {preferences.create}
      </Anchor>
    </Text>
  )
}

function OfCategory({ recipient, preference }: { recipient: number; preference: Preference }) {
  const { preferences } = useTexts()
  const { id: ws } = useWorkspace()
  const channels = useChannelChoices()
  const change = useChange('changePreferences', ['readPreferences'])
  const { category, name, required, allowed, allowed_by_default } = preference
  const set = (value: NonNullable<Parameters<typeof change.mutate>[0]>['body'][string]) =>
    change.mutate({ path: { ws, id: recipient }, body: { [category]: value } })
  if (required)
    return (
      <div>
        <Text size="sm" fw={500} className="wrap-anywhere">
          {name}
        </Text>
        <Text size="sm" c="dimmed">
          {preferences.required}
        </Text>
      </div>
    )
  return (
    <Stack gap={4}>
      <Choice
        label={name}
        value={allowed}
        fallback={preferences.byDefault(allowed_by_default)}
        isBusy={change.isPending}
        onChange={(value) => set({ allowed: value })}
      />
      <Accordion variant="filled">
        <Accordion.Item value="channels">
          <Accordion.Control>{preferences.channels}</Accordion.Control>
          <Accordion.Panel>
            <Stack gap="xs">
              {channels.map(({ value: channel, label }) => (
                <Choice
                  key={channel}
                  label={preferences.of(name, label)}
                  value={valueOn(preference, channel)}
                  fallback={preferences.asCategory}
                  isBusy={change.isPending}
                  onChange={(value) => set({ channels: { [channel]: value } })}
                />
              ))}
            </Stack>
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
      {change.error && <ProblemNotice error={change.error} />}
    </Stack>
  )
}

function valueOn({ channels }: Preference, channel: string): boolean | null {
  const value = channels[channel]
  return typeof value === 'boolean' ? value : null
}

interface ChoiceProps {
  label: string
  /** null if there is no preference. */
  value: boolean | null
  /** The label of the option without a preference. */
  fallback: string
  isBusy: boolean
  onChange: (value: boolean | null) => void
}

function Choice({ label, value, fallback, isBusy, onChange }: ChoiceProps) {
  const { preferences } = useTexts()
  const may = useMay()
  return (
    <Select
      label={label}
      data={[
        { value: 'none', label: fallback },
        { value: 'true', label: preferences.accepts },
        { value: 'false', label: preferences.declines },
      ]}
      value={value === null ? 'none' : String(value)}
      onChange={(chosen) => onChange(chosen === 'none' ? null : chosen === 'true')}
      allowDeselect={false}
      disabled={!may.change || isBusy}
    />
  )
}

function PageLink({ recipient }: { recipient: number }) {
  const { preferences } = useTexts()
  const { id: ws } = useWorkspace()
  const create = useChange('preferenceLink', [])
  return (
    <Stack gap="xs" align="flex-start">
      <Button
        size="xs"
        variant="default"
        loading={create.isPending}
        onClick={() => create.mutate({ path: { ws, id: recipient } })}
      >
        {preferences.link}
      </Button>
      {create.error && <ProblemNotice error={create.error} />}
      {create.data && (
        <>
          <Group gap="xs" wrap="nowrap">
            <Code className="wrap-anywhere">{create.data.url}</Code>
            <Copy value={create.data.url} label={preferences.title} />
          </Group>
          <Text size="sm" c="dimmed">
            {preferences.linkText}
          </Text>
        </>
      )}
    </Stack>
  )
}
