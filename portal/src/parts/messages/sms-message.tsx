// An SMS as a phone shows it: the text with its links, and the number of segments below it.
import { Text } from '@mantine/core'
import { useTexts } from '../../texts/texts.tsx'
import { ChatMessage } from './chat-message.tsx'
import type { DrawingProps } from './shown-message.ts'

export function SmsMessage({ message, ...rest }: DrawingProps) {
  const { messages } = useTexts()
  const { text, segments } = message
  // The text contains the links of the buttons. For viewers, the text may be missing.
  const shown = text === undefined ? message : { ...message, body: text, actions: [] }
  return (
    <>
      <ChatMessage message={shown} {...rest} />
      {segments !== undefined && (
        <Text size="xs" c="dimmed" mt={4}>
          {messages.segments(segments.segments, segments.encoding, segments.units)}
        </Text>
      )}
    </>
  )
}
