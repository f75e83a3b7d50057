// The settings of the sign-in with an OpenID Connect provider.

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
      'Who may sign in with a password. With operators, all other members sign in with the provider. Operators keep their passwords as the way in when the provider is down.',
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

/** The provider with which members sign in. */
export interface OidcConfig {
  issuer: string
  clientId: string
  /** Undefined for a public client. */
  clientSecret: string | undefined
  /** The name of the provider on the sign-in page. */
  name: string
  /** Email domains in lower case whose verified addresses may sign in without a link. */
  domains: string[]
  /** Hosts, with the port if it is not the default one, that may have private addresses and use http. */
  privateHosts: string[]
}

/** Returns what is wrong with the settings, as sentences. */
export function oidcProblems(values: OidcSettings): string[] {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_DOMAINS: domains } = values
  if (issuer === undefined) {
    const alone = (['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NAME', 'OIDC_DOMAINS', 'OIDC_PRIVATE_HOSTS'] as const)
      .filter((name) => values[name] !== undefined)
      .map((name) => `${name} needs OIDC_ISSUER`)
    return values.PASSWORD_SIGN_IN === 'operators'
      ? [...alone, 'PASSWORD_SIGN_IN operators needs OIDC_ISSUER: without a provider nobody else could sign in']
      : alone
  }
  const problems: string[] = []
  if (clientId === undefined) problems.push('OIDC_ISSUER needs OIDC_CLIENT_ID')
  if (!URL.canParse(issuer)) return [...problems, 'OIDC_ISSUER is not a valid URL']
  const { protocol, host } = new URL(issuer)
  if (protocol === 'http:' && !listOf(values.OIDC_PRIVATE_HOSTS).includes(host))
    problems.push(`OIDC_ISSUER must be an https URL, or its host ${host} must be in OIDC_PRIVATE_HOSTS`)
  const invalid = listOf(domains).filter((domain) => !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain))
  if (invalid.length > 0)
    problems.push(`OIDC_DOMAINS must be domains such as example.com, separated by commas, not ${invalid.join(', ')}`)
  return problems
}

export function oidcConfigOf(values: OidcSettings): OidcConfig | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId } = values
  if (issuer === undefined || clientId === undefined) return undefined
  return {
    issuer,
    clientId,
    clientSecret: values.OIDC_CLIENT_SECRET,
    name: values.OIDC_NAME ?? new URL(issuer).hostname,
    domains: listOf(values.OIDC_DOMAINS),
    privateHosts: listOf(values.OIDC_PRIVATE_HOSTS),
  }
}

function listOf(text = ''): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .filter((entry) => entry !== '')
}
