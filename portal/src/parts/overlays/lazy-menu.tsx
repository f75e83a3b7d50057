// A button with a menu. The code of the menu loads when the pointer or the focus reaches the button, so that the first
// load of the portal does not contain it.
import { UnstyledButton } from '@mantine/core'
import { type ComponentType, type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { noteUnreachable, probe } from '../../api/connection.ts'
import { useTexts } from '../../texts/texts.tsx'
import { loadLaterStyles } from '../../theme/later-styles.ts'
import { showToast } from './toasts.ts'

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
  const { problems } = useTexts()
  const id = useId()
  const [opened, setOpened] = useState(false)
  const [Menu, setMenu] = useState<ComponentType<LazyMenuProps>>()
  const prepare = async () => {
    const [{ default: Loaded }] = await Promise.all([load(), loadLaterStyles()])
    setMenu(() => Loaded)
  }
  const toggle = () =>
    void prepare().then(
      () => setOpened((before) => !before),
      // Without a connection, the banner explains why the menu does not open.
      async () => ((await probe()) ? showToast(problems.missingPartText) : noteUnreachable()),
    )
  const prepareQuietly = () => void prepare().catch(() => undefined)
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
        onPointerEnter={prepareQuietly}
        onFocus={prepareQuietly}
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
