// Numbers in Italian sentences.
import { writing } from '../plurals.ts'

export const { figure, count } = writing('it')
