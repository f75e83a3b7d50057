// The dialog that creates or edits an automation: trigger, template, source and channel.
import { Select, Text, Textarea, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import type { Automation } from '../../../../sdk/src/api.ts'
import { useChange, useRead } from '../../api/queries.ts'
import type { Input } from '../../api/request.ts'
import { useChannelChoices } from '../../parts/channels.ts'
import { Dialog, DialogForm } from '../../parts/forms/dialog.tsx'
import { onlyChanged, settle } from '../../parts/forms/form-problems.ts'
import { SourceSelect, TemplateSelect } from '../../parts/forms/searched-select.tsx'
import { useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'

/** The queries of templates that become stale when an automation changes, because they name or count automations. */
export const staleTemplateQueries = ['readTemplate', 'listTemplateSummaries'] as const

type Trigger = Automation['trigger']
type Body = Input<'createAutomation'>['body']

interface AutomationFormProps {
  /** The automation to edit. If it is undefined, the dialog creates an automation. */
  automation?: Automation
  opened: boolean
  onClose: () => void
  onSaved: (automation: Automation) => void
}

export function AutomationForm({ opened, onClose, ...rest }: AutomationFormProps) {
  const { automations } = useTexts()
  return (
    <Dialog
      keeps
      opened={opened}
      onClose={onClose}
      title={rest.automation ? automations.edit : automations.add}
      size="lg"
    >
      <Fields onClose={onClose} {...rest} />
    </Dialog>
  )
}

interface Values {
  name: string
  type: Trigger['type']
  word: string
  source: string
  template: string
  channel: string
  vars: string
}

function Fields({ automation, onClose, onSaved: onKept }: Omit<AutomationFormProps, 'opened'>) {
  const { automations, common } = useTexts()
  const { id: ws } = useWorkspace()
  const only = useOnlySource()
  const create = useChange('createAutomation', ['listAutomations', ...staleTemplateQueries])
  const change = useChange('changeAutomation', ['listAutomations', 'readAutomation', ...staleTemplateQueries])
  const form = useForm<Values>({ initialValues: valuesOf(automation) })

  const submit = form.onSubmit((values) => {
    const body = bodyOf({ ...values, source: values.source || only })
    const options = settle(form, (saved: Automation) => {
      onClose()
      onKept(saved)
    })
    if (automation) change.mutate({ path: { ws, id: automation.id }, body: changesOf(form, body) }, options)
    else create.mutate({ path: { ws }, body }, options)
  })

  return (
    <DialogForm
      onSubmit={submit}
      change={automation ? change : create}
      onCancel={onClose}
      yes={automation ? common.save : automations.add}
    >
      <TextInput
        label={common.name}
        placeholder={automations.nameExample}
        required
        withAsterisk={false}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <TriggerFields form={form} />
      <MessageFields form={form} only={only} />
      <Text size="sm" c="dimmed">
        {automations.once}
      </Text>
    </DialogForm>
  )
}

/** Returns the id of the source if the workspace has only one source. Otherwise returns an empty text. */
function useOnlySource(): string {
  const { id: ws } = useWorkspace()
  const sources = useRead('listSources', { path: { ws }, query: { limit: 2 } })
  const [first, second] = sources.data?.data ?? []
  return first && !second ? String(first.id) : ''
}

type Form = UseFormReturnType<Values>

function TriggerFields({ form }: { form: Form }) {
  const { automations } = useTexts()
  const { type } = form.values
  return (
    <>
      <Select
        label={automations.when}
        data={[
          { value: 'contact.created', label: automations.whenCreated },
          { value: 'contact.tagged', label: automations.whenTagged('…') },
          { value: 'message.received', label: automations.whenReplied('…') },
        ]}
        allowDeselect={false}
        {...form.getInputProps('type')}
      />
      {type !== 'contact.created' && (
        <TextInput
          label={type === 'contact.tagged' ? automations.tag : automations.keyword}
          description={type === 'contact.tagged' ? undefined : automations.keywordText}
          required
          withAsterisk={false}
          {...form.getInputProps('word')}
        />
      )}
    </>
  )
}

function MessageFields({ form, only }: { form: Form; only: string }) {
  const { automations } = useTexts()
  const choices = useChannelChoices()
  return (
    <>
      <TemplateSelect
        label={automations.template}
        required
        withAsterisk={false}
        nothingFoundMessage={automations.noTemplate}
        {...form.getInputProps('template')}
      />
      <SourceSelect
        label={automations.source}
        allowDeselect={false}
        {...form.getInputProps('source')}
        value={form.values.source || only || null}
      />
      <Select
        label={automations.channel}
        description={automations.channelText}
        data={choices}
        placeholder={automations.anyChannel}
        clearable
        {...form.getInputProps('channel')}
        value={form.values.channel || null}
        onChange={(value) => form.setFieldValue('channel', value ?? '')}
      />
      <Textarea
        label={automations.vars}
        description={automations.varsText}
        placeholder={'coupon=WELCOME10'}
        autosize
        minRows={2}
        {...form.getInputProps('vars')}
      />
    </>
  )
}

/**
 * Returns only the edited fields, so that a save does not overwrite the changes of other members. If a part of the
 * trigger was edited, returns the whole trigger.
 */
function changesOf(form: { isDirty(field: string): boolean }, { trigger, ...body }: Body): Partial<Body> {
  return {
    ...onlyChanged(form, body),
    ...(form.isDirty('type') || form.isDirty('word') ? { trigger } : {}),
  }
}

function valuesOf(automation: Automation | undefined): Values {
  const { type = 'contact.created', tag = '', keyword = '' } = automation?.trigger ?? {}
  return {
    name: automation?.name ?? '',
    type,
    word: tag || keyword,
    source: automation ? String(automation.source) : '',
    template: automation?.template ?? '',
    channel: automation?.channel ?? '',
    vars: Object.entries(automation?.vars ?? {})
      .map(([name, value]) => `${name}=${value}`)
      .join('\n'),
  }
}

/**
 * Builds the request body. Each line of the variables contains `name=value`. A line without `=` is a name with an empty
 * value.
 */
function bodyOf({ name, type, word, source, template, channel, vars }: Values): Body {
  const lines = vars.split('\n').filter((line) => line.trim() !== '')
  const pairs = lines.map((line) => {
    const at = line.indexOf('=')
    return at === -1 ? [line.trim(), ''] : [line.slice(0, at).trim(), line.slice(at + 1)]
  })
  return {
    name,
    trigger: {
      type,
      ...(type === 'contact.tagged' ? { tag: word } : {}),
      ...(type === 'message.received' ? { keyword: word } : {}),
    },
    source: Number(source),
    template,
    channel: channel === '' ? null : (channel as NonNullable<Body['channel']>),
    vars: Object.fromEntries(pairs),
  }
}
