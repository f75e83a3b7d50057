// Renders the Liquid texts of deferred messages in threads, outside of every transaction. Then admits the messages
// again.
import { invalid, type Refusal } from '../errors.ts'
import { liquid as limits, SECOND } from '../limits.ts'
import { isDataPath } from '../redaction/sensitive-data.ts'
import type { LiquidProblem } from '../templates/liquid/render.ts'
import { placedMessage } from '../templates/problems.ts'
import {
  RenderingBusy,
  type RenderingTime,
  renderInThread,
  renderingTime,
} from '../templates/threads/render-threads.ts'
import type { AdmissionRequest, Admitted, ParsedMessage } from './admission-request.ts'
import { type AdmissionOutcome, type Deferral, deferralOf, type RenderedLiquid } from './entry.ts'

/**
 * How often a message is admitted again. A message is deferred again if its template, or the recipient's channel or
 * locale, changed while it was rendered.
 */
const MOST_ROUNDS = 3

type Submit = (request: AdmissionRequest) => Promise<Admitted>

export function hasDeferrals({ outcomes }: Admitted): boolean {
  return outcomes.some((outcome) => deferralOf(outcome) !== undefined)
}

/** Renders and admits the deferred messages of a request. Returns the answer to the whole request. */
export async function admitDeferred(submit: Submit, request: AdmissionRequest, first: Admitted): Promise<Admitted> {
  const time = renderingTime()
  let admitted = first
  for (let round = 0; round < MOST_ROUNDS && hasDeferrals(admitted); round++)
    admitted = await admitRound(submit, request, admitted, time)
  return admitted
}

interface Waiting {
  place: number
  message: Extract<ParsedMessage, { parsed: unknown }>
  deferral: Deferral
}

async function admitRound(
  submit: Submit,
  request: AdmissionRequest,
  admitted: Admitted,
  time: RenderingTime,
): Promise<Admitted> {
  const waiting = admitted.outcomes.flatMap((outcome, place): Waiting[] => {
    const deferral = deferralOf(outcome)
    const message = request.messages[place]
    return deferral && message && 'parsed' in message ? [{ place, message, deferral }] : []
  })
  const [first] = waiting
  if (!first) return admitted
  const messages = await Promise.all(waiting.map((one) => renderedMessage(one, time)))
  const { workspaceId, sourceId, mode, keyId } = first.deferral.sender
  const { onStored, ...rest } = request
  // The first admission counted the request for its key.
  const again = await submit({
    ...rest,
    credential: { kind: 'source', workspaceId, sourceId, mode, keyId },
    messages,
    ...(onStored
      ? { onStored: (tx, now, own) => onStored(tx, now, spread(admitted.outcomes.length, waiting, own)) }
      : {}),
  })
  const outcomes = [...admitted.outcomes]
  for (const [index, { place }] of waiting.entries()) {
    const outcome = again.refusal ? refused(again.refusal) : again.outcomes[index]
    if (outcome) outcomes[place] = outcome
  }
  return { ...admitted, outcomes }
}

function refused(refusal: Refusal): AdmissionOutcome {
  return { kind: 'refused', refusal }
}

/** Returns an array with a place for each message of the request, and puts each outcome at the place of its message. */
function spread(count: number, waiting: Waiting[], own: (AdmissionOutcome | undefined)[]) {
  const outcomes = new Array<AdmissionOutcome | undefined>(count).fill(undefined)
  for (const [index, { place }] of waiting.entries()) outcomes[place] = own[index]
  return outcomes
}

/** Returns the message with its rendered texts, or the refusal of a message that cannot be rendered. */
export async function renderedMessage(
  { message, deferral }: Pick<Waiting, 'message' | 'deferral'>,
  time: RenderingTime,
): Promise<ParsedMessage> {
  const { sender, others = [] } = deferral
  try {
    const rendered: Pick<RenderedLiquid, 'key' | 'texts'>[] = []
    for (const { key, job } of [deferral, ...others]) {
      const texts = await renderInThread(sender.workspaceId, job, time)
      if ('problem' in texts) return { refusal: refusalOf(texts.problem) }
      rendered.push({ key, texts })
    }
    const [own, ...more] = rendered
    return own ? { ...message, liquid: { ...own, ...(more.length > 0 ? { others: more } : {}) } } : message
  } catch (error) {
    if (!(error instanceof RenderingBusy)) throw error
    return {
      refusal: {
        code: 'unavailable',
        message: `The messages of this request could not be rendered within ${limits.request / SECOND} seconds. Send the rest again.`,
        retryAfter: 1,
      },
    }
  }
}

function refusalOf({ at, missing, ...problem }: LiquidProblem): Refusal {
  if (missing !== undefined) {
    const field = isDataPath(missing) ? missing : `vars.${missing}`
    return invalid({ [field]: ['is used by the template and has no value'] })
  }
  return invalid({ [at === 'subject' ? 'subject' : 'template']: [`${at}: ${placedMessage(problem)}`] })
}
