// A sentence of the API in the reader's language and time zone.
import { useTexts } from '../texts/texts.tsx'
import { TextWithTimes } from './text-with-times.tsx'

export function ServerSentence({ text }: { text: string }) {
  const { serverText } = useTexts()
  return <TextWithTimes text={serverText(text)} />
}
