// The text editor: CodeMirror with completion, marks of placeholders, highlighting, and the problems of the text.
import { autocompletion, closeBrackets, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint'
import { search, searchKeymap } from '@codemirror/search'
import { Compartment, EditorState, type Extension, type Text } from '@codemirror/state'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'
import { useEffect, useRef } from 'react'
import { loadCode } from '../../../../api/load-code.ts'
import './code-editor.css'
import { completePlaceholder, placeholderMarks } from './placeholder-marks.ts'
import type { Syntax, TextProblem } from './text-syntax.ts'

interface CodeEditorProps {
  value: string
  onChange: (text: string) => void
  label: string
  syntax: Syntax
  /** The known names. The editor suggests these names, and does not mark them as unknown. */
  known: string[]
  /** The values from which the editor completes the properties of objects in Liquid. */
  sampleData: Record<string, unknown>
  problems: readonly TextProblem[]
  /** The place to which the cursor moves when this value changes. */
  place: { line: number; column: number } | undefined
  direction: 'ltr' | 'rtl'
  singleLine?: boolean
  readOnly?: boolean
}

export default function CodeEditor(props: CodeEditorProps) {
  const element = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const latest = useRef(props)
  latest.current = props
  const language = useRef(new Compartment())
  const names = props.known.join(' ')

  useEffect(() => {
    if (element.current === null) return
    const listener = EditorView.updateListener.of((update) => {
      if (update.docChanged) latest.current.onChange(update.state.doc.toString())
    })
    const made = new EditorView({
      parent: element.current,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [...foundation(latest.current), language.current.of([]), listener],
      }),
    })
    view.current = made
    return () => made.destroy()
  }, [])

  useEffect(() => {
    const known = names === '' ? [] : names.split(' ')
    let isCurrent = true
    void languageExtensions(props.syntax, known, () => latest.current.sampleData).then(
      (extensions) => {
        if (isCurrent) view.current?.dispatch({ effects: language.current.reconfigure(extensions) })
      },
      // Without the code of the syntax, the editor has no highlighting.
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [names, props.syntax])

  useEffect(() => {
    const shown = view.current?.state.doc.toString()
    if (view.current && shown !== undefined && shown !== props.value)
      view.current.dispatch({ changes: { from: 0, to: shown.length, insert: props.value } })
  }, [props.value])

  useEffect(() => {
    const { state } = view.current ?? {}
    if (state) view.current?.dispatch(setDiagnostics(state, diagnosticsOf(state.doc, props.problems)))
  }, [props.problems])

  useEffect(() => {
    if (view.current && props.place) moveTo(view.current, props.place)
  }, [props.place])

  return <div ref={element} className={props.singleLine ? 'code-editor code-editor-line' : 'code-editor'} />
}

function foundation({ label, direction, singleLine = false, readOnly = false }: CodeEditorProps): Extension[] {
  return [
    history(),
    closeBrackets(),
    // The Tab key leaves the field, so that keyboard users can leave the editor.
    keymap.of([...completionKeymap, ...lintKeymap, ...searchKeymap, ...historyKeymap, ...defaultKeymap]),
    EditorView.lineWrapping,
    EditorView.perLineTextDirection.of(true),
    EditorState.readOnly.of(readOnly),
    EditorView.contentAttributes.of({
      'aria-label': label,
      // Shows accessibility checkers that the keyboard reaches the text, and therefore its scrolled parts.
      tabindex: '0',
      'aria-multiline': String(!singleLine),
      dir: direction,
      spellcheck: 'true',
      autocapitalize: 'sentences',
    }),
    singleLine
      ? EditorState.transactionFilter.of((tr) => (tr.newDoc.lines > 1 ? [] : tr))
      : [lineNumbers(), lintGutter(), search({ top: true })],
  ]
}

/** Returns the extensions of a syntax. Loads the syntaxes HTML and Liquid first. */
async function languageExtensions(
  syntax: Syntax,
  known: readonly string[],
  sampleData: () => Record<string, unknown>,
): Promise<Extension> {
  if (syntax === 'liquid') {
    const { liquidSyntax } = await loadCode(() => import('./markup-language.ts'))
    return [liquidSyntax(sampleData, known), autocompletion({ icons: false })]
  }
  const placeholders = [
    placeholderMarks(known, syntax === 'html'),
    autocompletion({ override: [(context) => completePlaceholder(context, known)], icons: false }),
  ]
  if (syntax === 'placeholders') return placeholders
  const { htmlSyntax } = await loadCode(() => import('./markup-language.ts'))
  return [htmlSyntax(), placeholders]
}

function moveTo(view: EditorView, { line, column }: { line: number; column: number }): void {
  const { from, to } = view.state.doc.line(Math.min(line, view.state.doc.lines))
  view.dispatch({ selection: { anchor: Math.min(from + column - 1, to) }, scrollIntoView: true })
  view.focus()
}

/** Returns the marks of the problems. A problem marks the rest of its line from its column. */
function diagnosticsOf(text: Text, problems: readonly TextProblem[]): Diagnostic[] {
  return problems.flatMap(({ line, column = 1, message, severity }) => {
    if (line === undefined) return []
    const { from, to } = text.line(Math.min(Math.max(line, 1), text.lines))
    const begin = Math.min(from + column - 1, to)
    return [{ from: begin < to ? begin : from, to, severity, message }]
  })
}
