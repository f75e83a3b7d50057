// The settings of a source: name, rate limit and removal.
import { Button, Card, NumberInput, Stack, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import type { Source } from '../../../../../sdk/src/api.ts'
import { useChange } from '../../../api/queries.ts'
import { confirm } from '../../../parts/forms/confirm.ts'
import { onlyChanged, settle, showToast } from '../../../parts/forms/form-problems.ts'
import { SettingsForm } from '../../../parts/forms/settings-form.tsx'
import { ProblemNotice } from '../../../parts/states.tsx'
import { useMay, usePathTo, useWorkspace } from '../../../session/workspace.tsx'
import { useSeparators } from '../../../texts/numbers.ts'
import { useTexts } from '../../../texts/texts.tsx'

export function SourceSettings({ source }: { source: Source }) {
  const may = useMay()
  return (
    <Stack gap="lg" maw={620}>
      <Settings source={source} />
      {may.change && <Removal source={source} />}
    </Stack>
  )
}

function Settings({ source }: { source: Source }) {
  const { common, sources } = useTexts()
  const { id: ws } = useWorkspace()
  const separators = useSeparators()
  const isRaised = source.rate_limit === source.seeded_rate_limit
  const form = useForm({ initialValues: { name: source.name, rate_limit: source.rate_limit } })
  const change = useChange('changeSource', ['readSource', 'listSources'])
  const submit = form.onSubmit((body) =>
    change.mutate(
      { path: { ws, source: source.id }, body: onlyChanged(form, body) },
      settle(form, () => {
        form.resetDirty()
        showToast(common.saved)
      }),
    ),
  )
  return (
    <SettingsForm onSubmit={submit} change={change} dirty={form.isDirty()}>
      <TextInput
        label={common.name}
        description={sources.nameHint}
        required
        maxLength={255}
        {...form.getInputProps('name')}
      />
      <NumberInput
        label={sources.rateLimit}
        description={
          isRaised
            ? `${sources.rateLimitHint} ${sources.rateLimitRaised(source.rate_limit, source.default_rate_limit)}`
            : sources.rateLimitHint
        }
        required
        min={1}
        max={1_000_000_000}
        allowDecimal={false}
        {...separators}
        {...form.getInputProps('rate_limit')}
      />
    </SettingsForm>
  )
}

function Removal({ source }: { source: Source }) {
  const { sources } = useTexts()
  const { id: ws } = useWorkspace()
  const pathTo = usePathTo()
  const navigate = useNavigate()
  const remove = useChange('removeSource', ['listSources'])
  const confirmRemoval = async () => {
    const sure = await confirm({
      title: sources.removeTitle(source.name),
      text: sources.removeText,
      yes: sources.remove,
      typed: source.name.trim(),
    })
    if (!sure) return
    remove.mutate(
      { path: { ws, source: source.id } },
      {
        onSuccess: () => {
          showToast(sources.removed(source.name))
          void navigate({ to: pathTo('sources') })
        },
      },
    )
  }
  return (
    <Card>
      <Stack gap="sm" align="flex-start">
        <Title order={2}>{sources.remove}</Title>
        <Text size="sm" c="dimmed">
          {sources.removeText}
        </Text>
        {remove.error && <ProblemNotice error={remove.error} />}
        <Button color="red" variant="light" onClick={() => void confirmRemoval()} loading={remove.isPending}>
          {sources.remove}
        </Button>
      </Stack>
    </Card>
  )
}
