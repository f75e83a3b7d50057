// The state of a connection form: input, problems, saving and checking.
import { useState } from 'react'
import type { ConnectionKept, ProviderConnection, ProviderConnectionKept } from '../../../../../sdk/src/api.ts'
import { problemOf } from '../../../api/problem.ts'
import { useChange } from '../../../api/queries.ts'
import { markShownFields, showToast } from '../../../parts/forms/form-problems.ts'
import type { ServerText } from '../../../texts/server-text.ts'
import { useTexts } from '../../../texts/texts.tsx'
import type { Checked } from './check-result.tsx'
import { secretsToRepeat } from './repeated-secrets.ts'
import { type Draft, draftOf, draftsOfService, type Field, type SettingDraft, settingsOf } from './settings-draft.ts'
import { bodyOf, type ConnectionTarget, operations, pathOf, type Stored, staleConnectionQueries } from './target.ts'

interface Formed {
  target: ConnectionTarget
  fields: Field[]
  stored: Stored | undefined
  onAdded?: ((added: Pick<ProviderConnection, 'id'>) => void) | undefined
}

export type ConnectionDraft = ReturnType<typeof useConnectionDraft>

export function useConnectionDraft({ target, fields, stored, onAdded }: Formed) {
  const { sources, serverText } = useTexts()
  const texts = sources.connections
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [checked, setChecked] = useState<Checked>()
  const [failed, setFailed] = useState<{ step: 'save' | 'check'; error: Error }>()
  const forget = () => {
    setProblems({})
    setChecked(undefined)
    setFailed(undefined)
  }
  const entries = useEntries(fields, stored, forget)
  const path = pathOf(target)
  const connect = useChange(operations[target.kind].save, staleConnectionQueries)
  const check = useChange(operations[target.kind].check, ['listConnections'])
  const repeated = secretsToRepeat(fields, entries.began, entries.draft)

  const runCheck = () => {
    setFailed(undefined)
    check.mutate(
      { path },
      {
        onSuccess: (answer) => {
          setChecked(answer)
          setProblems(bySetting(answer.problems, serverText))
        },
        onError: (error) => setFailed({ step: 'check', error }),
      },
    )
  }
  const save = (version: number) => {
    const { settings, unreadable } = settingsOf(fields, entries.draft)
    if (unreadable.length > 0)
      return setProblems(Object.fromEntries(unreadable.map(({ path: at }) => [at, texts.notJson])))
    check.reset()
    setFailed(undefined)
    // Use the promise of `mutateAsync`. If a connection is added, the refreshed list unmounts this form, and the
    // callbacks of `mutate` do not run.
    const saving = connect.mutateAsync({ path, body: bodyOf(target, settings, version) })
    void saving.then(saved, refused)
  }
  const saved = (answer: ConnectionKept | ProviderConnectionKept) => {
    if (target.kind === 'added') return onAdded?.(answer)
    showToast(texts.saved)
    entries.begin(answer)
    setProblems(bySetting(answer.problems, serverText))
    runCheck()
  }
  const edit = (drafts: Draft) => {
    entries.change(drafts)
    setProblems(without(problems, Object.keys(drafts)))
    setChecked(undefined)
  }
  const refused = (error: Error) => {
    const { details } = problemOf(error)
    setProblems(bySetting(details))
    setFailed({ step: 'save', error })
    markShownFields(
      error,
      Object.keys(details).filter((field) => Object.hasOwn(entries.draft, settingOf(field))),
    )
  }

  return {
    ...entries,
    problems: { ...Object.fromEntries(repeated.map((at) => [at, texts.secretAgain])), ...problems },
    repeated,
    checked,
    isSaving: connect.isPending,
    isChecking: check.isPending,
    error: failed?.error,
    isRefusedAsOutdated:
      target.kind !== 'added' && failed?.step === 'save' && problemOf(failed.error).code === 'conflict',
    change: (at: string, entry: SettingDraft) => edit({ [at]: entry }),
    fill: (settings: Record<string, unknown>) => edit(draftsOfService(fields, settings)),
    save,
    runCheck,
    takeTheirs: entries.begin,
  }
}

/**
 * Holds the input, and the stored connection from which the input started. `onBegin` runs when the input starts again
 * from other stored settings.
 */
function useEntries(fields: Field[], stored: Stored | undefined, onBegin: () => void) {
  const [draft, setDraft] = useState<Draft>(() => draftOf(fields, stored?.settings))
  const [began, setBegan] = useState(draft)
  const [isDirty, setDirty] = useState(stored === undefined)
  const [from, setFrom] = useState(stored)
  const begin = (next: Stored | undefined) => {
    const read = draftOf(fields, next?.settings)
    setDraft(read)
    setBegan(read)
    setFrom(next)
    setDirty(next === undefined)
    onBegin()
  }
  // The first connection was replaced or changed. Show the stored settings, unless this would discard input.
  if (stored && from && !isDirty && (stored.id !== from.id || stored.version > from.version)) begin(stored)
  return {
    draft,
    began,
    isDirty,
    /** The id of the stored connection. Undefined if there was no stored connection. */
    id: from?.id,
    /** The version of the stored connection. 0 if there was no stored connection. */
    version: from?.version ?? 0,
    change(drafts: Draft) {
      setDraft({ ...draft, ...drafts })
      setDirty(true)
    },
    begin,
  }
}

/**
 * Returns the problems by setting. The API returns the details of a refusal in the member's language. The details of a
 * check are translated with `serverText`.
 */
function bySetting(
  problems: Record<string, string[]>,
  serverText: ServerText = (text) => text,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(problems).map(([name, sentences]) => [settingOf(name), sentences.map(serverText).join('; ')]),
  )
}

/** Maps the field `settings.dkim.domain` of a refusal to the setting `dkim.domain` of the form. */
function settingOf(field: string): string {
  return field.replace(/^settings\./, '')
}

function without(problems: Record<string, string>, names: string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(problems).filter(([name]) => !names.includes(name)))
}
