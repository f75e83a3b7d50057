// The dialog that makes a copy of a template. The copy is a draft.
import { Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useChange } from '../../../api/queries.ts'
import { Dialog, DialogForm } from '../../../parts/forms/dialog.tsx'
import { settle } from '../../../parts/forms/form-problems.ts'
import { usePathTo, useWorkspace } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import { slugOf } from './slug-of.ts'

interface Original {
  slug: string
  name: string
}

interface CloneTemplateProps {
  /** Undefined closes the dialog. */
  of: Original | undefined
  onClose: () => void
}

export function CloneTemplate({ of, onClose }: CloneTemplateProps) {
  const { publishing } = useTexts()
  // The last template. Its name stays visible while the dialog fades out.
  const [shown, setShown] = useState(of)
  if (of !== undefined && of !== shown) setShown(of)
  return (
    <Dialog keeps opened={of !== undefined} onClose={onClose} title={publishing.cloneTitle(shown?.name ?? '')}>
      {shown !== undefined && <CloneForm key={shown.slug} of={shown} onClose={onClose} />}
    </Dialog>
  )
}

function CloneForm({ of, onClose }: { of: Original; onClose: () => void }) {
  const { common, publishing, templates } = useTexts()
  const { id: ws } = useWorkspace()
  const pathTo = usePathTo()
  const navigate = useNavigate()
  const clone = useChange('cloneTemplate', ['listTemplateSummaries', 'listTemplateTags', 'listLayouts', 'readLayout'])
  const form = useForm({ initialValues: { name: publishing.copyOf(of.name).slice(0, 255), slug: '' } })
  const slug = form.values.slug || slugOf(form.values.name)
  const submit = form.onSubmit(({ name }) =>
    clone.mutate(
      { path: { ws, slug: of.slug }, body: { name, slug } },
      settle(form, (made) => {
        onClose()
        void navigate({ to: pathTo(`templates/${encodeURIComponent(made.slug)}`) })
      }),
    ),
  )
  return (
    <DialogForm onSubmit={submit} change={clone} onCancel={onClose} yes={publishing.clone}>
      <Text size="sm">{publishing.cloneText}</Text>
      <TextInput label={common.name} required maxLength={255} data-autofocus {...form.getInputProps('name')} />
      <TextInput
        label={templates.slug}
        description={templates.slugHint}
        placeholder={slug}
        maxLength={100}
        spellCheck={false}
        {...form.getInputProps('slug')}
      />
    </DialogForm>
  )
}
