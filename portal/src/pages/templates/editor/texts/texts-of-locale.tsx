// The texts of one language: the shared text, and the separate texts of channels.
import { Button, Card, Group, Select, Stack } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useChannelChoices } from '../../../../parts/channels.ts'
import type { ChannelName } from '../../../../parts/delivery-words.tsx'
import { useMay } from '../../../../session/workspace.tsx'
import { useTexts } from '../../../../texts/texts.tsx'
import { EditedText, type TextContext } from '../code/edited-text.tsx'
import { type EditedLocale, type EditedTemplate, emptyChannel } from '../content/edited-template.ts'
import { ChannelTexts } from './channel-texts.tsx'

/** The channel whose text is shown, or the text that all channels share. */
export type Scope = ChannelName | 'shared'

interface TextsProps {
  edited: EditedTemplate
  locale: string
  context: TextContext
  scope: Scope
  onScope: (scope: Scope) => void
  onChange: (edited: EditedTemplate) => void
}

export function Texts({ edited, locale, context, scope, onScope, onChange }: TextsProps) {
  const { templates } = useTexts()
  const choices = useChannelChoices()
  const may = useMay()
  const content = edited.locales[locale]
  if (content === undefined) return null
  const put = (next: EditedLocale) => onChange({ ...edited, locales: { ...edited.locales, [locale]: next } })
  const differs = (name: ChannelName) => content.channels[name] !== undefined
  return (
    <Card role="tabpanel" aria-label={templates.textsOf(locale)}>
      <Stack gap="md">
        <Select
          label={templates.scope}
          description={templates.scopeHint}
          value={scope}
          onChange={(next) => onScope((next ?? 'shared') as Scope)}
          data={[
            { value: 'shared', label: templates.shared },
            ...choices.map(({ value, label }) => ({
              value,
              label: differs(value) ? templates.hasOwnText(label) : label,
            })),
          ]}
        />
        {scope === 'shared' ? (
          <SharedTexts content={content} locale={locale} context={context} onChange={put} onScope={onScope} />
        ) : (
          <fieldset className="bare" disabled={!may.change} key={scope}>
            <ChannelTexts
              name={scope}
              content={content.channels[scope] ?? emptyChannel}
              shared={content}
              context={context}
              locale={locale}
              onChange={(next) => put({ ...content, channels: { ...content.channels, [scope]: next } })}
            />
          </fieldset>
        )}
      </Stack>
    </Card>
  )
}

interface SharedTextsProps {
  content: EditedLocale
  locale: string
  context: TextContext
  onChange: (content: EditedLocale) => void
  onScope: (scope: Scope) => void
}

function SharedTexts({ content, locale, context, onChange, onScope }: SharedTextsProps) {
  const { emails, templates } = useTexts()
  const may = useMay()
  return (
    <>
      <EditedText
        label={templates.subject}
        hint={templates.subjectHint}
        value={content.subject}
        context={context}
        locale={locale}
        problems={context.problemsAt(`locales.${locale}.subject`)}
        singleLine
        onChange={(subject) => onChange({ ...content, subject })}
      />
      <EditedText
        label={templates.body}
        value={content.body}
        context={context}
        locale={locale}
        problems={context.problemsAt(`locales.${locale}.body`)}
        onChange={(body) => onChange({ ...content, body })}
      />
      {may.change && (
        <Group>
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconMail size={15} aria-hidden />}
            onClick={() => onScope('email')}
          >
            {emails.design}
          </Button>
        </Group>
      )}
    </>
  )
}

/** Returns the scope that the editor shows first: the email if it has HTML or MJML, or else the shared text. */
export function firstScope(locales: EditedTemplate['locales']): Scope {
  const formats = Object.values(locales).map(({ channels }) => channels.email?.format)
  return formats.some((format) => format === 'html' || format === 'mjml') ? 'email' : 'shared'
}
