// The result of a connection check.
import { Alert, Box, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import type { ConnectionCheck } from '../../../../../sdk/src/api.ts'
import { fieldLabel } from '../../../parts/forms/field-label.ts'
import { ServerSentence } from '../../../parts/server-sentence.tsx'
import { useTexts } from '../../../texts/texts.tsx'

export type Checked = ConnectionCheck

interface CheckResultProps {
  checked: Checked
  /** The settings with a problem that the form already shows at the field. */
  marked: Set<string>
  showsPause: boolean
}

export function CheckResult({ checked, marked, showsPause }: CheckResultProps) {
  const texts = useTexts()
  const labels = texts.sources.connections
  const problems = Object.entries(checked.problems).map(([name, messages]) => ({
    name: name.replace(/^settings\.?/, ''),
    messages,
  }))
  const others = problems.filter(({ name }) => !marked.has(name))
  return (
    <Alert
      color={checked.ok ? 'verdigris' : 'red'}
      variant="light"
      role="status"
      icon={checked.ok ? <IconCircleCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
      title={checked.ok ? labels.checkOk : problems.length > 0 ? labels.checkProblems : labels.checkPaused}
    >
      {problems.length > others.length && <Text size="sm">{labels.checkHighlighted}</Text>}
      {others.length > 0 && (
        <Box component="ul" my={0} pl="md" fz="sm" className="wrap-anywhere">
          {others.map(({ name, messages }) => (
            <li key={name}>
              <strong>{name === '' ? labels.settings : texts.serverText(fieldLabel(name, texts))}</strong>:{' '}
              <ServerSentence text={messages.join('; ')} />
            </li>
          ))}
        </Box>
      )}
      {checked.paused && checked.pause_reason && !showsPause && (
        <Text size="sm" className="wrap-anywhere sentence">
          <ServerSentence text={checked.pause_reason} />
        </Text>
      )}
      {checked.found.length > 0 && (
        <Box component="ul" my={0} pl="md" fz="sm" className="wrap-anywhere">
          {checked.found.map((sentence) => (
            <li key={sentence} className="sentence">
              <ServerSentence text={sentence} />
            </li>
          ))}
        </Box>
      )}
    </Alert>
  )
}
