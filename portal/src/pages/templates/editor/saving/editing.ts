// The state of the editor: the stored template, the edited content, and the changes that save, publish and discard it.
import { useMemo, useState } from 'react'
import type { Template, TemplateDraft } from '../../../../../../sdk/src/api.ts'
import { useChange } from '../../../../api/queries.ts'
import type { OperationId } from '../../../../api/request.ts'
import { showToast } from '../../../../parts/forms/form-problems.ts'
import { useWorkspace } from '../../../../session/workspace.tsx'
import { useTexts } from '../../../../texts/texts.tsx'
import type { EditedTemplate } from '../content/edited-template.ts'
import { contentOf, editedOf, localesOf } from '../content/stored-content.ts'
import { contentIn, type StoredTemplate } from './stored-template.ts'

export type Editing = ReturnType<typeof useEditing>

/** The queries that become stale when a template changes. Layouts count the templates that use them. */
const RENEWED: OperationId[] = [
  'listTemplateSummaries',
  'readTemplate',
  'readTemplateDraft',
  'listTemplateVersions',
  'listLayouts',
  'readLayout',
]

export function useEditing(from: StoredTemplate) {
  const { publishing, templates } = useTexts()
  const { id: ws } = useWorkspace()
  const [stored, setStored] = useState(from)
  const [edited, setEdited] = useState<EditedTemplate>(() => editedOf(contentIn(from)))
  const [unreadable, setUnreadable] = useState('')
  const savedContent = useMemo(() => editedOf(contentIn(stored)), [stored])
  const save = useChange('saveTemplateDraft', RENEWED)
  const publish = useChange('publishTemplate', RENEWED)
  const discard = useChange('discardTemplateDraft', RENEWED)
  const { template, draft } = stored
  const path = { ws, slug: template.slug }
  const beginFrom = (next: StoredTemplate) => {
    setStored(next)
    setEdited(editedOf(contentIn(next)))
  }
  return {
    stored,
    savedContent,
    edited,
    setEdited,
    isDirty: JSON.stringify(edited) !== JSON.stringify(savedContent),
    /** The problem of a channel-specific content that is not valid JSON. Empty if there is no such problem. */
    unreadable,
    save,
    publish,
    discard,
    /** Saves the draft. Calls `onSaved` with the saved draft. */
    store(revision: number, onSaved: (draft: TemplateDraft) => void = () => showToast(publishing.draftSaved)) {
      const wrong = localesOf(edited).unreadable[0]
      setUnreadable(wrong === undefined ? '' : templates.invalidContent(wrong.locale, wrong.channel))
      if (wrong !== undefined) return
      save.mutate(
        { path, body: { ...contentOf(edited), revision } },
        {
          onSuccess: (saved) => {
            const next = { template, draft: saved }
            setStored(next)
            // Keep the text that the member typed while the draft was saved.
            setEdited((current) => (current === edited ? editedOf(saved) : current))
            onSaved(saved)
          },
        },
      )
    },
    revision: draft?.revision ?? 0,
    /** Publishes the saved draft. */
    publishDraft(onPublished: (published: Template) => void) {
      publish.mutate(
        { path, body: { revision: draft?.revision ?? 0, version: template.version } },
        {
          onSuccess: (published) => {
            beginFrom({ template: published, draft: null })
            showToast(publishing.publishedAs(published.version))
            onPublished(published)
          },
        },
      )
    },
    discardDraft() {
      discard.mutate({ path }, { onSuccess: () => beginFrom({ template, draft: null }) })
    },
    takeTheirs(theirs: StoredTemplate) {
      save.reset()
      beginFrom(theirs)
    },
  }
}
