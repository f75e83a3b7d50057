// Formats a location that a recipient sent.

/** Returns `latitude,longitude` in degrees; undefined unless both are numbers. */
export function coordinatesOf(latitude: unknown, longitude: unknown): string | undefined {
  const both = [latitude, longitude]
  return both.every((degrees) => typeof degrees === 'number' && Number.isFinite(degrees)) ? both.join(',') : undefined
}
