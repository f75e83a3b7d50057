/** Returns a delay in hours or minutes. The symbols of these units are the same in all languages of the portal. */
export function delay(minutes: number): string {
  return minutes > 0 && minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`
}
