// Formats numbers for Italian sentences.
import { numberFormatter } from '../plurals.ts'

export const { figure, count, plural } = numberFormatter('it')
