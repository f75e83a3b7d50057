// A button with a menu. The code of the menu loads when the pointer or the focus reaches the button, so that the first
// load of the portal does not contain it.
import { UnstyledButton } from '@mantine/core'
import { type ComponentType, type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { noteUnreachable, probe } from '../../api/connection.ts'
import { loadLaterStyles } from '../../theme/later-styles.ts'

export interface LazyMenuProps {
  /** The id of the menu. The id of its button is this id and `-target`. */
  id: string
  opened: boolean
  onChange: (opened: boolean) => void
}

interface MenuButtonProps {
  className: string
  children: ReactNode
  load: () => Promise<{ default: ComponentType<LazyMenuProps> }>
}

export function MenuButton({ className, children, load }: MenuButtonProps) {
  const id = useId()
  const [opened, setOpened] = useState(false)
  const [Menu, setMenu] = useState<ComponentType<LazyMenuProps>>()
  // A failed load is repeated by the next click. The banner about the lost connection explains the failure.
  const prepare = () =>
    Promise.all([load(), loadLaterStyles()]).then(
      ([{ default: Loaded }]) => setMenu(() => Loaded),
      async () => {
        if (!(await probe())) noteUnreachable()
      },
    )
  const toggle = () => void prepare().then(() => setOpened((before) => !before))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' || opened) return
    event.preventDefault()
    toggle()
  }
  return (
    <div className="menu-anchor">
      <UnstyledButton
        id={`${id}-target`}
        className={className}
        aria-haspopup="menu"
        aria-expanded={opened}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={toggle}
        onKeyDown={onKeyDown}
        // A press outside closes the menu. A press on this button would close the menu, and its click open it again.
        onMouseDown={(event) => opened && event.stopPropagation()}
        onTouchStart={(event) => opened && event.stopPropagation()}
      >
        {children}
      </UnstyledButton>
      {Menu !== undefined && <Menu id={id} opened={opened} onChange={setOpened} />}
    </div>
  )
}
