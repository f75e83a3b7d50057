// The send fields that apply to a message: those of the request, and else the sending defaults of its template.
import { parseDuration } from '../../lib/text/duration.ts'
import type { SendableTemplate } from '../../store/admission/catalog.ts'
import { fallbackSteps, type RequestedStep } from '../../templates/fallback-steps.ts'
import type { Catalog } from '../catalog.ts'
import type { Entry } from '../entry.ts'
import type { ParsedSend } from '../request.ts'

/** Gives messages the values of their templates in the fields that their requests omit. */
export function applyDefaults(catalog: Catalog, entries: Entry[]): void {
  for (const entry of entries) {
    const { parsed, sender } = entry
    const template = parsed.draft ?? catalog.template(sender.workspaceId, parsed.request.template)
    if (template) entry.parsed = withDefaults(parsed, template)
  }
}

function withDefaults(parsed: ParsedSend, { defaults }: SendableTemplate): ParsedSend {
  if (parsed.ignoresDefaults || Object.keys(defaults).length === 0) return parsed
  const { request } = parsed
  const expires_after = request.expires_after ?? defaults.expires_after
  const quiet_hours = request.quiet_hours ?? defaults.quiet_hours
  const category = request.category ?? defaults.category
  const steps = parsed.steps ?? defaultSteps(parsed, defaults.fallback)
  return {
    ...parsed,
    request: {
      ...request,
      ...(expires_after === undefined ? {} : { expires_after }),
      ...(quiet_hours === undefined ? {} : { quiet_hours }),
      ...(category === undefined ? {} : { category }),
    },
    ...(steps === undefined ? {} : { steps }),
    expiresAfter: parsed.expiresAfter ?? parseDuration(defaults.expires_after ?? ''),
  }
}

/** Returns the steps of the template's fallback, unless the request chooses how its message is sent. */
function defaultSteps({ request }: ParsedSend, fallback: SendableTemplate['defaults']['fallback']) {
  const { channel, digest, repeat } = request
  const isChosen = [channel, digest, repeat, request.fallback].some((field) => field !== undefined)
  return isChosen || fallback === undefined ? undefined : stepsOf(fallback)
}

/** The steps of stored fallbacks, which were checked when they were saved. */
function stepsOf(fallback: NonNullable<SendableTemplate['defaults']['fallback']>): RequestedStep[] {
  return fallbackSteps(fallback, 'fallback', () => {})
}
