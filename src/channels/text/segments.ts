// The number of segments into which providers divide a long text.

/** The size of a text that providers divide into segments. */
export interface Segments {
  encoding: 'GSM-7' | 'UCS-2'
  /** The size of the text: septets in GSM-7, UTF-16 units in UCS-2. */
  units: number
  segments: number
}
