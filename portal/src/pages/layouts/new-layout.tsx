// The dialog that creates a layout and opens its page.
import { Input, SegmentedControl, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useChange, useRead } from '../../api/queries.ts'
import { Dialog, DialogForm } from '../../parts/forms/dialog.tsx'
import { settle } from '../../parts/forms/form-problems.ts'
import { usePathTo, useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { slugOf } from '../templates/list/slug-of.ts'
import { firstLayout } from './first-layout.ts'

export function NewLayout({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { layouts } = useTexts()
  return (
    <Dialog keeps opened={opened} onClose={onClose} title={layouts.createTitle}>
      <NewLayoutForm onClose={onClose} />
    </Dialog>
  )
}

interface Values {
  name: string
  slug: string
  format: 'html' | 'mjml'
}

function NewLayoutForm({ onClose }: { onClose: () => void }) {
  const { common, emails, layouts, templates } = useTexts()
  const { id: ws } = useWorkspace()
  const pathTo = usePathTo()
  const navigate = useNavigate()
  const workspace = useRead('readWorkspace', { path: { ws } })
  const create = useChange('createLayout', ['listLayouts'])
  const form = useForm<Values>({ initialValues: { name: '', slug: '', format: 'html' } })
  const slug = form.values.slug || slugOf(form.values.name)
  const locale = workspace.data?.default_locale ?? ''
  const submit = form.onSubmit(({ name, format }) =>
    create.mutate(
      { path: { ws }, body: { name, slug, format, locales: { [locale]: { content: firstLayout(format, layouts) } } } },
      settle(form, (made) => void navigate({ to: pathTo(`layouts/${encodeURIComponent(made.slug)}`) })),
    ),
  )
  return (
    <DialogForm onSubmit={submit} change={create} onCancel={onClose} yes={layouts.create} disabled={locale === ''}>
      <TextInput
        label={common.name}
        placeholder={layouts.nameExample}
        required
        maxLength={255}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <TextInput
        label={templates.slug}
        description={layouts.slugHint}
        placeholder={slug || layouts.slugExample}
        maxLength={100}
        spellCheck={false}
        {...form.getInputProps('slug')}
      />
      <div>
        <Input.Label component="div">{layouts.format}</Input.Label>
        <Input.Description mb={4}>{layouts.formatHint}</Input.Description>
        <SegmentedControl
          fullWidth
          aria-label={layouts.format}
          data={[
            { value: 'html', label: emails.formats.html },
            { value: 'mjml', label: emails.formats.mjml },
          ]}
          {...form.getInputProps('format')}
        />
      </div>
    </DialogForm>
  )
}
