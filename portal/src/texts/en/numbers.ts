// Numbers in English sentences.
import { writing } from '../plurals.ts'

export const { figure, count, plural } = writing('en')
