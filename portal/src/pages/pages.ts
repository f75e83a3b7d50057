// Every page of a workspace: its address below /w/{workspace}, its place in the navigation, and the chunk it comes in.
import { type Icon, IconCoins, IconLayoutDashboard, IconMessages, IconSend, IconWebhook } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { Texts } from '../texts/texts.tsx'

export type Section = 'messages' | 'content' | 'settings'

export interface Page {
  /** Below the workspace; `$id` is a part that varies. */
  path: string
  load: () => Promise<{ default: ComponentType }>
  /** Missing: the page is reached from another one. */
  nav?: { title: (texts: Texts) => string; icon: Icon; section: Section | undefined; key: string }
}

/** In the order of the navigation. `key`: the letter after `g` that goes there. */
export const pages: Page[] = [
  {
    path: '',
    load: () => import('./overview/page.tsx'),
    nav: { title: (t) => t.overview.title, icon: IconLayoutDashboard, section: undefined, key: 'o' },
  },
  {
    path: 'deliveries',
    load: () => import('./deliveries/page.tsx'),
    nav: { title: (t) => t.deliveries.title, icon: IconSend, section: 'messages', key: 'd' },
  },
  {
    path: 'conversations',
    load: () => import('./conversations/page.tsx'),
    nav: { title: (t) => t.conversations.title, icon: IconMessages, section: 'messages', key: 'c' },
  },
  { path: 'conversations/$id', load: () => import('./conversations/conversation-page.tsx') },
  {
    path: 'webhooks',
    load: () => import('./webhooks/page.tsx'),
    nav: { title: (t) => t.webhooks.title, icon: IconWebhook, section: 'settings', key: 'w' },
  },
  { path: 'webhooks/$id', load: () => import('./webhooks/endpoint-page.tsx') },
  {
    path: 'plan',
    load: () => import('./plan/page.tsx'),
    nav: { title: (t) => t.plan.title, icon: IconCoins, section: 'settings', key: 'p' },
  },
]
