// The preview of the draft on one channel. It is updated shortly after the last keystroke.
import { Alert, Box, List, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { Preview as PreviewAnswer } from '../../../../../../sdk/src/api.ts'
import { useRead } from '../../../../api/queries.ts'
import { useChannel } from '../../../../parts/channels.ts'
import type { ChannelName } from '../../../../parts/delivery-words.tsx'
import { fieldLabel } from '../../../../parts/forms/field-label.ts'
import { hasDarkStyles, hasRemoteImages } from '../../../../parts/messages/email-frame.tsx'
import { Message } from '../../../../parts/messages/message.tsx'
import { type EmailView, shownMessage } from '../../../../parts/messages/shown-message.ts'
import { ProblemNotice, QueryResult } from '../../../../parts/states.tsx'
import { useWorkspace } from '../../../../session/workspace.tsx'
import { useTexts } from '../../../../texts/texts.tsx'
import { localesOf, type TemplateDraft } from '../template-draft.ts'
import { PreviewBar, ViewNotes } from './preview-bar.tsx'

const AFTER_MS = 350

interface PreviewProps {
  draft: TemplateDraft
  locale: string
  channel: ChannelName
  onChannel: (channel: ChannelName) => void
  vars: Record<string, string>
}

export function Preview({ draft, locale, channel, onChannel, vars }: PreviewProps) {
  const { templates } = useTexts()
  const { id: ws, name: workspaceName } = useWorkspace()
  const workspace = useRead('readWorkspace', { path: { ws } })
  const [shown] = useDebouncedValue(JSON.stringify([draft, locale, channel, vars]), AFTER_MS)
  const [base, of, by, values]: [TemplateDraft, string, ChannelName, Record<string, string>] = JSON.parse(shown)
  const content = localesOf(base).locales[of]
  const isEmpty = content === undefined || content.body === ''
  const query = useRead(
    'previewDraft',
    {
      path: { ws },
      body: {
        template: { name: base.name || templates.one, locales: isEmpty ? {} : { [of]: content } },
        channel: by,
        locale: of,
        vars: withoutEmpty(values),
      },
    },
    { enabled: !isEmpty, keep: true },
  )
  const [view, setView] = useState<EmailView>({ width: 'desktop', isDark: false, loadsImages: false })
  const hasHtml = useChannel(channel)?.content === 'html'
  const html = query.data && shownMessage(query.data.message).html
  const brand = workspace.data?.brand as { name?: string | null } | undefined
  return (
    <Box component="section" aria-label={templates.preview}>
      <PreviewBar channel={channel} onChannel={onChannel} view={hasHtml ? view : undefined} onView={setView} />
      {isEmpty ? (
        <Text size="sm" c="dimmed">
          {templates.nothingToPreview}
        </Text>
      ) : query.error ? (
        <ProblemNotice error={query.error} onRetry={() => void query.refetch()} title={templates.noPreview} />
      ) : (
        <QueryResult query={query} lines={6}>
          {(preview) => (
            <Stack gap="sm">
              <Message
                message={shownMessage(preview.message)}
                sender={brand?.name || workspaceName}
                still
                view={view}
              />
              {html !== undefined && (
                <ViewNotes
                  view={view}
                  onView={setView}
                  hasImages={hasRemoteImages(html)}
                  ignoresDark={!hasDarkStyles(html)}
                />
              )}
              <Remarks preview={preview} />
            </Stack>
          )}
        </QueryResult>
      )}
    </Box>
  )
}

function Remarks({ preview: { missing, problems } }: { preview: PreviewAnswer }) {
  const texts = useTexts()
  const { templates } = texts
  return (
    <>
      {problems.length > 0 && (
        <Alert color="red" variant="light" title={templates.cannotSend}>
          <List size="sm">
            {problems.map(({ field, message }) => (
              <List.Item key={`${field} ${message}`} className="wrap-anywhere">
                {fieldLabel(field, texts)}: {message}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      {missing.length > 0 && (
        <Text size="xs" c="dimmed" className="wrap-anywhere">
          {templates.withoutSample(missing.map((name) => `{{${name}}}`).join(', '))}
        </Text>
      )}
    </>
  )
}

/** Omits empty sample values, so that their placeholders stay visible. */
function withoutEmpty(vars: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(vars).filter(([, value]) => value !== ''))
}
