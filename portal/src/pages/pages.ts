// The pages of a workspace. Each page has a path below /w/{workspace}, an entry in the navigation, and a chunk with its
// code.
import {
  type Icon,
  IconBuilding,
  IconCoins,
  IconDownload,
  IconFlask,
  IconHistory,
  IconInbox,
  IconLayoutDashboard,
  IconMailOff,
  IconMessages,
  IconPlug,
  IconRobot,
  IconSend,
  IconTags,
  IconTemplate,
  IconUsers,
  IconUsersGroup,
  IconWebhook,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { FrameTexts } from '../texts/texts.tsx'

export type Section = 'messages' | 'content' | 'settings'

export interface PageDefinition {
  /** The path relative to the workspace. `$id` is a parameter. */
  path: string
  load: () => Promise<{ default: ComponentType }>
  /** The entry in the navigation. Undefined if the page has no entry and opens only through links on other pages. */
  nav?: { title: (texts: FrameTexts) => string; icon: Icon; section: Section | undefined; key: string }
  /** The entry in the command palette, for a page without an entry in the navigation. */
  palette?: { title: (texts: FrameTexts) => string; icon: Icon }
}

/** The pages in the order of the navigation. `key` is the letter that opens the page after `g`. */
export const pages: PageDefinition[] = [
  {
    path: '',
    load: () => import('./overview/page.tsx'),
    nav: { title: (t) => t.overview.title, icon: IconLayoutDashboard, section: undefined, key: 'o' },
  },
  {
    path: 'deliveries',
    load: () => import('./deliveries/list/page.tsx'),
    nav: { title: (t) => t.shell.pages.deliveries, icon: IconSend, section: 'messages', key: 'd' },
  },
  { path: 'accounts', load: () => import('./accounts/page.tsx') },
  { path: 'tokens', load: () => import('./tokens/page.tsx') },
  { path: 'account', load: () => import('./account/page.tsx') },
  { path: 'deliveries/$id', load: () => import('./deliveries/timeline.tsx') },
  {
    path: 'test-inbox',
    load: () => import('./test-inbox/page.tsx'),
    nav: { title: (t) => t.shell.pages.testInbox, icon: IconInbox, section: 'messages', key: 'i' },
  },
  {
    path: 'dry-run',
    load: () => import('./dry-run/page.tsx'),
    nav: { title: (t) => t.shell.pages.dryRun, icon: IconFlask, section: 'messages', key: 'h' },
  },
  {
    path: 'conversations',
    load: () => import('./conversations/page.tsx'),
    nav: { title: (t) => t.shell.pages.conversations, icon: IconMessages, section: 'messages', key: 'c' },
  },
  { path: 'conversations/$id', load: () => import('./conversations/conversation-page.tsx') },
  {
    path: 'inbound',
    load: () => import('./inbound/page.tsx'),
    nav: { title: (t) => t.shell.pages.inbound, icon: IconDownload, section: 'messages', key: 'f' },
  },
  {
    path: 'templates',
    load: () => import('./templates/page.tsx'),
    nav: { title: (t) => t.shell.pages.templates, icon: IconTemplate, section: 'content', key: 't' },
  },
  { path: 'templates/$slug', load: () => import('./templates/editor/page.tsx') },
  { path: 'templates/$slug/versions', load: () => import('./templates/versions/page.tsx') },
  {
    path: 'layouts',
    load: () => import('./layouts/page.tsx'),
    palette: { title: (t) => t.shell.pages.layouts, icon: IconTemplate },
  },
  { path: 'layouts/$slug', load: () => import('./layouts/layout-page.tsx') },
  {
    path: 'recipients',
    load: () => import('./recipients/page.tsx'),
    nav: { title: (t) => t.shell.pages.recipients, icon: IconUsers, section: 'content', key: 'r' },
  },
  {
    path: 'recipients/import',
    load: () => import('./recipients/import/page.tsx'),
    palette: { title: (t) => t.shell.pages.importRecipients, icon: IconUsers },
  },
  { path: 'recipients/$id', load: () => import('./recipients/recipient/page.tsx') },
  {
    path: 'suppressions',
    load: () => import('./suppressions/page.tsx'),
    nav: { title: (t) => t.shell.pages.suppressions, icon: IconMailOff, section: 'content', key: 'u' },
  },
  {
    path: 'categories',
    load: () => import('./categories/page.tsx'),
    nav: { title: (t) => t.shell.pages.categories, icon: IconTags, section: 'content', key: 'y' },
  },
  {
    path: 'automations',
    load: () => import('./automations/page.tsx'),
    nav: { title: (t) => t.shell.pages.automations, icon: IconRobot, section: 'content', key: 'a' },
  },
  { path: 'automations/$id', load: () => import('./automations/automation-page.tsx') },
  {
    path: 'sources',
    load: () => import('./sources/page.tsx'),
    nav: { title: (t) => t.shell.pages.sources, icon: IconPlug, section: 'settings', key: 's' },
  },
  { path: 'sources/$source', load: () => import('./sources/source/page.tsx') },
  { path: 'sources/$source/connections/$channel', load: () => import('./sources/connection/page.tsx') },
  {
    path: 'sources/$source/connections/$channel/$connection',
    load: () => import('./sources/connection/activity/page.tsx'),
  },
  { path: 'sources/$source/connections/$channel/templates', load: () => import('./sources/approved/page.tsx') },
  {
    path: 'webhooks',
    load: () => import('./webhooks/page.tsx'),
    nav: { title: (t) => t.shell.pages.webhooks, icon: IconWebhook, section: 'settings', key: 'w' },
  },
  { path: 'webhooks/$id', load: () => import('./webhooks/endpoint-page.tsx') },
  { path: 'webhooks/$id/events/$entry', load: () => import('./webhooks/event-page.tsx') },
  { path: 'webhooks/callbacks/$callback', load: () => import('./webhooks/callback-page.tsx') },
  {
    path: 'workspace',
    load: () => import('./workspace/page.tsx'),
    nav: { title: (t) => t.shell.pages.workspace, icon: IconBuilding, section: 'settings', key: 'e' },
  },
  {
    path: 'plan',
    load: () => import('./plan/page.tsx'),
    nav: { title: (t) => t.shell.pages.plan, icon: IconCoins, section: 'settings', key: 'p' },
  },
  {
    path: 'members',
    load: () => import('./members/page.tsx'),
    nav: { title: (t) => t.shell.pages.members, icon: IconUsersGroup, section: 'settings', key: 'm' },
  },
  {
    path: 'audit-log',
    load: () => import('./audit-log/page.tsx'),
    nav: { title: (t) => t.shell.pages.audit, icon: IconHistory, section: 'settings', key: 'l' },
  },
]
