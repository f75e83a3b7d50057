// One problem below a text: an error of the syntax with its line, or a finding about a placeholder with its fix.
import { Button, Group, Text } from '@mantine/core'
import { ServerSentence } from '../../../../parts/server-sentence.tsx'
import { useMay } from '../../../../session/workspace.tsx'
import { useTexts } from '../../../../texts/texts.tsx'
import type { PlaceholderFinding } from './placeholder-check.ts'
import type { TextProblem } from './text-syntax.ts'

interface ProblemLineProps {
  problem: TextProblem
  /** Moves the cursor to a line. */
  onShow: (line: number) => void
}

export function ProblemLine({ problem: { line, message, severity }, onShow }: ProblemLineProps) {
  const { templates } = useTexts()
  return (
    <li>
      <Group gap={6} wrap="nowrap" align="baseline">
        {line !== undefined && (
          <Button size="compact-xs" variant="default" onClick={() => onShow(line)} style={{ flex: 'none' }}>
            {templates.lineOf(line)}
          </Button>
        )}
        <Text size="xs" className="wrap-anywhere sentence" {...(severity === 'error' ? { c: 'red' } : {})}>
          <ServerSentence text={message} />
        </Text>
      </Group>
    </li>
  )
}

interface FindingLineProps {
  finding: PlaceholderFinding
  onFix: () => void
  onKnow: (name: string) => void
}

export function FindingLine({ finding, onFix, onKnow }: FindingLineProps) {
  const { templates } = useTexts()
  const may = useMay()
  const { kind, name, suggestion } = finding
  const canFix = suggestion !== undefined || kind === 'single'
  return (
    <li>
      <Group gap={6}>
        <Text size="xs" className="wrap-anywhere">
          {kind === 'malformed'
            ? templates.malformed(name)
            : kind === 'single'
              ? templates.single(name)
              : templates.unknown(name)}
        </Text>
        {may.change && canFix && (
          <Button size="compact-xs" variant="light" onClick={onFix}>
            {templates.replaceWith(`{{${suggestion ?? name}}}`)}
          </Button>
        )}
        {may.change && kind === 'unknown' && (
          <Button size="compact-xs" variant="default" onClick={() => onKnow(name)}>
            {templates.addVariable(name)}
          </Button>
        )}
      </Group>
    </li>
  )
}
