// The text editor: CodeMirror with completion after {{ and marks on invalid placeholders.
import { autocompletion, type CompletionContext, closeBrackets, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { Decoration, EditorView, keymap, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import { useEffect, useRef } from 'react'
import './code-editor.css'
import { findPlaceholders } from './placeholder-check.ts'

interface CodeEditorProps {
  value: string
  onChange: (text: string) => void
  label: string
  /** The known names. The editor suggests these names, and does not mark them as unknown. */
  known: string[]
  singleLine?: boolean
  readOnly?: boolean
}

export default function CodeEditor(props: CodeEditorProps) {
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const onChange = useRef(props.onChange)
  onChange.current = props.onChange
  const knowing = useRef(new Compartment())
  const names = props.known.join(' ')

  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is created once; changes are passed to it later
  useEffect(() => {
    const listener = EditorView.updateListener.of((update) => {
      if (update.docChanged) onChange.current(update.state.doc.toString())
    })
    const made = new EditorView({
      parent: place.current!,
      state: EditorState.create({
        doc: props.value,
        extensions: [...foundation(props), knowing.current.of(knownNameExtensions(props.known)), listener],
      }),
    })
    view.current = made
    return () => made.destroy()
  }, [])

  useEffect(() => {
    const known = names === '' ? [] : names.split(' ')
    view.current?.dispatch({ effects: knowing.current.reconfigure(knownNameExtensions(known)) })
  }, [names])

  useEffect(() => {
    const shown = view.current?.state.doc.toString()
    if (view.current && shown !== props.value)
      view.current.dispatch({ changes: { from: 0, to: shown!.length, insert: props.value } })
  }, [props.value])

  return <div ref={place} className={props.singleLine ? 'code-editor code-editor-line' : 'code-editor'} />
}

function foundation({ label, singleLine = false, readOnly = false }: CodeEditorProps): Extension[] {
  return [
    history(),
    closeBrackets(),
    // The Tab key leaves the field, so that keyboard users can leave the editor.
    keymap.of([...completionKeymap, ...historyKeymap, ...defaultKeymap]),
    EditorView.lineWrapping,
    EditorState.readOnly.of(readOnly),
    EditorView.contentAttributes.of({
      'aria-label': label,
      'aria-multiline': String(!singleLine),
      spellcheck: 'true',
      autocapitalize: 'sentences',
    }),
    ...(singleLine ? [EditorState.transactionFilter.of((tr) => (tr.newDoc.lines > 1 ? [] : tr))] : []),
  ]
}

/** Returns the extensions that depend on the known names: completion and marks. */
function knownNameExtensions(known: string[]): Extension {
  return [
    autocompletion({ override: [(context) => offered(context, known)], icons: false }),
    ViewPlugin.define((view) => marking(view, known), { decorations: (plugin) => plugin.marks }),
  ]
}

function offered(context: CompletionContext, known: string[]) {
  const typed = context.matchBefore(/\{\{\s*[^\s{}]*/)
  if (typed === null) return null
  const from = typed.from + /^\{\{\s*/.exec(typed.text)![0].length
  const apply = (name: string) => (view: EditorView, _: unknown, start: number, end: number) => {
    // closeBrackets may already have inserted the closing braces.
    const behind = /^\s*\}{0,2}/.exec(view.state.sliceDoc(end, end + 4))![0].length
    view.dispatch({
      changes: { from: start, to: end + behind, insert: `${name}}}` },
      selection: { anchor: start + name.length + 2 },
    })
  }
  return { from, options: known.map((name) => ({ label: name, apply: apply(name) })), validFor: /^[^\s{}]*$/ }
}

function marking(view: EditorView, known: string[]) {
  const marksOf = (state: EditorState) =>
    Decoration.set(
      findPlaceholders(state.doc.toString(), known).map(({ from, to, kind }) =>
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
