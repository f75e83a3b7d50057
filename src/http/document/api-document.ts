// The parts of the API document that do not come from routes: title, servers, tags and security schemes.
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
      description: `Multi-channel notifications: one send operation reaches a person on ${alternatives(channelNames)}. API keys that begin with svc_test_ use the sandbox. docs/sandbox.md lists the test addresses and their results.`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This installation' }],
    tags: [
      { name: 'Sending', description: 'Send messages.' },
      { name: 'Reading', description: 'Read usage and the status of deliveries.' },
      {
        name: 'Recipients',
        description: 'The pages that the links in messages open, and the registration of push devices.',
      },
      { name: 'Inbound', description: 'Webhooks of providers, verified by their signature or secret.' },
      { name: 'Health', description: 'Health checks for people, load balancers and orchestrators.' },
      {
        name: 'Events',
        description: 'Events that are sent to subscriptions. docs/events.md describes how to receive them.',
      },
      { name: 'Management', description: 'Workspaces, sources, keys, connections, templates, recipients, deliveries.' },
    ],
    webhooks: eventDescriptions,
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: `An API key: ${brand.apiKeyPrefix.live}… or ${brand.apiKeyPrefix.test}…. Its scopes determine the permitted requests: send or read.`,
        },
        registrationToken: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A push registration token of one recipient. POST /v1/push/tokens returns this token. It is valid for an hour.',
        },
        managementToken: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A management token. The first token is in DATA_DIR/admin-token. The scope of a token determines the permitted requests: read, manage or operator.',
        },
        portalSession: {
          type: 'apiKey',
          in: 'cookie',
          name: brand.sessionCookie,
          description:
            'The session of a member who is signed in to the portal. With TLS, the name of the cookie begins with __Host-. A request that changes data must come from a page of this service. The header Origin proves this.',
        },
      },
    },
  },
  // The document contains every limit (decision 69). Add the size limit of the body, which only the route declares.
  transform: ({ schema, url, route: { bodyLimit = bodies.small } }) => {
    if (!schema?.body) return { schema, url }
    const limit = `The body may have at most ${bodyLimit} bytes. A larger body is refused with 413.`
    const description = [schema.description, limit].filter(Boolean).join(' ')
    return { schema: { ...schema, description, 'x-max-body-bytes': bodyLimit }, url }
  },
  refResolver: {
    buildLocalReference: (json, _base, _fragment, index) =>
      typeof json.$id === 'string' ? json.$id : `schema-${index}`,
  },
}
