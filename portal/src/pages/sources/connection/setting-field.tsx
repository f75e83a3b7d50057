// The input of one setting, built from its schema: text, secret, choice, JSON file or group.
import { Button, Card, FileButton, Group, Select, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core'
import { IconFileUpload, IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { SecretInput } from '../../../parts/forms/secret-input.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import { SettingLink } from './setting-link.tsx'
import { choicesOf, type Draft, type Field, type SettingDraft, titleOf } from './settings-draft.ts'

interface SettingProps {
  field: Field
  draft: Draft
  /** The problems that the API or the connection check reported, by the path of the setting. */
  problems: Record<string, string>
  /** The paths of stored secrets that must be entered again. */
  repeated: string[]
  onChange: (path: string, entry: SettingDraft) => void
}

export function Setting({ field, draft, problems, repeated, onChange }: SettingProps) {
  if (field.kind === 'group')
    return <SettingGroup field={field} draft={draft} problems={problems} repeated={repeated} onChange={onChange} />
  return (
    <Leaf
      field={field}
      entry={draft[field.path]!}
      problem={problems[field.path]}
      repeated={repeated.includes(field.path)}
      onChange={(entry) => onChange(field.path, entry)}
    />
  )
}

interface LeafProps {
  field: Field
  entry: SettingDraft
  problem: string | undefined
  repeated: boolean
  onChange: (entry: SettingDraft) => void
}

function Leaf({ field, entry, problem, repeated, onChange }: LeafProps) {
  const { sources } = useTexts()
  const { schema } = field
  const example = schema.examples?.[0] ?? schema.default
  const common = {
    label: titleOf(field),
    description: schema.link === undefined ? schema.description : <SettingLink schema={schema} />,
    error: problem,
    placeholder: entry.state === 'stored' && !repeated ? sources.connections.stored : placeholderOf(example),
    required: repeated || (field.required && entry.state !== 'stored'),
    autoComplete: 'off',
    spellCheck: false,
    ...(schema.maxLength === undefined ? {} : { maxLength: schema.maxLength }),
  }
  const type = (text: string) => onChange({ state: entry.state === 'off' ? 'given' : entry.state, text })
  return (
    <Stack gap={4}>
      {field.kind === 'choice' ? (
        <Select
          label={common.label}
          description={common.description}
          error={problem}
          data={choicesOf(schema).map((value) => ({ value, label: schema.choices?.[value] ?? value }))}
          value={entry.text || null}
          placeholder={sources.connections.automatic}
          clearable
          clearButtonProps={{ 'aria-label': sources.connections.clear(common.label) }}
          onChange={(value) => type(value ?? '')}
        />
      ) : isLong(field) ? (
        <LongText {...common} json={field.kind === 'json'} text={entry.text} onType={type} />
      ) : schema.secret ? (
        <SecretInput
          {...common}
          value={entry.text}
          onChange={(event) => type(event.currentTarget.value)}
          showLabel={sources.connections.show(common.label)}
        />
      ) : (
        <TextInput {...common} value={entry.text} onChange={(event) => type(event.currentTarget.value)} />
      )}
      {!field.required && !repeated && <StoredSecret entry={entry} name={common.label} onChange={onChange} />}
    </Stack>
  )
}

/**
 * The field of a stored secret. An optional secret can be removed, and the removal can be undone until the form is
 * saved.
 */
function StoredSecret({
  entry,
  name,
  onChange,
}: {
  entry: SettingDraft
  name: string
  onChange: (entry: SettingDraft) => void
}) {
  const { sources } = useTexts()
  const texts = sources.connections
  if (entry.state === 'given') return null
  const off = entry.state === 'off'
  return (
    <Group gap="xs">
      <IconLock size={14} aria-hidden />
      <Text size="xs" c="dimmed">
        {off ? texts.removedOnSave : texts.storedHidden}
      </Text>
      <Button
        size="compact-xs"
        variant="subtle"
        color={off ? 'gray' : 'red'}
        aria-label={off ? texts.keepOf(name) : texts.removeOf(name)}
        onClick={() => onChange({ state: off ? 'stored' : 'off', text: '' })}
      >
        {off ? texts.keep : texts.remove}
      </Button>
    </Group>
  )
}

interface LongTextProps {
  label: string
  description: ReactNode
  placeholder: string
  required: boolean
  error: string | undefined
  maxLength?: number
  json: boolean
  text: string
  onType: (text: string) => void
}

/**
 * An input for a key or a JSON object, which can be pasted or loaded from a file. The browser sends the file only to
 * the API.
 */
function LongText({ json, text, onType, ...input }: LongTextProps) {
  const { sources } = useTexts()
  const read = async (file: File | null) => {
    if (file !== null) onType(await file.text())
  }
  return (
    <>
      <Textarea
        {...input}
        value={text}
        onChange={(event) => onType(event.currentTarget.value)}
        autosize
        minRows={3}
        maxRows={8}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 12 } }}
      />
      <FileButton onChange={(file) => void read(file)} accept={json ? 'application/json,.json' : '.pem,.key,.p8,.txt'}>
        {(props) => (
          <Button
            {...props}
            size="compact-xs"
            variant="subtle"
            leftSection={<IconFileUpload size={14} aria-hidden />}
            style={{ alignSelf: 'flex-start' }}
          >
            {sources.connections.readFile}
          </Button>
        )}
      </FileButton>
    </>
  )
}

function SettingGroup({ field, draft, problems, repeated, onChange }: SettingProps) {
  const { sources } = useTexts()
  const texts = sources.connections
  const entry = draft[field.path]!
  const name = titleOf(field)
  const set = (state: SettingDraft['state']) => onChange(field.path, { state, text: '' })
  return (
    <Card withBorder padding="md" component="fieldset" m={0} aria-label={name}>
      <Stack gap="md">
        {field.required ? (
          <Text fw={560} size="sm">
            {name}
          </Text>
        ) : (
          <Switch
            label={name}
            description={field.schema.description}
            checked={entry.state !== 'off'}
            onChange={(event) => set(event.currentTarget.checked ? 'given' : 'off')}
          />
        )}
        {problems[field.path] !== undefined && (
          <Text size="xs" c="var(--mantine-color-error)">
            {problems[field.path]}
          </Text>
        )}
        {entry.state === 'stored' && (
          <Group gap="xs">
            <IconLock size={14} aria-hidden />
            <Text size="sm" c="dimmed">
              {texts.storedHidden}
            </Text>
            <Button size="compact-sm" variant="default" onClick={() => set('given')} aria-label={texts.replaceOf(name)}>
              {texts.replace}
            </Button>
          </Group>
        )}
        {entry.state === 'given' &&
          field.fields.map((inner) => (
            <Setting
              key={inner.path}
              field={inner}
              draft={draft}
              problems={problems}
              repeated={repeated}
              onChange={onChange}
            />
          ))}
      </Stack>
    </Card>
  )
}

/**
 * Returns whether the setting needs an input with several lines. A single-line input would remove the line breaks of
 * PEM keys.
 */
function isLong({ kind, schema }: Field): boolean {
  return kind === 'json' || (schema.maxLength ?? 0) > 4096
}

/**
 * Returns the example of a setting as text, for the placeholder of its input. Lists and objects have no placeholder.
 */
function placeholderOf(example: unknown): string {
  return typeof example === 'string' || typeof example === 'number' ? String(example) : ''
}
