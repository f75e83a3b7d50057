// Settings that limit HTTP connections and the time to receive a request. Their values are integers.

export const requestSettings = {
  MAX_CONNECTIONS: {
    type: 'integer',
    default: 10_000,
    minimum: 10,
    maximum: 1_000_000,
    description: 'Maximum number of open connections to this process. Further ones are closed immediately.',
  },
  MAX_CONNECTIONS_PER_ADDRESS: {
    type: 'integer',
    default: 1000,
    minimum: 1,
    maximum: 1_000_000,
    description:
      'Maximum number of open connections from one client address (IPv6: from one /64). Further ones are closed immediately. It does not apply when TRUST_PROXY is set: all connections come from the proxy, which limits its own clients.',
  },
  REQUEST_TIMEOUT: {
    type: 'integer',
    default: 900,
    minimum: 1,
    maximum: 86_400,
    description:
      'Seconds to receive a whole request; afterwards it is answered with 408. 900 seconds are enough for 44 MB at 0.4 Mbit/s. The time of the answer does not count, so long polls are not affected.',
  },
  HEADERS_TIMEOUT: {
    type: 'integer',
    default: 20,
    minimum: 1,
    maximum: 3600,
    description: 'Seconds to receive the headers of a request; afterwards it is answered with 408.',
  },
  BODY_TIMEOUT: {
    type: 'integer',
    default: 20,
    minimum: 1,
    maximum: 3600,
    description:
      'Seconds to receive a body at any speed. A body that takes longer must arrive at BODY_RATE or faster, else it is answered with 408.',
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
      'Seconds without a byte in either direction after which the connection of a request is closed, for example because the client does not read the answer. Keep it above 30: a long poll sends nothing for up to 30 seconds.',
  },
  IDLE_TIMEOUT: {
    type: 'integer',
    default: 72,
    minimum: 1,
    maximum: 3600,
    description:
      'Seconds after which an idle connection is closed. A reverse proxy must close its idle connections earlier.',
  },
} as const
