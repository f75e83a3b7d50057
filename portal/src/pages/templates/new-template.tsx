// The dialog that creates a template and opens the editor. The new template is a draft.
import { Input, SegmentedControl, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useChange, useRead } from '../../api/queries.ts'
import { Dialog, DialogForm } from '../../parts/forms/dialog.tsx'
import { settle } from '../../parts/forms/form-problems.ts'
import { usePathTo, useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { slugOf } from './list/slug-of.ts'

export function NewTemplate({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { templates } = useTexts()
  return (
    <Dialog keeps opened={opened} onClose={onClose} title={templates.createTitle}>
      <NewTemplateForm onClose={onClose} />
    </Dialog>
  )
}

interface Values {
  name: string
  slug: string
  locale: string
  engine: 'placeholders' | 'liquid'
}

function NewTemplateForm({ onClose }: { onClose: () => void }) {
  const { common, emails, templates } = useTexts()
  const { id: ws } = useWorkspace()
  const pathTo = usePathTo()
  const navigate = useNavigate()
  const workspace = useRead('readWorkspace', { path: { ws } })
  const create = useChange('createTemplate', ['listTemplateSummaries'])
  const form = useForm<Values>({ initialValues: { name: '', slug: '', locale: '', engine: 'placeholders' } })
  const slug = form.values.slug || slugOf(form.values.name)
  const locale = form.values.locale || (workspace.data?.default_locale ?? '')
  const submit = form.onSubmit(({ name, engine }) =>
    create.mutate(
      {
        path: { ws },
        body: {
          name,
          slug,
          engine,
          publish: false,
          locales: { [locale]: { subject: name, body: templates.firstBody } },
        },
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
      <div>
        <Input.Label component="div">{emails.engine}</Input.Label>
        <SegmentedControl
          fullWidth
          aria-label={emails.engine}
          data={[
            { value: 'placeholders', label: emails.engines.placeholders },
            { value: 'liquid', label: emails.engines.liquid },
          ]}
          {...form.getInputProps('engine')}
        />
        <Text size="xs" c="dimmed" mt={4}>
          {emails.engineHints[form.values.engine]}
        </Text>
      </div>
    </DialogForm>
  )
}
