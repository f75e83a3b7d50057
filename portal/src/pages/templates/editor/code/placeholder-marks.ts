// Completion and marks of placeholders in the text editor.
import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import type { EditorState, Extension } from '@codemirror/state'
import { Decoration, type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import { findPlaceholders } from './placeholder-check.ts'

/** Completes the known names after two opening braces. */
export function completePlaceholder(context: CompletionContext, known: readonly string[]): CompletionResult | null {
  const typed = context.matchBefore(/\{\{\s*[^\s{}]*/)
  if (typed === null) return null
  const from = typed.from + (/^\{\{\s*/.exec(typed.text)?.[0].length ?? 0)
  const apply = (name: string) => (view: EditorView, _: unknown, start: number, end: number) => {
    // closeBrackets may already have inserted the closing braces.
    const behind = /^\s*\}{0,2}/.exec(view.state.sliceDoc(end, end + 4))?.[0].length ?? 0
    view.dispatch({
      changes: { from: start, to: end + behind, insert: `${name}}}` },
      selection: { anchor: start + name.length + 2 },
    })
  }
  return { from, options: known.map((name) => ({ label: name, apply: apply(name) })), validFor: /^[^\s{}]*$/ }
}

/** Marks valid, unknown and invalid placeholders. */
export function placeholderMarks(known: readonly string[], isMarkup: boolean): Extension {
  return ViewPlugin.define((view) => marking(view, known, isMarkup), { decorations: (plugin) => plugin.marks })
}

function marking(view: EditorView, known: readonly string[], isMarkup: boolean) {
  const marksOf = (state: EditorState) =>
    Decoration.set(
      findPlaceholders(state.doc.toString(), known, isMarkup).map(({ from, to, kind }) =>
        Decoration.mark({ class: `placeholder placeholder-${kind}` }).range(from, to),
      ),
      true,
    )
  const plugin = {
    marks: marksOf(view.state),
    update(update: ViewUpdate) {
      if (update.docChanged) plugin.marks = marksOf(update.state)
    },
  }
  return plugin
}
