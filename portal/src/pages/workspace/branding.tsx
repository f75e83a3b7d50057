// The brand of the workspace, with a live preview of the confirmation page.
import { Box, ColorInput, SegmentedControl, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { WorkspaceDetail } from '../../../../sdk/src/api.ts'
import { useChange } from '../../api/queries.ts'
import { onlyChanged, settle, showToast } from '../../parts/forms/form-problems.ts'
import { SettingsForm } from '../../parts/forms/settings-form.tsx'
import { useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'
import './branding.css'

interface Brand {
  name: string
  color: string
  logo_url: string
}

export function Branding({ workspace }: { workspace: WorkspaceDetail }) {
  const { branding: texts } = useTexts()
  return (
    <section aria-label={texts.title}>
      <Title order={2}>{texts.title}</Title>
      <Text size="sm" c="dimmed" mb="sm" maw={620}>
        {texts.text}
      </Text>
      <BrandForm workspace={workspace} />
    </section>
  )
}

function BrandForm({ workspace }: { workspace: WorkspaceDetail }) {
  const { common, branding: texts } = useTexts()
  const { id: ws } = useWorkspace()
  const stored = workspace.brand as Partial<Record<keyof Brand, string | null>>
  const form = useForm<Brand>({
    initialValues: { name: stored.name ?? '', color: stored.color ?? '', logo_url: stored.logo_url ?? '' },
  })
  const change = useChange('changeWorkspace', ['readWorkspace'])
  const submit = form.onSubmit((values) =>
    change.mutate(
      { path: { ws }, body: { brand: onlyChanged(form, emptyAsNull(values)) } },
      settle(fieldsWithoutPrefix(form), () => {
        form.resetDirty()
        showToast(common.saved)
      }),
    ),
  )
  return (
    <div className="branding">
      <SettingsForm onSubmit={submit} change={change} dirty={form.isDirty()}>
        <TextInput
          label={texts.name}
          description={texts.nameHint}
          placeholder={workspace.name}
          maxLength={255}
          {...form.getInputProps('name')}
        />
        <ColorInput
          label={texts.color}
          description={texts.colorHint}
          placeholder="#2457c5"
          format="hex"
          eyeDropperButtonProps={{ 'aria-label': texts.pickColor }}
          {...form.getInputProps('color')}
        />
        <TextInput
          label={texts.logo}
          description={texts.logoHint}
          placeholder="https://shop.example/logo.png"
          type="url"
          maxLength={2048}
          {...form.getInputProps('logo_url')}
        />
      </SettingsForm>
      <BrandPreview brand={form.values} locale={workspace.default_locale} />
    </div>
  )
}

function BrandPreview({ brand, locale }: { brand: Brand; locale: string }) {
  const { branding: texts } = useTexts()
  const { id: ws } = useWorkspace()
  const [page, setPage] = useState('confirm')
  const [shown] = useDebouncedValue(brand, 300)
  // The API refuses an incomplete color or URL. If the input is incomplete, omit the value, so that the preview uses
  // the saved value.
  const query = new URLSearchParams({ page, locale })
  if (shown.name !== '') query.set('name', shown.name)
  if (/^#[0-9a-f]{6}$/i.test(shown.color)) query.set('color', shown.color)
  if (/^https:\/\/[^\s/][^\s/.]*\.\S+$/.test(shown.logo_url)) query.set('logo_url', shown.logo_url)
  return (
    <Box>
      <SegmentedControl
        size="xs"
        mb="xs"
        aria-label={texts.page}
        value={page}
        onChange={setPage}
        data={[
          { value: 'confirm', label: texts.confirmationPage },
          { value: 'taken', label: texts.confirmedPage },
        ]}
      />
      <iframe
        className="brand-preview"
        sandbox=""
        title={texts.preview}
        src={`/v1/manage/workspaces/${ws}/brand/preview?${query}`}
      />
    </Box>
  )
}

function emptyAsNull({ name, color, logo_url }: Brand) {
  return { name: name || null, color: color || null, logo_url: logo_url || null }
}

/** Maps the field `brand.color` of a refusal to the form field `color`. */
function fieldsWithoutPrefix(form: { values: Brand; setErrors(errors: Record<string, string>): void }) {
  return {
    values: { brand: form.values },
    setErrors: (errors: Record<string, string>) =>
      form.setErrors(
        Object.fromEntries(Object.entries(errors).map(([field, texts]) => [field.replace('brand.', ''), texts])),
      ),
  }
}
