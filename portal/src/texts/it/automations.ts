// The Italian texts of automations.
import type * as english from '../en/automations.ts'
import { count, figure } from './numbers.ts'

export const automations: typeof english.automations = {
  title: 'Automazioni',
  text: 'Regole che inviano un modello quando un contatto viene creato, riceve un’etichetta o risponde con una parola chiave.',
  automation: 'Automazione',
  add: 'Aggiungi automazione',
  edit: 'Modifica automazione',
  none: 'Nessuna automazione',
  noneText:
    'Invia un modello a ogni nuovo contatto, a chi riceve un’etichetta o a chi risponde con una parola chiave. Ogni contatto riceve il messaggio una sola volta.',
  on: 'Attiva',
  off: 'Disattivata',
  turnOn: 'Attiva',
  turnOff: 'Disattiva',
  nameExample: 'Benvenuto ai nuovi clienti',
  when: 'Quando',
  whenCreated: 'viene creato un contatto',
  whenTagged: (tag: string) => `un contatto riceve l’etichetta “${tag}”`,
  whenReplied: (keyword: string) => `un contatto risponde “${keyword}”`,
  sentence: (when: string, template: string) => `Quando ${when}, invia il modello ${template}.`,
  tag: 'Etichetta',
  keyword: 'Parola chiave',
  keywordText:
    'La risposta deve consistere in questa parola o frase. Maiuscole e punteggiatura intorno vengono ignorate.',
  template: 'Modello',
  noTemplate: 'Modello non trovato',
  source: 'Sorgente',
  channel: 'Canale',
  channelText: 'Se non scegli un canale, Carillon ne usa uno che raggiunge il contatto.',
  anyChannel: 'Automatico',
  vars: 'Variabili',
  varsText: 'Inserisci un nome=valore per riga. Nome, lingua, indirizzi e metadati del contatto sono già inclusi.',
  once: 'Ogni contatto riceve il messaggio una sola volta.',
  removeQuestion: (name: string) => `Rimuovere “${name}”?`,
  removeText:
    'L’automazione non invia più messaggi e le sue esecuzioni vengono eliminate. I messaggi già inviati restano nell’elenco degli invii.',
  remove: 'Rimuovi automazione',
  runsSoFar: ({ sent, refused, waiting }: { sent: number; refused: number; waiting: number }) =>
    `${count(sent, 'inviato', 'inviati')}, ${count(refused, 'rifiutato', 'rifiutati')}, ${figure(waiting)} in attesa`,
  state: 'Stato',
  anyState: 'Tutti gli stati',
  states: { waiting: 'In attesa', sent: 'Inviato', refused: 'Rifiutato' },
  contact: 'Contatto',
  removedContact: 'Contatto rimosso',
  result: 'Risultato',
  time: 'Data',
  delivery: (id: number) => `Invio ${id}`,
  noRuns: 'Nessuna esecuzione',
  noRunsText:
    'Qui compare un’esecuzione per ogni contatto. Mostra l’invio o il motivo per cui il messaggio è stato rifiutato.',
}
