// Names of members and workspaces never become links in emails from the service.
import { expect, it } from 'vitest'
import { plainName } from '../../src/lib/text/plain-name.ts'

it.each([
  ['Shop', 'Shop'],
  ['Rossi & figli S.r.l.', 'Rossi & figli S. r. l.'],
  ['https://evil.example/win?x=1', 'https: / / evil. example/ win?x=1'],
  ['WIN at evil.example', 'WIN at evil. example'],
  ['evil。example', 'evil。 example'],
  ['mail eve@evil.example', 'mail eve@ evil. example'],
  ['two\r\nlines\tand\u202e\u200bmore', 'two lines and more'],
  ['  ', ''],
])('writes the name %j as %j', (name, plain) => {
  expect(plainName(name)).toBe(plain)
})

it('cuts a name after 80 characters, never inside a character', () => {
  expect(plainName('😀'.repeat(100))).toBe('😀'.repeat(80))
})
