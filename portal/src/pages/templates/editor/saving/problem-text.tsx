// An error or warning of a template: the field, the line and the sentence of the API.
import { Text } from '@mantine/core'
import { fieldLabel } from '../../../../parts/forms/field-label.ts'
import { ServerSentence } from '../../../../parts/server-sentence.tsx'
import { useTexts } from '../../../../texts/texts.tsx'
import type { TemplateProblem } from './problems.ts'

export function ProblemText({ problem: { field, line, message } }: { problem: TemplateProblem }) {
  const texts = useTexts()
  return (
    <Text span inherit className="wrap-anywhere">
      {fieldLabel(field, texts)}
      {line !== null && `, ${texts.publishing.line(line)}`}: <ServerSentence text={message} />
    </Text>
  )
}
