// The name of an actor: a member, a management token or the operator.
import { useTexts } from '../texts/texts.tsx'

/** Matches the names that the service writes. All other names are names of members, and are never translated. */
const OF_THE_SERVICE = /^(?:Management token .+|A management token|The operator)$/

/** Returns a function that translates the names of tokens and of the operator. */
export function useActorName(): (name: string) => string {
  const { serverText } = useTexts()
  return (name) => (OF_THE_SERVICE.test(name) ? serverText(name) : name)
}
