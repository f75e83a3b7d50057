// A place on earth that somebody sent, as conversations keep it.

/** `latitude,longitude` in degrees; undefined unless both are numbers. */
export function coordinatesOf(latitude: unknown, longitude: unknown): string | undefined {
  const both = [latitude, longitude]
  return both.every((degrees) => typeof degrees === 'number' && Number.isFinite(degrees)) ? both.join(',') : undefined
}
