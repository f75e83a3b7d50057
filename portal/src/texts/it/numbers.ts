// Numbers in Italian sentences.
import { writing } from '../plurals.ts'

export const { figure, count, plural } = writing('it')
