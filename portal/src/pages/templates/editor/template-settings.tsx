// The settings of a template: its name, the option “Essential”, the sensitive variables, and the removal.
import { Accordion, Button, Stack, Switch, TagsInput, Text, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useChange } from '../../../api/queries.ts'
import { confirm } from '../../../parts/forms/confirm.ts'
import { showToast } from '../../../parts/forms/form-problems.ts'
import { ProblemNotice } from '../../../parts/states.tsx'
import { useMay, usePathTo, useWorkspace } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import { type TemplateDraft, variablesOf } from './template-draft.ts'

interface TemplateSettingsProps {
  draft: TemplateDraft
  slug: string
  onChange: (draft: TemplateDraft) => void
}

export function TemplateSettings({ draft, slug, onChange }: TemplateSettingsProps) {
  const { common, templates } = useTexts()
  const { id: ws } = useWorkspace()
  const may = useMay()
  const pathTo = usePathTo()
  const navigate = useNavigate()
  const remove = useChange('removeTemplate', ['listTemplates'])
  const confirmRemoval = async () => {
    const sure = await confirm({
      title: templates.removeTitle(draft.name),
      text: templates.removeText(slug),
      yes: templates.remove,
      typed: slug,
    })
    if (!sure) return
    remove.mutate(
      { path: { ws, slug } },
      {
        onSuccess: () => {
          showToast(templates.removed(slug))
          void navigate({ to: pathTo('templates'), ignoreBlocker: true })
        },
      },
    )
  }
  return (
    <Accordion variant="contained" radius="lg">
      <Accordion.Item value="settings">
        <Accordion.Control>{templates.settings}</Accordion.Control>
        <Accordion.Panel>
          <fieldset className="bare" disabled={!may.change}>
            <Stack gap="md">
              <TextInput
                label={common.name}
                description={templates.nameHint}
                required
                maxLength={255}
                value={draft.name}
                onChange={(event) => onChange({ ...draft, name: event.currentTarget.value })}
              />
              <Switch
                label={templates.essential}
                description={templates.essentialHint}
                checked={draft.essential}
                onChange={(event) => onChange({ ...draft, essential: event.currentTarget.checked })}
              />
              <TagsInput
                label={templates.sensitive}
                description={templates.sensitiveHint}
                data={variablesOf(draft)}
                maxTags={50}
                maxLength={100}
                splitChars={[',', ' ']}
                disabled={!may.change}
                clearable={may.change}
                clearButtonProps={{ 'aria-label': templates.clearSensitive }}
                value={draft.sensitive}
                onChange={(names) => onChange({ ...draft, sensitive: parseNames(names) })}
              />
              {remove.error && <ProblemNotice error={remove.error} />}
              {may.change && (
                <Stack gap={4} align="flex-start">
                  <Text size="sm" c="dimmed">
                    {templates.removeText(slug)}
                  </Text>
                  <Button color="red" variant="light" onClick={() => void confirmRemoval()} loading={remove.isPending}>
                    {templates.remove}
                  </Button>
                </Stack>
              )}
            </Stack>
          </fieldset>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  )
}

/** Returns the names without duplicates and without braces around them. */
function parseNames(texts: string[]): string[] {
  const names = texts.map((text) => text.replace(/[\s{}]/g, ''))
  return [...new Set(names)].filter((name) => name !== '')
}
