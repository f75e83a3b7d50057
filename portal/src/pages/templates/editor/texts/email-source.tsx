// The format of an email, and the editor of its HTML or MJML.
import { Input, SegmentedControl, Stack, Text } from '@mantine/core'
import type { ChannelName } from '../../../../parts/delivery-words.tsx'
import { useTexts } from '../../../../texts/texts.tsx'
import { EditedText, type TextContext } from '../code/edited-text.tsx'
import type { EditedChannel, EditedLocale, EmailFormat } from '../content/edited-template.ts'
import { firstSource } from './first-source.ts'

interface EmailSourceProps {
  name: ChannelName
  content: EditedChannel
  shared: EditedLocale
  context: TextContext
  locale: string
  onChange: (some: Partial<EditedChannel>) => void
}

export function EmailSource({ name, content, shared, context, locale, onChange }: EmailSourceProps) {
  const { emails } = useTexts()
  const { format } = content
  const text = content.ownText && content.body !== '' ? content.body : shared.body
  const choose = (next: EmailFormat) => {
    const isMarkup = next === 'html' || next === 'mjml'
    // The first source is made from the text, so that the preview shows the message at once.
    const begun = isMarkup && content[next] === '' ? { [next]: firstSource(next, text, context.hasLayout) } : {}
    onChange({ format: next, ...begun })
  }
  return (
    <Stack gap="md">
      <div>
        <Input.Label component="div" display="block">
          {emails.format}
        </Input.Label>
        <SegmentedControl
          aria-label={emails.format}
          value={format}
          onChange={choose}
          data={[
            { value: 'text', label: emails.formats.text },
            { value: 'markdown', label: emails.formats.markdown },
            { value: 'html', label: emails.formats.html },
            { value: 'mjml', label: emails.formats.mjml },
          ]}
        />
        <Text size="xs" c="dimmed" mt={4}>
          {emails.formatHints[format]}
        </Text>
      </div>
      {(format === 'html' || format === 'mjml') && (
        <EditedText
          key={format}
          label={emails.sourceOf(emails.formats[format])}
          hint={context.hasLayout ? emails.withLayout[format] : emails.filledByService}
          value={content[format]}
          context={context}
          locale={locale}
          isMarkup
          problems={context.problemsAt(`locales.${locale}.channels.${name}.${format}`)}
          onChange={(source) => onChange({ [format]: source })}
        />
      )}
    </Stack>
  )
}
