// Refusals of a form: what the API says about a field stands at the field, the rest above the form.
import { notifications } from '@mantine/notifications'
import { problemOf } from '../api/problem.ts'

interface FormLike {
  values: object
  setErrors(errors: Record<string, string>): void
}

/**
 * Puts a refusal's details at the form's fields of the same name. True when every one of them found its field; otherwise
 * the form shows the problem itself, with ProblemNotice.
 */
export function placeProblem(form: FormLike, error: unknown): boolean {
  const { details } = problemOf(error)
  const known = Object.entries(details).filter(([field]) => Object.hasOwn(form.values, field.split('.')[0]!))
  form.setErrors(Object.fromEntries(known.map(([field, said]) => [field, said.join('; ')])))
  return known.length > 0 && known.length === Object.keys(details).length
}

/** Of a change only what was changed in the form's fields of the same names: the rest may be somebody else's by now. */
export function onlyChanged<Body extends object>(form: { isDirty(field: string): boolean }, body: Body): Partial<Body> {
  return Object.fromEntries(Object.entries(body).filter(([field]) => form.isDirty(field))) as Partial<Body>
}

/** What a form makes of the answer to its change: `onSuccess`, or the refusal at its fields. */
export function settle<Answer>(form: FormLike, onSuccess: (answer: Answer) => void) {
  return { onSuccess, onError: (error: Error) => void placeProblem(form, error) }
}

/** Says shortly that something was done. */
export function say(message: string): void {
  notifications.show({ message, autoClose: 3_500 })
}
