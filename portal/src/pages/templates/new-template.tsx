// The dialog that creates a template and opens the editor.
import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useChange, useRead } from '../../api/queries.ts'
import { Dialog, DialogForm } from '../../parts/forms/dialog.tsx'
import { settle } from '../../parts/forms/form-problems.ts'
import { usePathTo, useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'

export function NewTemplate({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { templates } = useTexts()
  return (
    <Dialog keeps opened={opened} onClose={onClose} title={templates.createTitle}>
      <NewTemplateForm onClose={onClose} />
    </Dialog>
  )
}

function NewTemplateForm({ onClose }: { onClose: () => void }) {
  const { common, templates } = useTexts()
  const { id: ws } = useWorkspace()
  const pathTo = usePathTo()
  const navigate = useNavigate()
  const workspace = useRead('readWorkspace', { path: { ws } })
  const create = useChange('createTemplate', ['listTemplates'])
  const form = useForm({ initialValues: { name: '', slug: '', locale: '' } })
  const slug = form.values.slug || slugOf(form.values.name)
  const locale = form.values.locale || (workspace.data?.default_locale ?? '')
  const submit = form.onSubmit(({ name }) =>
    create.mutate(
      {
        path: { ws },
        body: { name, slug, locales: { [locale]: { subject: name, body: templates.firstBody } } },
      },
      settle(form, (made) => void navigate({ to: pathTo(`templates/${encodeURIComponent(made.slug)}`) })),
    ),
  )
  return (
    <DialogForm onSubmit={submit} change={create} onCancel={onClose} yes={templates.create} disabled={locale === ''}>
      <TextInput
        label={common.name}
        description={templates.nameHint}
        placeholder={templates.nameExample}
        required
        maxLength={255}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <TextInput
        label={templates.slug}
        description={templates.slugHint}
        placeholder={slug || templates.slugExample}
        maxLength={100}
        spellCheck={false}
        {...form.getInputProps('slug')}
      />
      <TextInput
        label={templates.firstLocale}
        description={templates.localeHint}
        placeholder={locale}
        maxLength={10}
        spellCheck={false}
        {...form.getInputProps('locale')}
      />
    </DialogForm>
  )
}

/** Converts a name to a slug: “Order shipped!” becomes order-shipped. */
function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return plain
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 100)
}
