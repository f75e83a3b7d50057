// A text in the code editor, with its problems below. The code editor loads on first use.
import { Box, Group, Input, Skeleton, Text } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { loadCode } from '../../../../api/load-code.ts'
import { useMay } from '../../../../session/workspace.tsx'
import { FindingLine, ProblemLine } from './finding-line.tsx'
import { findPlaceholders, type PlaceholderFinding } from './placeholder-check.ts'
import { directionOf, type Syntax, type TextProblem } from './text-syntax.ts'

const CodeEditor = lazy(() => loadCode(() => import('./code-editor.tsx')))

/** The facts about a template that all its texts share. */
export interface TextContext {
  /** The known names of variables. */
  known: string[]
  usesLiquid: boolean
  /** True if emails have a layout of the workspace. */
  hasLayout: boolean
  /** Returns the errors and warnings of a field, such as `locales.it.body`. */
  problemsAt: (field: string) => readonly TextProblem[]
  /** The sample values, from which the editor completes names in Liquid. */
  sampleData: Record<string, unknown>
  /** Adds names to the known names. */
  onKnow: (...names: string[]) => void
}

interface EditedTextProps {
  label: string
  hint?: string
  value: string
  context: TextContext
  locale: string
  /** True for HTML and MJML. */
  isMarkup?: boolean
  problems?: readonly TextProblem[]
  singleLine?: boolean
  /** A control beside the label. */
  beside?: ReactNode
  onChange: (text: string) => void
}

const NONE: readonly TextProblem[] = []

export function EditedText({
  label,
  hint,
  value,
  context: { known, usesLiquid, sampleData, onKnow },
  locale,
  isMarkup = false,
  problems = NONE,
  singleLine = false,
  beside,
  onChange,
}: EditedTextProps) {
  const may = useMay()
  const [place, setPlace] = useState<{ line: number; column: number }>()
  const findings = usesLiquid ? [] : findPlaceholders(value, known, isMarkup).filter(({ kind }) => kind !== 'fine')
  const fix = (finding: PlaceholderFinding) =>
    onChange(`${value.slice(0, finding.from)}{{${finding.suggestion ?? finding.name}}}${value.slice(finding.to)}`)
  const syntax: Syntax = usesLiquid ? 'liquid' : isMarkup ? 'html' : 'placeholders'
  return (
    <Box>
      <Group justify="space-between" align="flex-end" gap="xs" mb={2}>
        <Input.Label component="div">{label}</Input.Label>
        {beside}
      </Group>
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
          syntax={syntax}
          known={known}
          sampleData={sampleData}
          problems={problems}
          place={place}
          // Tags are written from left to right in every language.
          direction={isMarkup ? 'ltr' : directionOf(locale)}
          singleLine={singleLine}
          readOnly={!may.change}
        />
      </Suspense>
      {findings.length + problems.length > 0 && (
        <ul className="findings" aria-live="polite">
          {problems.map((problem) => (
            <ProblemLine
              key={`${problem.line} ${problem.column} ${problem.message}`}
              problem={problem}
              onShow={(line) => setPlace({ line, column: problem.column ?? 1 })}
            />
          ))}
          {findings.map((finding) => (
            <FindingLine key={finding.from} finding={finding} onFix={() => fix(finding)} onKnow={onKnow} />
          ))}
        </ul>
      )}
    </Box>
  )
}
