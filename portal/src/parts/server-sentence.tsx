// A text of the API in the language and time zone of the reader.
import { useTexts } from '../texts/texts.tsx'
import { TextWithTimes } from './text-with-times.tsx'

export function ServerSentence({ text }: { text: string }) {
  const { serverText } = useTexts()
  return <TextWithTimes text={serverText(text)} />
}
