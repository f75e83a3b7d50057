// A text in the code editor, with the problems of its placeholders below. The code editor loads on first use.
import { Box, Button, Group, Input, Skeleton, Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useMay } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import { findPlaceholders, type PlaceholderFinding } from './placeholder-check.ts'

const CodeEditor = lazy(() => import('./code-editor.tsx'))

interface EditedTextProps {
  label: string
  hint?: string
  value: string
  known: string[]
  singleLine?: boolean
  onChange: (text: string) => void
  /** Adds the name to the known names. */
  onKnow: (name: string) => void
}

export function EditedText({ label, hint, value, known, singleLine = false, onChange, onKnow }: EditedTextProps) {
  const may = useMay()
  const wrong = findPlaceholders(value, known).filter(({ kind }) => kind !== 'fine')
  const fix = (finding: PlaceholderFinding) =>
    onChange(`${value.slice(0, finding.from)}{{${finding.suggestion ?? finding.name}}}${value.slice(finding.to)}`)
  return (
    <Box>
      <Input.Label component="div">{label}</Input.Label>
      {hint !== undefined && (
        <Text size="xs" c="dimmed" mb={4}>
          {hint}
        </Text>
      )}
      <Suspense fallback={<Skeleton height={singleLine ? 36 : 190} />}>
        <CodeEditor
          value={value}
          onChange={onChange}
          label={label}
          known={known}
          singleLine={singleLine}
          readOnly={!may.change}
        />
      </Suspense>
      {wrong.length > 0 && (
        <ul className="findings" aria-live="polite">
          {wrong.map((finding) => (
            <FindingLine key={finding.from} finding={finding} onFix={() => fix(finding)} onKnow={onKnow} />
          ))}
        </ul>
      )}
    </Box>
  )
}

interface FindingLineProps {
  finding: PlaceholderFinding
  onFix: () => void
  onKnow: (name: string) => void
}

function FindingLine({ finding, onFix: onMend, onKnow }: FindingLineProps) {
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
          <Button size="compact-xs" variant="light" onClick={onMend}>
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
