// The code of the second factor, which forms ask for after the API has refused a request without a code.
import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { problemOf } from '../api/problem.ts'
import { useTexts } from '../texts/texts.tsx'

/** The state of a form that may need a code. `noteProblem` returns true if the API asks for a code. */
export function useCodeStep(): { isNeeded: boolean; noteProblem: (error: Error) => boolean; goBack: () => void } {
  const [isNeeded, setNeeded] = useState(false)
  const noteProblem = (error: Error) => {
    const asks = problemOf(error).code === 'second_factor_required'
    if (asks) setNeeded(true)
    return asks
  }
  return { isNeeded, noteProblem, goBack: () => setNeeded(false) }
}

/** Returns true if the error only asks for a code. The form then shows the field for the code, and no problem. */
export function asksForCode(error: Error | null): boolean {
  return error !== null && problemOf(error).code === 'second_factor_required'
}

export function CodeField(props: TextInputProps) {
  const { session } = useTexts()
  return (
    <TextInput
      label={session.code}
      description={session.codeHint}
      autoComplete="one-time-code"
      spellCheck={false}
      maxLength={64}
      required
      withAsterisk={false}
      autoFocus
      {...props}
    />
  )
}
