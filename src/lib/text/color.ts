// Computes the WCAG luminance of colors. Decides whether black or white text is more readable on a color.

/** Above this luminance, the contrast of a color to white is below 4.5:1. */
export const READABLE_ON_WHITE = 1.05 / 4.5 - 0.05

/** At this luminance, black and white have the same contrast to the color. */
const MIDDLE = 0.179

/** Returns black or white, depending on which of them has more contrast to the color. */
export function inkOn(color: string): string {
  return luminanceOf(color) > MIDDLE ? '#000000' : '#ffffff'
}

/** Returns the WCAG relative luminance of a color #rrggbb, from 0 to 1. */
export function luminanceOf(color: string): number {
  const partAt = (at: number) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * partAt(1) + 0.7152 * partAt(3) + 0.0722 * partAt(5)
}
