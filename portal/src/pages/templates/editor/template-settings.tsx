// The settings of a template: name, engine, layout, tags, the option “Essential”, sensitive variables, its automations,
// and the removal.
import { Accordion, Anchor, Input, SegmentedControl, Stack, Switch, TagsInput, Text, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Template } from '../../../../../sdk/src/api.ts'
import { LayoutSelect } from '../../../parts/forms/searched-select.tsx'
import { useMay, usePathTo } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import { type EditedTemplate, variablesOf } from './content/edited-template.ts'
import { RemoveTemplate } from './remove-template.tsx'
import { SendingDefaults } from './sending-defaults.tsx'
import { TemplateTags } from './template-tags.tsx'
import { TemplateUsers, useTemplateUsers } from './template-users.tsx'

interface TemplateSettingsProps {
  edited: EditedTemplate
  template: Template
  onChange: (edited: EditedTemplate) => void
}

export function TemplateSettings({ edited, template, onChange }: TemplateSettingsProps) {
  const { common, templates } = useTexts()
  const may = useMay()
  const users = useTemplateUsers(template)
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
                value={edited.name}
                onChange={(event) => onChange({ ...edited, name: event.currentTarget.value })}
              />
              <EngineChoice edited={edited} onChange={onChange} />
              <LayoutChoice edited={edited} onChange={onChange} />
              <SendingDefaults edited={edited} onChange={onChange} />
              <TemplateTags template={template} />
              <Switch
                label={templates.essential}
                description={templates.essentialHint}
                checked={edited.essential}
                onChange={(event) => onChange({ ...edited, essential: event.currentTarget.checked })}
              />
              <TagsInput
                label={templates.sensitive}
                description={templates.sensitiveHint}
                data={variablesOf(edited)}
                maxTags={50}
                maxLength={100}
                splitChars={[',', ' ']}
                disabled={!may.change}
                clearable={may.change}
                clearButtonProps={{ 'aria-label': templates.clearSensitive }}
                value={edited.sensitive}
                onChange={(names) => onChange({ ...edited, sensitive: parseNames(names) })}
              />
              <TemplateUsers users={users.automations} />
              {may.change && <RemoveTemplate slug={template.slug} name={edited.name} readUsers={users.read} />}
            </Stack>
          </fieldset>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  )
}

type ChoiceProps = Omit<TemplateSettingsProps, 'template'>

function EngineChoice({ edited, onChange }: ChoiceProps) {
  const { emails } = useTexts()
  return (
    <div>
      <Input.Label component="div" display="block">
        {emails.engine}
      </Input.Label>
      <SegmentedControl
        aria-label={emails.engine}
        value={edited.engine}
        onChange={(engine) => onChange({ ...edited, engine })}
        data={[
          { value: 'placeholders', label: emails.engines.placeholders },
          { value: 'liquid', label: emails.engines.liquid },
        ]}
      />
      <Text size="xs" c="dimmed" mt={4}>
        {emails.engineHints[edited.engine]}
      </Text>
    </div>
  )
}

function LayoutChoice({ edited, onChange }: ChoiceProps) {
  const { emails } = useTexts()
  const pathTo = usePathTo()
  return (
    <div>
      <LayoutSelect
        label={emails.layout}
        description={emails.layoutHint}
        any={emails.noLayout}
        value={edited.layout ?? ''}
        onChange={(slug) => onChange({ ...edited, layout: slug || null })}
      />
      <Anchor component={Link} to={pathTo('layouts')} size="xs">
        {emails.manageLayouts}
      </Anchor>
    </div>
  )
}

/** Returns the names without duplicates and without braces around them. */
function parseNames(texts: string[]): string[] {
  const names = texts.map((text) => text.replace(/[\s{}]/g, ''))
  return [...new Set(names)].filter((name) => name !== '')
}
