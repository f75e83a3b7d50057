// How a request to a push service is sent: its time limit, its time, and the permitted networks.

export interface Reach {
  signal: AbortSignal
  now: Date
  allowPrivateNetwork: boolean
}
