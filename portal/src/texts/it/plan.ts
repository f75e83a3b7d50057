// Plan, credits and their ledger, in Italian.
import type * as english from '../en/plan.ts'
import { count, figure } from './numbers.ts'

export const plan: typeof english.plan = {
  title: 'Piano e crediti',
  text: 'Quanto può inviare ogni mese questo spazio di lavoro, e che cosa paga oltre.',
  plan: 'Piano',
  thisMonth: 'Questo mese',
  whatsapp: 'Pacchetto WhatsApp',
  credits: 'Crediti',
  creditsText: 'Pagano i messaggi oltre la quota. Non scadono.',
  of: (used: number, limit: string) => `${figure(used)} di ${limit}`,
  withoutLimit: (used: number) => `${figure(used)}, senza limite`,
  prices: 'Prezzi in crediti',
  pricesText: 'Quanto costa un messaggio oltre la quota. Quelli non riusciti sono rimborsati.',
  cost: (n: number) => count(n, 'credito', 'crediti'),
  ledger: 'Movimenti',
  noEntries: 'Ancora nessun movimento',
  noEntriesText: 'Ogni acquisto, ogni messaggio pagato con crediti e ogni rimborso compare qui.',
  kind: 'Che cosa',
  amount: 'Importo',
  amountText: 'Crediti da dare; un numero negativo ne riprende.',
  balance: 'Saldo',
  note: 'Nota',
  noteExample: 'Fattura 2030-14',
  when: 'Quando',
  kinds: { purchase: 'Dati', overage: 'Messaggio oltre la quota', refund: 'Rimborso' },
  ofDelivery: (id: number) => `Invio ${id}`,
  give: 'Dai crediti',
  giveTo: (name: string) => `Dai crediti a ${name}`,
  balanceChanged: (balance: number) => `Ora il saldo è ${figure(balance)}`,
  change: 'Cambia piano',
  changeOf: (name: string) => `Piano di ${name}`,
  quota: 'Messaggi al mese',
  whatsappLimit: 'Messaggi WhatsApp al mese',
  limitsText:
    'Un piano porta i suoi limiti; puoi darne di propri a questo spazio di lavoro. Vuoto vuol dire illimitato.',
}
