// Settings that control access: the limits of HTTP connections and requests, and the sign-in with a provider.

/** Limits of HTTP connections and of the time to receive a request. Their values are integers. */
export const requestSettings = {
  MAX_CONNECTIONS: {
    type: 'integer',
    default: 10_000,
    minimum: 10,
    maximum: 1_000_000,
    description:
      'Maximum number of open connections to a process. Further connections are closed immediately. Each of the API_PROCESSES counts separately.',
  },
  MAX_CONNECTIONS_PER_ADDRESS: {
    type: 'integer',
    default: 1000,
    minimum: 1,
    maximum: 1_000_000,
    description:
      'Maximum number of open connections from one client address (IPv6: from one /64) to a process. Further connections are closed immediately. The limit does not apply when TRUST_PROXY is set, because all connections then come from the proxy. The proxy must limit its clients itself.',
  },
  REQUEST_TIMEOUT: {
    type: 'integer',
    default: 900,
    minimum: 1,
    maximum: 86_400,
    description:
      'Maximum number of seconds for receiving a whole request. A slower request is answered with 408. 900 seconds are enough for 44 MB at 0.4 Mbit/s. The time until the response is not counted, so long polls are not affected.',
  },
  HEADERS_TIMEOUT: {
    type: 'integer',
    default: 20,
    minimum: 1,
    maximum: 3600,
    description:
      'Maximum number of seconds for receiving the headers of a request. A slower request is answered with 408.',
  },
  BODY_TIMEOUT: {
    type: 'integer',
    default: 20,
    minimum: 1,
    maximum: 3600,
    description:
      'Number of seconds in which a body may arrive at any speed. A body that takes longer must arrive at an average speed of BODY_RATE or more. Otherwise it is answered with 408.',
  },
  BODY_RATE: {
    type: 'integer',
    default: 8192,
    minimum: 1,
    description: 'Minimum average speed of a body after BODY_TIMEOUT, in bytes per second.',
  },
  STALL_TIMEOUT: {
    type: 'integer',
    default: 120,
    minimum: 1,
    maximum: 3600,
    description:
      'Number of seconds after which a connection is closed if no byte is sent or received during a request, for example because the client does not read the response. Use more than 30, because a long poll sends nothing for up to 30 seconds.',
  },
  IDLE_TIMEOUT: {
    type: 'integer',
    default: 72,
    minimum: 1,
    maximum: 3600,
    description:
      'Number of seconds after which an idle connection is closed. A reverse proxy must close its idle connections earlier.',
  },
} as const

/** The sign-in with an OpenID Connect provider. */
export const oidcSettings = {
  OIDC_ISSUER: {
    type: 'string',
    pattern: '^https?://[^?#@\\s]+$',
    examples: ['https://accounts.google.com'],
    description:
      'Issuer URL of the OpenID Connect provider with which members sign in (docs/operations/single-sign-on.md). If unset, members sign in with passwords only.',
  },
  OIDC_CLIENT_ID: {
    type: 'string',
    description: 'The client id from the registration at the provider. Required with OIDC_ISSUER.',
  },
  OIDC_CLIENT_SECRET: {
    type: 'string',
    description: 'The client secret from the registration. Leave it unset for a public client, which uses only PKCE.',
  },
  OIDC_NAME: {
    type: 'string',
    description: 'The name of the provider on the sign-in page. Default: the host of OIDC_ISSUER.',
  },
  OIDC_DOMAINS: {
    type: 'string',
    examples: ['example.com,example.org'],
    description:
      'Email domains, separated by commas. A person with a verified address of these domains can sign in without linking first: the first sign-in opens the account with this address, or creates one. If unset, only members who linked their account can sign in with the provider.',
  },
  OIDC_PRIVATE_HOSTS: {
    type: 'string',
    examples: ['keycloak.internal,10.0.0.5:8443'],
    description:
      'Hosts of the provider, separated by commas, that may have private addresses and use http. Write the port if it is not the default one. All other hosts must be public and use https.',
  },
  PASSWORD_SIGN_IN: {
    enum: ['everyone', 'operators'],
    type: 'string',
    default: 'everyone',
    description:
      'The members who may sign in with a password. With operators, all other members sign in with the provider. Operators keep their passwords as the way in when the provider is down.',
  },
} as const

export interface OidcSettings {
  OIDC_ISSUER?: string
  OIDC_CLIENT_ID?: string
  OIDC_CLIENT_SECRET?: string
  OIDC_NAME?: string
  OIDC_DOMAINS?: string
  OIDC_PRIVATE_HOSTS?: string
  PASSWORD_SIGN_IN: 'everyone' | 'operators'
}
