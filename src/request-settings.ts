// Settings of how many connections there may be, and how long a request may take to arrive. Each is a whole number.

export const requestSettings = {
  MAX_CONNECTIONS: {
    type: 'integer',
    default: 10_000,
    minimum: 10,
    maximum: 1_000_000,
    description: 'Open connections to this process; further ones are closed at once.',
  },
  MAX_CONNECTIONS_PER_ADDRESS: {
    type: 'integer',
    default: 1000,
    minimum: 1,
    maximum: 1_000_000,
    description:
      'Open connections from one client address (of IPv6, from one /64); further ones are closed at once. With TRUST_PROXY it does not apply: all connections come from the proxy, which limits its clients.',
  },
  REQUEST_TIMEOUT: {
    type: 'integer',
    default: 900,
    minimum: 1,
    maximum: 86_400,
    description:
      'Seconds in which a whole request has to arrive, else 408. 900 let 44 MB come at 0.4 Mbit/s. What the answer takes does not count, so long polls are not affected.',
  },
  HEADERS_TIMEOUT: {
    type: 'integer',
    default: 20,
    minimum: 1,
    maximum: 3600,
    description: 'Seconds in which the headers of a request have to arrive, else 408.',
  },
  BODY_TIMEOUT: {
    type: 'integer',
    default: 20,
    minimum: 1,
    maximum: 3600,
    description: 'Seconds that any body may take to arrive. A longer one has to keep to BODY_RATE, else 408.',
  },
  BODY_RATE: {
    type: 'integer',
    default: 8192,
    minimum: 1,
    description: 'Bytes a second, on average, at which a body has to arrive after BODY_TIMEOUT.',
  },
  STALL_TIMEOUT: {
    type: 'integer',
    default: 120,
    minimum: 1,
    maximum: 3600,
    description:
      'Seconds without a byte in either direction after which the connection of a request is closed, for example because the client does not read its answer. Keep it above 30: a long poll is silent for up to 30 seconds.',
  },
  IDLE_TIMEOUT: {
    type: 'integer',
    default: 72,
    minimum: 1,
    maximum: 3600,
    description:
      'Seconds after which a connection without a request is closed. A proxy in front has to close its idle connections earlier.',
  },
} as const
