// The send fields that apply to a message: those of the request, and else the sending defaults of its template.
import { parseDuration } from '../../lib/text/duration.ts'
import type { SendableTemplate } from '../../store/admission/catalog.ts'
import type { ParsedSend } from '../request.ts'

/** Returns the message with the template's values in the fields that its request omits. */
export function withDefaults(parsed: ParsedSend, { defaults }: SendableTemplate): ParsedSend {
  if (parsed.ignoresDefaults || Object.keys(defaults).length === 0) return parsed
  const { request } = parsed
  const expires_after = request.expires_after ?? defaults.expires_after
  const quiet_hours = request.quiet_hours ?? defaults.quiet_hours
  const category = request.category ?? defaults.category
  return {
    ...parsed,
    request: {
      ...request,
      ...(expires_after === undefined ? {} : { expires_after }),
      ...(quiet_hours === undefined ? {} : { quiet_hours }),
      ...(category === undefined ? {} : { category }),
    },
    expiresAfter: parsed.expiresAfter ?? parseDuration(defaults.expires_after ?? ''),
  }
}
