// The sending defaults of a template: expiry, quiet hours, category and fallback of requests that omit these fields.
import { Box, Fieldset, Select, SimpleGrid, Text, TextInput } from '@mantine/core'
import type { Template } from '../../../../../sdk/src/api.ts'
import { useRead } from '../../../api/queries.ts'
import { useWorkspace } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import type { EditedTemplate } from './content/edited-template.ts'
import { DefaultFallback } from './default-fallback.tsx'

type Defaults = Template['defaults']

interface SendingDefaultsProps {
  edited: EditedTemplate
  onChange: (edited: EditedTemplate) => void
}

export function SendingDefaults({ edited, onChange }: SendingDefaultsProps) {
  const { sendingDefaults } = useTexts()
  const { id: ws } = useWorkspace()
  const categories = useRead('listCategories', { path: { ws } })
  const { expires_after: expiresAfter, quiet_hours: quietHours, category } = edited.defaults
  const change = (changed: { [Field in keyof Defaults]: Defaults[Field] | undefined }) =>
    onChange({ ...edited, defaults: withoutEmpty({ ...edited.defaults, ...changed }) })
  const names = (categories.data?.data ?? []).map(({ slug, name }) => ({ value: slug, label: name }))
  const isUnknown = category !== undefined && !names.some(({ value }) => value === category)
  return (
    <Fieldset legend={sendingDefaults.title}>
      <Text size="sm" c="dimmed" mb="sm">
        {sendingDefaults.hint}
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md">
        <TextInput
          label={sendingDefaults.expiresAfter}
          placeholder="6h"
          maxLength={8}
          value={expiresAfter ?? ''}
          onChange={(event) => change({ expires_after: event.currentTarget.value || undefined })}
        />
        <Select
          label={sendingDefaults.quietHours}
          placeholder={sendingDefaults.none}
          clearable
          clearButtonProps={{ 'aria-label': sendingDefaults.clear(sendingDefaults.quietHours) }}
          data={[
            { value: 'respect', label: sendingDefaults.respect },
            { value: 'ignore', label: sendingDefaults.ignore },
          ]}
          value={quietHours ?? null}
          onChange={(value) => change({ quiet_hours: value ?? undefined })}
        />
        <Select
          label={sendingDefaults.category}
          placeholder={sendingDefaults.none}
          clearable
          clearButtonProps={{ 'aria-label': sendingDefaults.clear(sendingDefaults.category) }}
          data={isUnknown ? [...names, { value: category, label: category }] : names}
          value={category ?? null}
          onChange={(value) => change({ category: value ?? undefined })}
        />
      </SimpleGrid>
      <Box mt="md">
        <DefaultFallback steps={edited.defaults.fallback ?? []} onChange={(fallback) => change({ fallback })} />
      </Box>
    </Fieldset>
  )
}

/** Returns the fields that have a value. */
function withoutEmpty({
  expires_after,
  quiet_hours,
  category,
  fallback,
}: {
  [Field in keyof Defaults]: Defaults[Field] | undefined
}): Defaults {
  return {
    ...(expires_after === undefined ? {} : { expires_after }),
    ...(quiet_hours === undefined ? {} : { quiet_hours }),
    ...(category === undefined ? {} : { category }),
    ...(fallback === undefined ? {} : { fallback }),
  }
}
