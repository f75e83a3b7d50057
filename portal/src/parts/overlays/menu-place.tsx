// The place of a menu whose button is not part of the menu (see lazy-menu.tsx). The menu component needs an element
// from which it measures its position.
import { Menu } from '@mantine/core'
import type { Ref } from 'react'

export function MenuPlace() {
  return (
    <Menu.Target>
      <Place />
    </Menu.Target>
  )
}

/** Takes only the reference: the button has the attributes that the menu component passes to its target. */
function Place({ ref }: { ref?: Ref<HTMLSpanElement> }) {
  return <span ref={ref} className="menu-place" />
}
