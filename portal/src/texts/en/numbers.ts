// Formats numbers for English sentences.
import { numberFormatter } from '../plurals.ts'

export const { figure, count, plural } = numberFormatter('en')
