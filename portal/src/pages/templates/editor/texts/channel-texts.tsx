// The content of one channel: its text, the format of an email, and its channel-specific content.
import { Stack, Switch, Text, Textarea } from '@mantine/core'
import { useChannel, useChannelTitle } from '../../../../parts/channels.ts'
import type { ChannelName } from '../../../../parts/delivery-words.tsx'
import { useMay } from '../../../../session/workspace.tsx'
import { useTexts } from '../../../../texts/texts.tsx'
import { EditedText, type TextContext } from '../code/edited-text.tsx'
import type { EditedChannel, EditedLocale } from '../content/edited-template.ts'
import { approvedContent, objectOf } from '../content/stored-content.ts'
import { ChooseApproved } from './choose-approved.tsx'
import { EmailSource } from './email-source.tsx'

interface ChannelTextsProps {
  name: ChannelName
  content: EditedChannel
  shared: EditedLocale
  context: TextContext
  locale: string
  onChange: (content: EditedChannel) => void
}

export function ChannelTexts(props: ChannelTextsProps) {
  const { name, content, shared, context, locale, onChange } = props
  const described = useChannel(name)
  const may = useMay()
  const change = (some: Partial<EditedChannel>) => onChange({ ...content, ...some })
  return (
    <Stack gap="md">
      {described?.content === 'html' && (
        <EmailSource
          name={name}
          content={content}
          shared={shared}
          context={context}
          locale={locale}
          onChange={change}
        />
      )}
      <OwnText {...props} onChange={change} />
      {described?.approved_templates && may.change && (
        <ChooseApproved
          channel={name}
          onChoose={(template) => {
            change(approvedContent(content, template))
            context.onKnow(...template.variables)
          }}
        />
      )}
      {(described?.content !== 'html' || content.own !== '') && (
        <OwnContent name={name} content={content} onChange={change} />
      )}
    </Stack>
  )
}

interface PartProps extends Omit<ChannelTextsProps, 'onChange'> {
  onChange: (some: Partial<EditedChannel>) => void
}

/** The subject and text of the channel. Beside HTML and MJML, the text is the plain text part of the email. */
function OwnText({ name, content, shared, context, locale, onChange }: PartProps) {
  const { emails, templates } = useTexts()
  const title = useChannelTitle()(name)
  const field = `locales.${locale}.channels.${name}`
  const isPlainPart = content.format === 'html' || content.format === 'mjml'
  return (
    <>
      <Switch
        label={templates.ownText(title)}
        description={isPlainPart ? emails.plainPartHint : templates.ownTextHint}
        checked={content.ownText}
        onChange={(event) => {
          const ownText = event.currentTarget.checked
          // A separate text starts with a copy of the shared text.
          const begun = ownText && content.body === '' && content.subject === ''
          onChange({ ownText, ...(begun ? { subject: shared.subject, body: shared.body } : {}) })
        }}
      />
      {content.ownText && (
        <>
          <EditedText
            label={templates.subjectOf(title)}
            value={content.subject}
            context={context}
            locale={locale}
            problems={context.problemsAt(`${field}.subject`)}
            singleLine
            onChange={(subject) => onChange({ subject })}
          />
          <EditedText
            label={isPlainPart ? emails.plainPart : templates.bodyOf(title)}
            value={content.body}
            context={context}
            locale={locale}
            problems={context.problemsAt(`${field}.body`)}
            onChange={(body) => onChange({ body })}
          />
        </>
      )}
    </>
  )
}

function OwnContent({ name, content, onChange }: Pick<PartProps, 'name' | 'content' | 'onChange'>) {
  const { templates } = useTexts()
  const hints: Record<string, string> = templates.own
  const hint = hints[name] ?? templates.ownOfOthers
  if (hint === '' && content.own === '')
    return (
      <Text size="sm" c="dimmed">
        {templates.noOwnContent}
      </Text>
    )
  return (
    <Textarea
      label={templates.ownContent}
      description={hint}
      value={content.own}
      onChange={(event) => onChange({ own: event.currentTarget.value })}
      error={objectOf(content.own) !== undefined ? undefined : templates.notJson}
      autosize
      minRows={3}
      maxRows={16}
      spellCheck={false}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 12 } }}
    />
  )
}
