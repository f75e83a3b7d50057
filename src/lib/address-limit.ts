// A limit per client address for routes without a key: enough for a person who mistypes, too little for guessing.

export interface AddressLimit {
  /** Seconds to wait when the address has used up its window; 0 when it may go on. */
  wait(address: string, now: Date): number
  count(address: string, now: Date): void
}

const MOST_ADDRESSES = 10_000

/** `most` counts in a fixed window of `length` milliseconds per address; the oldest addresses are forgotten first. */
export function createAddressLimit(most: number, length: number): AddressLimit {
  const windows = new Map<string, { start: number; count: number }>()
  const open = (address: string, now: Date) => {
    const window = windows.get(address)
    return window && now.getTime() - window.start < length ? window : undefined
  }
  return {
    wait(address, now) {
      const window = open(address, now)
      return window && window.count >= most ? Math.max(1, Math.ceil((window.start + length - now.getTime()) / 1000)) : 0
    },
    count(address, now) {
      const window = open(address, now)
      if (window) window.count++
      else {
        windows.delete(address)
        windows.set(address, { start: now.getTime(), count: 1 })
        if (windows.size > MOST_ADDRESSES) windows.delete(windows.keys().next().value!)
      }
    },
  }
}
