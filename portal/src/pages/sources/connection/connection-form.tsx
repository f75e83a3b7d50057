// The form of a connection, built from the schema of its provider. After a save or a check, the form marks each invalid
// setting.
import { Accordion, Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import type { FormEvent, ReactNode } from 'react'
import type { ChannelDescription, ProviderConnection } from '../../../../../sdk/src/api.ts'
import { ProblemNotice } from '../../../parts/states.tsx'
import { useMay } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import { CheckResult } from './check-result.tsx'
import { Conflict } from './conflict.tsx'
import { type ConnectionDraft, useConnectionDraft } from './connection-draft.ts'
import { type Preset, Presets } from './presets.tsx'
import { Setting } from './setting-field.tsx'
import { type Field, fieldsOf, type Schema, translateSchema } from './settings-draft.ts'
import type { ConnectionTarget, Stored } from './target.ts'

interface ConnectionFormProps {
  target: ConnectionTarget
  described: Pick<ChannelDescription, 'help' | 'settings'> & { presets?: Preset[] }
  stored: Stored | undefined
  /** True if the page already shows why the channel is paused. */
  showsPause: boolean
  /** The label of the submit button. */
  yes: string
  /** Additional buttons, shown before the buttons of the form. */
  buttons?: ReactNode
  onAdded?: (added: Pick<ProviderConnection, 'id'>) => void
}

export function ConnectionForm({ target, described, stored, showsPause, yes, buttons, onAdded }: ConnectionFormProps) {
  const may = useMay()
  const { sources, serverText } = useTexts()
  const texts = sources.connections
  const fields = fieldsOf(translateSchema(described.settings as Schema, serverText))
  const form = useConnectionDraft({ target, fields, stored, onAdded })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    form.save(form.version)
  }
  return (
    <form onSubmit={submit}>
      <fieldset className="bare" disabled={!may.change}>
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {serverText(described.help)}
          </Text>
          {form.repeated.length > 0 && (
            <Alert
              color="yellow"
              variant="light"
              role="status"
              icon={<IconLock aria-hidden />}
              title={texts.destinationChanged}
            >
              <Text size="sm">{texts.destinationChangedText}</Text>
            </Alert>
          )}
          <Presets presets={described.presets ?? []} onChoose={form.fill} />
          <Settings fields={fields.filter((field) => !field.rare)} form={form} />
          <RareSettings fields={fields.filter((field) => field.rare)} form={form} />
          {form.checked && (
            <CheckResult checked={form.checked} marked={new Set(Object.keys(form.draft))} showsPause={showsPause} />
          )}
          {form.isRefusedAsOutdated ? (
            <Conflict target={target} fields={fields} form={form} />
          ) : (
            form.error && <ProblemNotice error={form.error} />
          )}
          <Group justify="flex-end" gap="xs">
            {buttons}
            {stored && (
              <Button variant="default" onClick={form.runCheck} loading={form.isChecking} disabled={form.isDirty}>
                {texts.check}
              </Button>
            )}
            <Button type="submit" loading={form.isSaving}>
              {yes}
            </Button>
          </Group>
        </Stack>
      </fieldset>
    </form>
  )
}

interface SettingsProps {
  fields: Field[]
  form: ConnectionDraft
}

function Settings({ fields, form }: SettingsProps) {
  return fields.map((field) => (
    <Setting
      key={field.path}
      field={field}
      draft={form.draft}
      problems={form.problems}
      repeated={form.repeated}
      onChange={form.change}
    />
  ))
}

/** The settings that rarely need a change. They are collapsed unless one of them is invalid. */
function RareSettings({ fields, form }: SettingsProps) {
  const texts = useTexts().sources.connections
  if (fields.length === 0) return null
  const isWrong = fields.some(({ path }) => form.problems[path] !== undefined)
  return (
    <Accordion
      variant="default"
      chevronPosition="left"
      styles={{ chevron: { marginInlineStart: 0 } }}
      key={String(isWrong)}
      defaultValue={isWrong ? 'rare' : null}
    >
      <Accordion.Item value="rare" style={{ border: 0 }}>
        <Accordion.Control px={0}>
          <Text size="sm">{texts.advanced}</Text>
        </Accordion.Control>
        <Accordion.Panel>
          <Stack gap="md">
            <Settings fields={fields} form={form} />
          </Stack>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  )
}
