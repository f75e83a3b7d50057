// The Italian texts of the plan, the credits and their ledger.
import type * as english from '../en/plan.ts'
import { count, figure } from './numbers.ts'

export const plan: typeof english.plan = {
  title: 'Piano e crediti',
  text: 'La quota mensile di questo spazio di lavoro e i crediti per i messaggi oltre la quota.',
  plan: 'Piano',
  thisMonth: 'Questo mese',
  whatsapp: 'Pacchetto WhatsApp',
  credits: 'Crediti',
  creditsText: 'Si usano per i messaggi oltre la quota. I crediti non scadono.',
  of: (used: number, limit: string) => `${figure(used)} su ${limit}`,
  withoutLimit: (used: number) => `${figure(used)} (illimitati)`,
  prices: 'Prezzi in crediti',
  pricesText: 'Il prezzo di un messaggio oltre la quota. I messaggi non riusciti vengono rimborsati.',
  cost: (n: number) => count(n, 'credito', 'crediti'),
  ledger: 'Movimenti',
  noEntries: 'Nessun movimento',
  noEntriesText: 'I crediti assegnati, i messaggi pagati con crediti e i rimborsi compaiono qui.',
  kind: 'Tipo',
  amount: 'Importo',
  amountText: 'Il numero di crediti da assegnare. Un numero negativo li sottrae.',
  balance: 'Saldo',
  note: 'Nota',
  noteExample: 'Fattura 2030-14',
  when: 'Data',
  kinds: { purchase: 'Crediti assegnati', overage: 'Messaggio oltre la quota', refund: 'Rimborso' },
  ofDelivery: (id: number) => `Invio ${id}`,
  give: 'Assegna crediti',
  giveTo: (name: string) => `Assegna crediti a ${name}`,
  balanceChanged: (balance: number) => `Nuovo saldo: ${figure(balance)}`,
  change: 'Cambia piano',
  changeOf: (name: string) => `Piano di ${name}`,
  quota: 'Messaggi al mese',
  whatsappLimit: 'Messaggi WhatsApp al mese',
  limitsText:
    'Ogni piano ha limiti predefiniti. Puoi impostarne altri per questo spazio di lavoro. Un campo vuoto significa “illimitato”.',
}
