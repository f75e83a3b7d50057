// Refusals of a form: what the API says about a field stands at the field, the rest above the form.
import { notifications } from '@mantine/notifications'
import { problemOf } from '../../api/problem.ts'

interface FormLike {
  values: object
  setErrors(errors: Record<string, string>): void
}

/** For each error, the fields whose messages a form already shows. */
const placedBy = new WeakMap<object, ReadonlySet<string>>()

/** The fields of this refusal that stand at a form's inputs already; empty where none does. */
export function placedFields(error: unknown): ReadonlySet<string> {
  return (typeof error === 'object' && error !== null && placedBy.get(error)) || new Set()
}

/** Says that a form shows these fields of the refusal itself, so that ProblemNotice does not repeat them. */
export function markShownFields(error: Error, fields: Iterable<string>): void {
  placedBy.set(error, new Set(fields))
}

/** Puts a refusal's details at the form's inputs of the same name; ProblemNotice shows the rest. */
export function placeProblem(form: FormLike, error: Error): void {
  const known = Object.entries(problemOf(error).details).filter(([field]) => inputOf(form, field) !== undefined)
  form.setErrors(Object.fromEntries(known.map(([field, messages]) => [inputOf(form, field)!, messages.join('; ')])))
  markShownFields(
    error,
    known.map(([field]) => field),
  )
}

/** The input that shows a field: its own, or that of the list which the field is an element of. */
function inputOf({ values }: FormLike, field: string): string | undefined {
  const [first = '', ...below] = field.split('.')
  const value: unknown = Object.hasOwn(values, first) ? values[first as keyof typeof values] : undefined
  if (value === undefined) return undefined
  return below.length > 0 && typeof value === 'object' && !Array.isArray(value) ? field : first
}

/** Of a change only what was changed in the form's fields of the same names: the rest may be somebody else's by now. */
export function onlyChanged<Body extends object>(form: { isDirty(field: string): boolean }, body: Body): Partial<Body> {
  return Object.fromEntries(Object.entries(body).filter(([field]) => form.isDirty(field))) as Partial<Body>
}

/** What a form makes of the answer to its change: `onSuccess`, or the refusal at its fields. */
export function settle<Answer>(form: FormLike, onSuccess: (answer: Answer) => void) {
  return { onSuccess, onError: (error: Error) => placeProblem(form, error) }
}

/** Says shortly that something was done. */
export function showToast(message: string): void {
  notifications.show({ message, autoClose: 3_500 })
}
