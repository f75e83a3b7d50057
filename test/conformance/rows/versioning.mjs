// The version of the API.

import { part } from '../part.mjs'

export const versioning = part(
  'versioning',
  'Versioning',
  `
VER-01 core The version is the v1 segment of the base address: the same path without it is not found
VER-02 core The formal description's version number is 1.0.0
`,
)
