// Shows the errors of the API at the form fields with the same names. The form shows the other errors above its fields.
import { problemOf } from '../../api/problem.ts'

interface FormLike {
  values: object
  setErrors(errors: Record<string, string>): void
}

/** For each error, the fields for which a form already shows the messages. */
const placedBy = new WeakMap<object, ReadonlySet<string>>()

/** Returns the fields for which a form already shows the messages of the error. */
export function placedFields(error: unknown): ReadonlySet<string> {
  return (typeof error === 'object' && error !== null && placedBy.get(error)) || new Set()
}

/** Marks fields as shown by a form, so that ProblemNotice does not repeat them. */
export function markShownFields(error: Error, fields: Iterable<string>): void {
  placedBy.set(error, new Set(fields))
}

/** Shows the details of a refusal at the inputs with the same names. ProblemNotice shows the other details. */
export function placeProblem(form: FormLike, error: Error): void {
  const known = Object.entries(problemOf(error).details).filter(([field]) => inputOf(form, field) !== undefined)
  form.setErrors(Object.fromEntries(known.map(([field, messages]) => [inputOf(form, field)!, messages.join('; ')])))
  markShownFields(
    error,
    known.map(([field]) => field),
  )
}

/** Returns the name of the input for a field. For an entry of a list, returns the input of the whole list. */
function inputOf({ values }: FormLike, field: string): string | undefined {
  const [first = '', ...below] = field.split('.')
  const value: unknown = Object.hasOwn(values, first) ? values[first as keyof typeof values] : undefined
  if (value === undefined) return undefined
  return below.length > 0 && typeof value === 'object' && !Array.isArray(value) ? field : first
}

/** Returns only the edited fields of a body, so that a save does not overwrite the changes of other members. */
export function onlyChanged<Body extends object>(form: { isDirty(field: string): boolean }, body: Body): Partial<Body> {
  return Object.fromEntries(Object.entries(body).filter(([field]) => form.isDirty(field))) as Partial<Body>
}

/** Returns mutation callbacks that call `onSuccess`, or show the refusal at the form fields. */
export function settle<Answer>(form: FormLike, onSuccess: (answer: Answer) => void) {
  return { onSuccess, onError: (error: Error) => placeProblem(form, error) }
}

export { showToast } from '../overlays/toasts.ts'
