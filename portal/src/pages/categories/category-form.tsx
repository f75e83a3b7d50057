// The dialog that creates or edits a category.
import { Switch, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Category } from '../../../../sdk/src/api.ts'
import { useChange } from '../../api/queries.ts'
import { Dialog, DialogForm } from '../../parts/forms/dialog.tsx'
import { onlyChanged, settle, showToast } from '../../parts/forms/form-problems.ts'
import { useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'

interface CategoryFormProps {
  /** The category to edit. If it is undefined, the dialog creates a category. */
  category?: Category | undefined
  opened: boolean
  onClose: () => void
}

export function CategoryForm({ category, opened, onClose }: CategoryFormProps) {
  const { categories } = useTexts()
  return (
    <Dialog keeps opened={opened} onClose={onClose} title={category ? categories.edit : categories.add} size="lg">
      <Fields category={category} onClose={onClose} />
    </Dialog>
  )
}

function Fields({ category, onClose }: Omit<CategoryFormProps, 'opened'>) {
  const { categories, common } = useTexts()
  const { id: ws } = useWorkspace()
  const create = useChange('createCategory', ['listCategories', 'readPreferences'])
  const change = useChange('changeCategory', ['listCategories', 'readPreferences'])
  const form = useForm({
    initialValues: {
      slug: category?.slug ?? '',
      name: category?.name ?? '',
      names: linesOf(category?.names ?? {}),
      description: category?.description ?? '',
      required: category?.required ?? false,
      allowed_by_default: category?.allowed_by_default ?? true,
    },
  })
  const submit = form.onSubmit(({ slug, ...values }) => {
    const body = { ...values, names: namesOf(values.names), description: values.description.trim() || null }
    const callbacks = settle(form, () => {
      showToast(common.saved)
      onClose()
    })
    if (category) change.mutate({ path: { ws, slug: category.slug }, body: onlyChanged(form, body) }, callbacks)
    else create.mutate({ path: { ws }, body: { slug: slug.trim(), ...body } }, callbacks)
  })
  return (
    <DialogForm
      onSubmit={submit}
      change={category ? change : create}
      onCancel={onClose}
      yes={category ? common.save : categories.add}
    >
      <TextInput
        label={common.name}
        description={categories.nameText}
        placeholder={categories.nameExample}
        required
        withAsterisk={false}
        data-autofocus
        {...form.getInputProps('name')}
      />
      {!category && (
        <TextInput
          label={categories.slug}
          description={categories.slugText}
          placeholder="newsletter"
          required
          withAsterisk={false}
          autoCapitalize="none"
          {...form.getInputProps('slug')}
        />
      )}
      <Textarea
        label={categories.names}
        description={categories.namesText}
        autosize
        minRows={2}
        {...form.getInputProps('names')}
      />
      <TextInput
        label={categories.description}
        description={categories.descriptionText}
        {...form.getInputProps('description')}
      />
      <Switch
        label={categories.required}
        description={categories.requiredText}
        {...form.getInputProps('required', { type: 'checkbox' })}
      />
      {!form.values.required && (
        <Switch
          label={categories.byDefault}
          description={categories.byDefaultText}
          {...form.getInputProps('allowed_by_default', { type: 'checkbox' })}
        />
      )}
    </DialogForm>
  )
}

const linesOf = (names: Record<string, unknown>) =>
  Object.entries(names)
    .map(([locale, name]) => `${locale}=${String(name)}`)
    .join('\n')

/** Reads one `language=name` per line. A line without a name has an empty name, which the service refuses. */
function namesOf(lines: string): Record<string, string> {
  const pairs = lines
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [locale = '', ...name] = line.split('=')
      return [locale.trim(), name.join('=').trim()] as const
    })
  return Object.fromEntries(pairs)
}
