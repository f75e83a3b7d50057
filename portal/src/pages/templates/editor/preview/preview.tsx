// The preview of the edited content on one channel. It is updated shortly after the last keystroke.
import { Alert, Box, List, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { Preview as PreviewAnswer } from '../../../../../../sdk/src/api.ts'
import { useRead } from '../../../../api/queries.ts'
import { useChannel } from '../../../../parts/channels.ts'
import type { ChannelName } from '../../../../parts/delivery-words.tsx'
import { hasDarkStyles, hasRemoteImages } from '../../../../parts/messages/email-frame.tsx'
import { Message } from '../../../../parts/messages/message.tsx'
import { type EmailView, shownMessage } from '../../../../parts/messages/shown-message.ts'
import { ProblemNotice, QueryResult } from '../../../../parts/states.tsx'
import { useWorkspace } from '../../../../session/workspace.tsx'
import { useTexts } from '../../../../texts/texts.tsx'
import type { EditedTemplate } from '../content/edited-template.ts'
import { contentOf } from '../content/stored-content.ts'
import { type Samples, sampleFields } from '../samples.ts'
import { ProblemText } from '../saving/problem-text.tsx'
import { firstView, PreviewBar, ViewNotes } from './preview-bar.tsx'

const AFTER_MS = 350

interface PreviewProps {
  edited: EditedTemplate
  locale: string
  channel: ChannelName
  onChannel: (channel: ChannelName) => void
  samples: Samples
}

export function Preview({ edited, locale, channel, onChannel, samples }: PreviewProps) {
  const { templates } = useTexts()
  const { name: workspaceName, id: ws } = useWorkspace()
  const workspace = useRead('readWorkspace', { path: { ws } })
  const { query, isEmpty } = usePreview(edited, locale, channel, samples)
  const [view, setView] = useState(firstView)
  const hasHtml = useChannel(channel)?.content === 'html'
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
          {(preview) => <Drawn preview={preview} sender={brand?.name || workspaceName} view={view} onView={setView} />}
        </QueryResult>
      )}
    </Box>
  )
}

function usePreview(edited: EditedTemplate, locale: string, channel: ChannelName, samples: Samples) {
  const { id: ws } = useWorkspace()
  const { templates } = useTexts()
  const now = { edited, locale, channel, samples }
  const [debounced] = useDebouncedValue(JSON.stringify(now), AFTER_MS)
  const shown: typeof now = JSON.parse(debounced)
  const { locales, name, engine, layout } = contentOf(shown.edited)
  const content = locales[shown.locale]
  const isEmpty = content === undefined || (content.body === '' && content.channels === undefined)
  const query = useRead(
    'previewDraft',
    {
      path: { ws },
      body: {
        template: { name: name || templates.one, engine, layout, locales: isEmpty ? {} : { [shown.locale]: content } },
        channel: shown.channel,
        locale: shown.locale,
        ...sampleFields(shown.samples, engine === 'liquid'),
      },
    },
    { enabled: !isEmpty, keep: true },
  )
  return { query, isEmpty }
}

interface DrawnProps {
  preview: PreviewAnswer
  sender: string
  view: EmailView
  onView: (view: EmailView) => void
}

function Drawn({ preview, sender, view, onView }: DrawnProps) {
  const message = shownMessage(preview.message)
  // With an error of Liquid, the API returns no message.
  const isRendered = Object.keys(preview.message).length > 0
  return (
    <Stack gap="sm">
      {isRendered && <Message message={message} sender={sender} still view={view} />}
      {message.html !== undefined && (
        <ViewNotes
          view={view}
          onView={onView}
          hasImages={hasRemoteImages(message.html)}
          ignoresDark={!hasDarkStyles(message.html)}
        />
      )}
      <Remarks preview={preview} />
    </Stack>
  )
}

function Remarks({ preview: { missing, problems } }: { preview: PreviewAnswer }) {
  const { templates } = useTexts()
  return (
    <>
      {problems.length > 0 && (
        <Alert color="red" variant="light" title={templates.cannotSend}>
          <List size="sm">
            {problems.map((problem) => (
              <List.Item key={`${problem.field} ${problem.message}`}>
                <ProblemText problem={problem} />
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
