// The texts of one language: the shared text, and the separate texts of channels.
import { Card, Select, Stack, Switch, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useChannel, useChannelChoices, useChannelTitle } from '../../../parts/channels.ts'
import type { ChannelName } from '../../../parts/delivery-words.tsx'
import { useMay } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import { ChooseApproved } from './choose-approved.tsx'
import { EditedText, type TextContext } from './code/edited-text.tsx'
import {
  approvedContent,
  type ChannelDraft,
  emptyChannel,
  type LocaleDraft,
  objectOf,
  type TemplateDraft,
} from './template-draft.ts'

interface TextsProps {
  draft: TemplateDraft
  locale: string
  context: TextContext
  channel: ChannelName
  onChannel: (channel: ChannelName) => void
  onChange: (draft: TemplateDraft) => void
}

const SHARED = 'shared'

export function Texts({ draft, locale, context, channel, onChannel, onChange }: TextsProps) {
  const { templates } = useTexts()
  const choices = useChannelChoices()
  const may = useMay()
  const [scope, setScope] = useState<string>(SHARED)
  const content = draft.locales[locale]
  if (content === undefined) return null
  const put = (next: LocaleDraft) => onChange({ ...draft, locales: { ...draft.locales, [locale]: next } })
  const choose = (next: string | null) => {
    setScope(next ?? SHARED)
    if (next !== null && next !== SHARED) onChannel(next as ChannelName)
  }
  const differs = (name: ChannelName) => content.channels[name] !== undefined
  return (
    <Card id="texts-of-locale" role="tabpanel" aria-label={templates.textsOf(locale)}>
      <Stack gap="md">
        <Select
          label={templates.scope}
          description={templates.scopeHint}
          value={scope}
          onChange={choose}
          data={[
            { value: SHARED, label: templates.shared },
            ...choices.map(({ value, label }) => ({
              value,
              label: differs(value) ? templates.hasOwnText(label) : label,
            })),
          ]}
        />
        {scope === SHARED ? (
          <>
            <EditedText
              label={templates.subject}
              hint={templates.subjectHint}
              value={content.subject}
              context={context}
              locale={locale}
              singleLine
              onChange={(subject) => put({ ...content, subject })}
            />
            <EditedText
              label={templates.body}
              value={content.body}
              context={context}
              locale={locale}
              onChange={(body) => put({ ...content, body })}
            />
          </>
        ) : (
          <fieldset className="bare" disabled={!may.change} key={channel}>
            <ChannelTexts
              name={scope as ChannelName}
              content={content.channels[scope as ChannelName] ?? emptyChannel}
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

interface ChannelTextsProps {
  name: ChannelName
  content: ChannelDraft
  shared: LocaleDraft
  context: TextContext
  locale: string
  onChange: (content: ChannelDraft) => void
}

function ChannelTexts({ name, content, shared, context, locale, onChange }: ChannelTextsProps) {
  const { templates } = useTexts()
  const title = useChannelTitle()(name)
  const described = useChannel(name)
  const may = useMay()
  const change = (some: Partial<ChannelDraft>) => onChange({ ...content, ...some })
  const hints: Record<string, string> = templates.own
  const own = hints[name] ?? templates.ownOfOthers
  return (
    <Stack gap="md">
      <Switch
        label={templates.ownText(title)}
        description={templates.ownTextHint}
        checked={content.ownText}
        onChange={(event) => {
          const ownText = event.currentTarget.checked
          // A separate text starts with a copy of the shared text.
          const begun = ownText && content.body === '' && content.subject === ''
          change({ ownText, ...(begun ? { subject: shared.subject, body: shared.body } : {}) })
        }}
      />
      {content.ownText && (
        <>
          <EditedText
            label={templates.subjectOf(title)}
            value={content.subject}
            context={context}
            locale={locale}
            singleLine
            onChange={(subject) => change({ subject })}
          />
          <EditedText
            label={templates.bodyOf(title)}
            value={content.body}
            context={context}
            locale={locale}
            onChange={(body) => change({ body })}
          />
        </>
      )}
      {described?.content === 'html' && (
        <Switch
          label={templates.markdown}
          description={templates.markdownHint}
          checked={content.markdown}
          onChange={(event) => change({ markdown: event.currentTarget.checked })}
        />
      )}
      {described?.approved_templates && may.change && (
        <ChooseApproved
          channel={name}
          onChoose={(template) => {
            change(approvedContent(content, template))
            context.onKnow(...template.variables)
          }}
        />
      )}
      {own === '' ? (
        <Text size="sm" c="dimmed">
          {templates.noOwnContent}
        </Text>
      ) : (
        <Textarea
          label={templates.ownContent}
          description={own}
          value={content.own}
          onChange={(event) => change({ own: event.currentTarget.value })}
          error={objectOf(content.own) !== undefined ? undefined : templates.notJson}
          autosize
          minRows={3}
          maxRows={16}
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 12 } }}
        />
      )}
    </Stack>
  )
}
