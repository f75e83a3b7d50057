// Common passwords in English and Italian, and keyboard rows. Attackers guess them first.

/** The words are in lower case. Before a secret is compared with them, substitutions such as @ for a are undone. */
export const commonWords: readonly string[] = `
password passwort passwords passphrase passcode pass parola segreto segreta secret secure security sicuro
qwerty qwertz azerty asdf asdfgh zxcv zxcvbn qazwsx wsxedc 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 3edc zaq12wsx q1w2e3r4
admin administrator root toor user username utente guest ospite login logon signin welcome benvenuto benvenuta
letmein changeme default temp temporary test testing tester prova demo example sample master manager supervisor
iloveyou loveyou lovely love amore amoremio tiamo tesoro angel angelo princess principessa sunshine sole
monkey dragon tiger lion eagle falcon panther wolf bear shark dolphin butterfly kitten puppy
football soccer calcio baseball basketball hockey tennis golf volleyball liverpool arsenal chelsea barcelona
juventus juve inter milan napoli roma lazio forzanapoli forzajuve forzamilan forzaroma ferrari porsche mustang corvette
superman batman spiderman ironman pokemon pikachu starwars matrix naruto minecraft fortnite gandalf merlin
michael michelle jennifer jessica jordan ashley daniel andrew charlie thomas robert george matthew anthony joshua william
hunter ranger buster harley cooper taylor jackson maggie ginger pepper cookie chocolate banana orange cheese coffee
francesco francesca alessandro alessandra alessia andrea giuseppe giovanni giulia martina federica federico valentina
matteo marco luca stefano simone davide chiara sara elena laura paola roberto roberta antonio antonella salvatore
january february march april june july august september october november december
gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre
monday tuesday wednesday thursday friday saturday sunday lunedi martedi mercoledi giovedi venerdi sabato domenica
spring summer autumn winter primavera estate autunno inverno
computer internet google facebook twitter instagram samsung microsoft windows apple iphone android linux server
database postgres oracle cisco system service notify notification notifications carillon company office azienda ufficio
whatever freedom nothing something killer shadow phoenix diamond silver golden purple orange yellow green black white
hello hallo ciao ciaociao buongiorno bonjour abcd trustno1 access account flower forever friend friends family famiglia
italia italy europe london paris milano torino venezia firenze america australia
`
  .trim()
  .split(/\s+/)

/** Rows of adjacent keys. People type them from left to right or from right to left. */
export const keyRows: readonly string[] = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'yxcvbnm',
  'azertyuiop',
  'qsdfghjklm',
  'wxcvbn',
  '!@#$%^&*()',
]
