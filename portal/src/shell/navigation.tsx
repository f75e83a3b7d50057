// The navigation links, by section, from the table of pages.
import { Link, useLocation } from '@tanstack/react-router'
import { type PageDefinition, pages, type Section } from '../pages/pages.ts'
import { usePathTo } from '../session/workspace.tsx'
import { useTexts } from '../texts/texts.tsx'

const sections: (Section | undefined)[] = [undefined, 'messages', 'content', 'settings']

export function Navigation() {
  const { shell } = useTexts()
  return sections.map((section) => {
    const inside = pages.filter(({ nav }) => nav !== undefined && nav.section === section)
    if (inside.length === 0) return null
    return (
      <div key={section ?? 'top'}>
        {section !== undefined && (
          <div className="frame-section" id={`section-${section}`}>
            {shell.sections[section]}
          </div>
        )}
        <ul style={{ listStyle: 'none', margin: 0, padding: 0 }} aria-labelledby={section && `section-${section}`}>
          {inside.map((page) => (
            <li key={page.path}>
              <Entry page={page} nav={page.nav!} />
            </li>
          ))}
        </ul>
      </div>
    )
  })
}

function Entry({ page, nav }: { page: PageDefinition; nav: NonNullable<PageDefinition['nav']> }) {
  const texts = useTexts()
  const pathTo = usePathTo()
  const { pathname } = useLocation()
  const target = pathTo(page.path)
  const active = page.path === '' ? pathname.replace(/\/$/, '') === target : `${pathname}/`.startsWith(`${target}/`)
  return (
    <Link to={target} className="frame-link" data-active={active} aria-current={active ? 'page' : undefined}>
      <nav.icon size={18} stroke={1.6} aria-hidden />
      {nav.title(texts)}
    </Link>
  )
}
