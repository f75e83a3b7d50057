// What the API document says beside the routes: title, servers, tags, security.
import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import { brand } from '../../brand.ts'
import { channelNames } from '../../channels/index.ts'
import { alternatives } from '../../lib/text/plural.ts'
import { bodies } from '../../limits.ts'
import { eventDescriptions } from './event-document.ts'

export const apiVersion = '1.0.0'

export const apiDocument: FastifyDynamicSwaggerOptions = {
  openapi: {
    openapi: '3.1.0',
    info: {
      title: brand.name,
      version: apiVersion,
      description: `Multi-channel notifications: one send operation reaches a person on ${alternatives(channelNames)}. Keys that begin with svc_test_ reach the sandbox, whose magic addresses are listed in docs/sandbox.md.`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This installation' }],
    tags: [
      { name: 'Sending', description: 'Send messages.' },
      { name: 'Reading', description: 'Usage, and what became of a message.' },
      { name: 'Recipients', description: 'Where the links in messages lead.' },
      { name: 'Inbound', description: 'What providers send; verified by their signature or secret.' },
      { name: 'Health', description: 'For people, balancers and orchestrators.' },
      { name: 'Events', description: 'What is sent to subscriptions; docs/events.md says how to receive it.' },
      { name: 'Management', description: 'Workspaces, sources, keys, connections, templates, recipients, deliveries.' },
    ],
    webhooks: eventDescriptions,
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: `An API key: ${brand.apiKeyPrefix.live}… or ${brand.apiKeyPrefix.test}…. Its scopes say what it may do: send or read.`,
        },
        registrationToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'A push registration token: POST /v1/push/tokens answers one for a recipient, good for an hour.',
        },
        managementToken: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A management token; the first one is in DATA_DIR/admin-token. Its scope says what it may do: read, manage or operator.',
        },
        portalSession: {
          type: 'apiKey',
          in: 'cookie',
          name: brand.sessionCookie,
          description:
            'The session of a member who signed in to the portal; with TLS the name begins with __Host-. A change has to come from a page of this service (Origin).',
        },
      },
    },
  },
  // Every limit is in the document (decision 69): that of a body is the route's.
  transform: ({ schema, url, route: { bodyLimit = bodies.small } }) => {
    if (!schema?.body) return { schema, url }
    const limit = `The body has at most ${bodyLimit} bytes; a larger one is answered with 413.`
    const description = [schema.description, limit].filter(Boolean).join(' ')
    return { schema: { ...schema, description, 'x-max-body-bytes': bodyLimit }, url }
  },
  refResolver: {
    buildLocalReference: (json, _base, _fragment, index) =>
      typeof json.$id === 'string' ? json.$id : `schema-${index}`,
  },
}
