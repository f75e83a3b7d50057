// The dialog for operators that changes the plan or the limits of a workspace.
import { Button, NumberInput, Select, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import type { WorkspaceDetail } from '../../../../sdk/src/api.ts'
import { useChange } from '../../api/queries.ts'
import type { Input } from '../../api/request.ts'
import { Dialog, DialogForm } from '../../parts/forms/dialog.tsx'
import { onlyChanged, settle, showToast } from '../../parts/forms/form-problems.ts'
import { useSession } from '../../session/session.ts'
import { useSeparators } from '../../texts/numbers.ts'
import { useTexts } from '../../texts/texts.tsx'

type PlanSlug = NonNullable<Input<'changeWorkspace'>['body']['plan']>

export function ChangePlan({ workspace }: { workspace: WorkspaceDetail }) {
  const { plan } = useTexts()
  const [opened, { open, close }] = useDisclosure()
  return (
    <>
      <Button variant="default" onClick={open}>
        {plan.change}
      </Button>
      <Dialog keeps opened={opened} onClose={close} title={plan.changeOf(workspace.name)}>
        <PlanForm workspace={workspace} onClose={close} />
      </Dialog>
    </>
  )
}

function PlanForm({ workspace, onClose }: { workspace: WorkspaceDetail; onClose: () => void }) {
  const { common, plan } = useTexts()
  const { installation } = useSession()
  const separators = useSeparators()
  const change = useChange('changeWorkspace', ['readWorkspace', 'listWorkspaces', 'readSession'])
  // An empty field means “unlimited”.
  const form = useForm<{ plan: string; quota: number | string; whatsapp_limit: number | string }>({
    initialValues: {
      plan: workspace.plan,
      quota: workspace.quota ?? '',
      whatsapp_limit: workspace.whatsapp_limit ?? '',
    },
  })
  const limitOf = (value: number | string) => (value === '' ? null : Number(value))
  const choosePlan = (slug: string | null) => {
    const chosen = installation.plans.find((one) => one.slug === slug)
    if (chosen === undefined) return
    form.setValues({ plan: chosen.slug, quota: chosen.quota ?? '', whatsapp_limit: chosen.quota ?? '' })
  }
  const submit = form.onSubmit((values) =>
    change.mutate(
      {
        path: { ws: workspace.id },
        body: onlyChanged(form, {
          plan: values.plan as PlanSlug,
          quota: limitOf(values.quota),
          whatsapp_limit: limitOf(values.whatsapp_limit),
        }),
      },
      settle(form, () => {
        showToast(common.saved)
        onClose()
      }),
    ),
  )
  return (
    <DialogForm onSubmit={submit} change={change} onCancel={onClose} yes={common.save}>
      <Select
        label={plan.plan}
        data={installation.plans.map(({ slug, name }) => ({ value: slug, label: name }))}
        value={form.values.plan}
        onChange={choosePlan}
        allowDeselect={false}
        error={form.errors.plan}
      />
      <NumberInput
        label={plan.quota}
        placeholder={common.unlimited}
        allowDecimal={false}
        min={0}
        {...separators}
        {...form.getInputProps('quota')}
      />
      <NumberInput
        label={plan.whatsappLimit}
        placeholder={common.unlimited}
        allowDecimal={false}
        min={0}
        {...separators}
        {...form.getInputProps('whatsapp_limit')}
      />
      <Text size="sm" c="dimmed">
        {plan.limitsText}
      </Text>
    </DialogForm>
  )
}
