// The form of a connection, drawn from the channel's schema; saving and checking say at each field what is wrong with it.
import { Accordion, Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import type { ChannelDescription, Connection } from '../../../../../sdk/src/api.ts'
import { problemOf } from '../../../api/problem.ts'
import { useChange } from '../../../api/queries.ts'
import { notePlaced, say } from '../../../parts/forms/form-problems.ts'
import { ProblemNotice } from '../../../parts/states.tsx'
import { useMay, useWorkspace } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import { type Checked, CheckResult } from './check-result.tsx'
import { Conflict } from './conflict.tsx'
import { Setting } from './setting-field.tsx'
import {
  type Draft,
  draftOf,
  type Entry,
  fieldsOf,
  type Schema,
  secretsToRepeat,
  settingsOf,
} from './settings-draft.ts'

interface ConnectionFormProps {
  source: number
  described: ChannelDescription
  connection: Connection | undefined
}

export function ConnectionForm({ source, described, connection }: ConnectionFormProps) {
  const { common, sources } = useTexts()
  const { id: ws } = useWorkspace()
  const may = useMay()
  const said = sources.connections
  const path = { ws, source, channel: described.name }
  const fields = fieldsOf(described.settings as Schema)
  const [draft, setDraft] = useState<Draft>(() => draftOf(fields, connection?.settings))
  const [began, setBegan] = useState<Draft>(draft)
  const [dirty, setDirty] = useState(connection === undefined)
  /** What the draft was begun from; 0: nothing was connected. */
  const [version, setVersion] = useState(connection?.version ?? 0)
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [checked, setChecked] = useState<Checked>()
  const connect = useChange('connect', ['listConnections', 'readConnection'])
  const check = useChange('checkConnection', ['listConnections'])
  const error = connect.error ?? check.error
  const overtaken = connect.error !== null && problemOf(connect.error).code === 'conflict'

  const change = (at: string, entry: Entry) => {
    setDraft({ ...draft, [at]: entry })
    setProblems(without(problems, at))
    setChecked(undefined)
    setDirty(true)
  }
  const runCheck = () =>
    check.mutate(
      { path },
      {
        onSuccess: (answer) => {
          setChecked(answer)
          setProblems(bySetting(answer.problems))
        },
      },
    )
  const begin = (kept: Connection | undefined) => {
    const read = draftOf(fields, kept?.settings)
    setDraft(read)
    setBegan(read)
    setVersion(kept?.version ?? 0)
    setDirty(kept === undefined)
  }
  const save = (over: number) => {
    const { settings, misread } = settingsOf(fields, draft)
    if (misread.length > 0) return setProblems(Object.fromEntries(misread.map(({ path: at }) => [at, said.notJson])))
    check.reset()
    connect.mutate(
      { path, body: { settings, version: over } },
      {
        onSuccess: (answer) => {
          say(said.saved)
          begin(answer)
          setProblems(bySetting(answer.problems))
          runCheck()
        },
        onError: (failed) => {
          const { details } = problemOf(failed)
          setProblems(bySetting(details))
          notePlaced(
            failed,
            Object.keys(details).filter((field) => Object.hasOwn(draft, settingOf(field))),
          )
        },
      },
    )
  }

  const repeated = secretsToRepeat(fields, began, draft)
  const marked = { ...Object.fromEntries(repeated.map((at) => [at, said.secretAgain])), ...problems }
  const settings = (shown: typeof fields) =>
    shown.map((field) => (
      <Setting key={field.path} field={field} draft={draft} problems={marked} repeated={repeated} onChange={change} />
    ))
  const rare = fields.filter((field) => field.rare)
  const rareIsWrong = rare.some((field) => problems[field.path] !== undefined)
  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        save(version)
      }}
    >
      <fieldset className="bare" disabled={!may.change}>
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {described.help}
          </Text>
          {repeated.length > 0 && (
            <Alert color="yellow" variant="light" role="status" icon={<IconLock aria-hidden />} title={said.moved}>
              <Text size="sm">{said.movedText}</Text>
            </Alert>
          )}
          {settings(fields.filter((field) => !field.rare))}
          {rare.length > 0 && (
            <Accordion
              variant="default"
              chevronPosition="left"
              styles={{ chevron: { marginInlineStart: 0 } }}
              key={String(rareIsWrong)}
              defaultValue={rareIsWrong ? 'rare' : null}
            >
              <Accordion.Item value="rare" style={{ border: 0 }}>
                <Accordion.Control px={0}>
                  <Text size="sm">{said.rare}</Text>
                </Accordion.Control>
                <Accordion.Panel>
                  <Stack gap="md">{settings(rare)}</Stack>
                </Accordion.Panel>
              </Accordion.Item>
            </Accordion>
          )}
          {checked && (
            <CheckResult
              checked={checked}
              marked={new Set(Object.keys(draft))}
              showsPause={connection?.paused === true}
            />
          )}
          {overtaken ? (
            <Conflict
              path={path}
              error={error}
              fields={fields}
              mine={draft}
              onOverwrite={(theirs) => save(theirs?.version ?? 0)}
              onTakeTheirs={(theirs) => {
                connect.reset()
                begin(theirs)
              }}
            />
          ) : (
            error && <ProblemNotice error={error} />
          )}
          <Group justify="flex-end" gap="xs">
            {connection && (
              <Button variant="default" onClick={runCheck} loading={check.isPending} disabled={dirty}>
                {said.check}
              </Button>
            )}
            <Button type="submit" loading={connect.isPending}>
              {connection ? common.save : said.connect}
            </Button>
          </Group>
        </Stack>
      </fieldset>
    </form>
  )
}

function bySetting(problems: Record<string, string[]>): Record<string, string> {
  return Object.fromEntries(Object.entries(problems).map(([name, said]) => [settingOf(name), said.join('; ')]))
}

/** `settings.dkim.domain` of a refusal is `dkim.domain` of the form. */
function settingOf(field: string): string {
  return field.replace(/^settings\./, '')
}

function without(problems: Record<string, string>, at: string): Record<string, string> {
  return Object.fromEntries(Object.entries(problems).filter(([name]) => name !== at))
}
