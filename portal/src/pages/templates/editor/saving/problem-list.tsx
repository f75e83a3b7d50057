// The errors and warnings of the whole template. Each entry opens the text to which it belongs.
import { Alert, Anchor, List } from '@mantine/core'
import { useTexts } from '../../../../texts/texts.tsx'
import { ProblemText } from './problem-text.tsx'
import type { TemplateProblem } from './problems.ts'

const SHOWN = 8

interface ProblemListProps {
  problems: readonly TemplateProblem[]
  /** Opens the field of a problem. */
  onShow: (field: string) => void
}

export function ProblemList({ problems, onShow }: ProblemListProps) {
  const { publishing } = useTexts()
  const errors = problems.filter(({ severity }) => severity === 'error')
  if (errors.length === 0) return null
  return (
    <Alert color="red" variant="light" title={publishing.blocked(errors.length)}>
      <List size="sm">
        {errors.slice(0, SHOWN).map((problem) => (
          <List.Item key={`${problem.field} ${problem.line} ${problem.message}`}>
            <Anchor
              component="button"
              type="button"
              size="sm"
              ta="start"
              c="inherit"
              underline="always"
              style={{ verticalAlign: 'top' }}
              onClick={() => onShow(problem.field)}
            >
              <ProblemText problem={problem} />
            </Anchor>
          </List.Item>
        ))}
      </List>
      {errors.length > SHOWN && publishing.moreErrors(errors.length - SHOWN)}
    </Alert>
  )
}
