// Formats a location that a recipient sent.

/** Returns `latitude,longitude` in degrees. Returns undefined if a value is not a number. */
export function coordinatesOf(latitude: unknown, longitude: unknown): string | undefined {
  const both = [latitude, longitude]
  return both.every((degrees) => typeof degrees === 'number' && Number.isFinite(degrees)) ? both.join(',') : undefined
}
