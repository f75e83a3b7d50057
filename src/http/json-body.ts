// Bodies: JSON in UTF-8 and nothing else; what can't be read is refused with what is wrong with it.
import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { collectDetails, type ErrorCode, type Refusal, refuseInvalid } from '../errors.ts'
import { jsonProblems } from '../lib/json-text.ts'
import { sizes } from '../limits.ts'

const REFUSED: Parameters<FastifyInstance['getDefaultJsonParser']> = ['error', 'error']

/** Takes the place of the parsers a server begins with. Bytes that are no UTF-8 would otherwise become question marks. */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser(...REFUSED)
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const encoding = request.headers['content-encoding']
    if (encoding !== undefined && encoding !== 'identity')
      return done(
        new UnreadableBody('unsupported_media_type', `Send the body as it is, without Content-Encoding: ${encoding}.`),
      )
    if (!isUtf8(body)) return done(new UnreadableBody('malformed_json', 'The body is not UTF-8, as JSON has to be.'))
    const text = body.toString()
    return parse(request, text, (error, value) => {
      if (error && text !== '')
        done(new UnreadableBody('malformed_json', `The body is not JSON that can be read: ${fault(text)}.`))
      else done(error, value)
    })
  })
}

/** Found before the route had its say: one that looks at a key looks at it first, and the request counts. */
export class UnreadableBody extends Error {
  override name = 'UnreadableBody'
  readonly refusal: Refusal
  constructor(code: ErrorCode, message: string) {
    super(message)
    this.refusal = { code, message }
  }
}

/** Says where it went wrong; a body that is JSON after all holds keys that are not taken. */
function fault(text: string): string {
  try {
    JSON.parse(text)
  } catch (error) {
    return (error as Error).message
  }
  return 'the keys "__proto__" and "constructor" with "prototype" in it are not taken'
}

/** Throws validation_failed for values that no database keeps; `value`: a body, a query or an address's parameters. */
export function refuseUnkeepable(value: unknown): void {
  const { details, add } = collectDetails()
  for (const { path, message } of jsonProblems(value ?? {}, { depth: sizes.nesting, most: sizes.values }))
    add(path || 'body', message)
  if (Object.keys(details).length > 0) refuseInvalid(details)
}
